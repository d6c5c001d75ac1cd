import type { JsonObject } from '../../api/json-value.ts';
import { Refusal } from '../refusal.ts';
import type { Call } from './call.ts';
import { readObject, unrecognized } from './read-body.ts';

/** Reads the request's body as an object of the call's kind. */
export function readBodyFor(call: Call): JsonObject | Refusal {
  const body = readObject(call.request);
  if (body instanceof Refusal) return body;
  if ('problem' in body) return unrecognized(call.type.kind, body.problem);
  return body.object;
}
