import { Refusal } from '../refusal.ts';
import { resourceSubject } from '../resource-type.ts';
import { notFound, tooLargeResourceVersion } from '../status.ts';
import type { ApiResponse } from './api-response.ts';
import type { Call } from './call.ts';
import { keyOf } from './create.ts';
import { parseResourceVersion } from './list-options.ts';
import { answerObject } from './respond.ts';

/** GET of one object. */
export function get(call: Call): ApiResponse | Refusal {
  const { store } = call.server;
  const wanted = parseResourceVersion(call.request.query.get('resourceVersion'), 'other');
  if (wanted instanceof Refusal) return wanted;
  if (wanted !== undefined && wanted > store.revision) return tooLargeResourceVersion(wanted, store.revision);
  const stored = store.get(keyOf(call, call.name));
  if (stored === undefined) return notFound(resourceSubject(call.type), call.name);
  return answerObject(call, 200, call.type.behaviour.fromStorage(stored.object));
}
