import type { Call } from '../calls/call.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { notImplemented } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import type { Subresource, Verb } from '../resources/resource-type.ts';
import { bind } from './bind.ts';
import { createToken } from './create-token.ts';
import { evict } from './evict.ts';
import { get } from './get.ts';
import { patch } from './patch.ts';
import { podLog } from './pod-log.ts';
import { answerScale } from './scale.ts';
import { unimplementedSubresource } from './unimplemented-subresources.ts';
import { update } from './update.ts';

/** Subresources that read and write the object itself. */
const OF_THE_OBJECT: ReadonlySet<string> = new Set(['status', 'finalize']);

const HANDLERS: ReadonlyMap<Verb, (call: Call) => ApiResponse | Refusal> = new Map([
  ['get', get],
  ['update', update],
  ['patch', patch],
]);

/** Answers a request to a subresource. */
export function answerSubresource(call: Call, subresource: Subresource, verb: Verb): ApiResponse | Refusal {
  if (subresource.name === 'token') return createToken(call);
  if (subresource.name === 'log') return podLog(call);
  if (subresource.name === 'eviction') return evict(call);
  if (subresource.name === 'binding') return bind(call);
  if (subresource.name === 'scale') return answerScale(call, verb);
  const handler = OF_THE_OBJECT.has(subresource.name) ? HANDLERS.get(verb) : undefined;
  if (handler !== undefined) return handler(call);
  const { type } = call;
  return (
    unimplementedSubresource(type, subresource.name) ??
    notImplemented(`${verb} of ${type.plural}/${subresource.name}`)
  );
}
