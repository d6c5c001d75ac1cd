import {
  applyJsonPatch,
  applyServerMergePatch,
  applyStrategicMergePatch,
  decodeServerJsonPatch,
  decodeServerMergePatch,
  decodeServerStrategicPatch,
  isJsonObject,
  type JsonObject,
  type UndecodedPatch,
} from '@archipelago/apimachinery';
import { goValueText, restoreProblem } from '../built-in/types/restore-problem.ts';
import { wirePatchSchema } from '../built-in/types/wire-patch-schema.ts';
import type { Call } from '../calls/call.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { badRequest, internal, invalid, notImplemented, refuse, tooLarge } from '../refusals/status.ts';
import { invalidValue } from '../validation/field-errors.ts';

/** The content types PATCH takes, apart from server-side apply. */
export type PatchType = 'json' | 'merge' | 'strategic';

/** The object after a patch, with what strict field validation says of the patch itself. */
export interface PatchedObject {
  readonly object: JsonObject;
  readonly problems: readonly string[];
  /** What a refusal shows instead of the object: the strategic patch itself. */
  readonly shown?: string;
}

function undecoded({ message, status }: UndecodedPatch): Refusal {
  return status === 413 ? tooLarge(message) : badRequest(message);
}

/** What the API server says of a patch that does not fit the object; its reasons go to its log. */
function unprocessable(): Refusal {
  const message = 'the server rejected our request due to an error in our request';
  return refuse({ code: 422, message, reason: 'Invalid', details: {} });
}

function jsonPatch(live: JsonObject, text: string): PatchedObject | Refusal {
  const decoded = decodeServerJsonPatch(text);
  if (!decoded.ok) return undecoded(decoded);
  const result = applyJsonPatch(live, decoded.operations, 'apiserver');
  if (!result.ok) return result.status === 422 ? unprocessable() : internal(result.message);
  return isJsonObject(result.value) ? { object: result.value, problems: decoded.warnings } : unprocessable();
}

function mergePatch(live: JsonObject, text: string): PatchedObject | Refusal {
  const decoded = decodeServerMergePatch(text);
  if (!decoded.ok) return undecoded(decoded);
  return { object: applyServerMergePatch(live, decoded.patch), problems: decoded.warnings };
}

function strategicRefusal({ status, message }: { status: 400 | 422 | 500; message: string }): Refusal {
  if (status === 400) return badRequest(message);
  return status === 422 ? unprocessable() : internal(message);
}

function strategicPatch(call: Call, live: JsonObject, text: string): PatchedObject | Refusal {
  const own = call.type.subresources.find(({ name }) => name === call.subresource);
  const wireType = own?.wireType ?? call.type.wireType;
  if (wireType === undefined) return notImplemented('strategic merge patches of custom resources');
  const decoded = decodeServerStrategicPatch(text);
  if (!decoded.ok) return badRequest(decoded.message.replace(/^error decoding patch: /, ''));
  const result = applyStrategicMergePatch(live, decoded.patch, wirePatchSchema(wireType));
  if (!result.ok) return strategicRefusal(result);
  const problem = restoreProblem(result.value, { ref: wireType });
  const shown = goValueText(decoded.patch);
  if (problem === undefined) return { object: result.value, problems: decoded.warnings, shown };
  const error = invalidValue('patch', shown, problem);
  return invalid({ group: '', resource: '' }, '', [error]);
}

/** The object after the patch in the request's body. */
export function applyPatch(call: Call, live: JsonObject, type: PatchType): PatchedObject | Refusal {
  const text = new TextDecoder().decode(call.request.body);
  switch (type) {
    case 'json':
      return jsonPatch(live, text);
    case 'merge':
      return mergePatch(live, text);
    case 'strategic':
      return strategicPatch(call, live, text);
  }
}
