import {
  admitObject,
  compileSchema,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type StructuralSchema,
} from '@archipelago/apimachinery';
import { specSchema } from './crd.ts';
import { once } from './framework/once.ts';
import { settings } from './settings.ts';
import { withoutRules } from './shapes/rule.ts';

type StructuredSpec =
  | { readonly ok: true; readonly spec: JsonObject }
  /** `because`: the first field that does not fit, and why. */
  | { readonly ok: false; readonly because: string };

// no parsing: the tests check the definition as the API server would
const compiled = once(() => compileSchema(withoutRules(specSchema(settings)) as StructuralSchema, {}));

/**
 * A spec that no API server has checked, as one would store it: with defaults, without unknown fields. Says nothing about rules:
 * those may be younger than the spec.
 */
export function structuredSpec(spec: JsonValue): StructuredSpec {
  const { object, errors, decodeError } = admitObject(compiled(), { object: spec, root: 'plain' });
  if (decodeError !== undefined) return { ok: false, because: decodeError };
  const [first] = errors;
  if (first !== undefined) return { ok: false, because: `${first.field}: ${first.message}` };
  return isJsonObject(object) ? { ok: true, spec: object } : { ok: false, because: 'it is no object' };
}
