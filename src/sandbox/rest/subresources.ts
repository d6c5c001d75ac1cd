import type { Refusal } from '../refusal.ts';
import type { Subresource, Verb } from '../resource-type.ts';
import { notImplemented } from '../status.ts';
import type { ApiResponse } from './api-response.ts';
import type { Call } from './call.ts';
import { createToken } from './create-token.ts';
import { get } from './get.ts';
import { patch } from './patch.ts';
import { answerScale } from './scale.ts';
import { update } from './update.ts';

/** Subresources that read and write the object itself. */
const OF_THE_OBJECT: ReadonlySet<string> = new Set([
  'status',
  'finalize',
  'approval',
  'resize',
  'ephemeralcontainers',
]);

/** Answers a request to a subresource. */
export function answerSubresource(call: Call, subresource: Subresource, verb: Verb): ApiResponse | Refusal {
  if (subresource.name === 'token') return createToken(call);
  if (subresource.name === 'scale') return answerScale(call, verb);
  if (!OF_THE_OBJECT.has(subresource.name)) {
    return notImplemented(`${verb} of ${call.type.plural}/${subresource.name}`);
  }
  switch (verb) {
    case 'get':
      return get(call);
    case 'update':
      return update(call);
    case 'patch':
      return patch(call);
    case 'create':
    case 'delete':
    case 'deletecollection':
    case 'list':
    case 'watch':
      return notImplemented(`${verb} of ${call.type.plural}/${subresource.name}`);
  }
}
