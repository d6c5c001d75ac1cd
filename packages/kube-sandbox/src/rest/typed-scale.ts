import type { JsonObject } from '@archipelago/apimachinery';
import { decodeTyped } from '../built-in/types/decode-typed.ts';
import type { Call } from '../calls/call.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { badRequest } from '../refusals/status.ts';
import { checkName } from './update.ts';

/** Of a Scale, in the wire model. */
export const scaleType = 'io.k8s.api.autoscaling.v1.Scale';

/** The Scale as its Go type reads it. */
export function typedScale(call: Call, scale: JsonObject): JsonObject | Refusal {
  const typed = decodeTyped(scale, scaleType);
  if ('problem' in typed)
    return badRequest(`Scale in version "v1" cannot be handled as a Scale: ${typed.problem}`);
  return checkName(call, typed.value) ?? typed.value;
}
