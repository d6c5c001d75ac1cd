import type { JsonValue } from '../../api/json-value.ts';
import { nestsDeeperThan } from '../../json/nests-deeper-than.ts';
import { coerceMetadata } from '../embedded/coerce-metadata.ts';
import { type FieldError, invalidValue } from '../field-errors/field-error.ts';
import type { CompiledSchema } from '../structural/compile-schema.ts';
import { validate } from '../validate/validate.ts';
import { applyDefaults } from './default-values.ts';
import { dropNulls } from './drop-nulls.ts';
import { type ObjectRoot, prune } from './prune.ts';

/** Deeper objects would exhaust the stack; parseJson refuses them as well. */
const maxDepth = 1000;

/** What became of an object on its way into storage. */
interface Admitted {
  /** The object pruned and defaulted; as far as it came where it could not be decoded. */
  readonly object: JsonValue;
  readonly pruned: JsonValue;
  /** Paths of dropped fields, sorted. */
  readonly unknownFields: readonly string[];
  /** Why the object is refused before it is checked (HTTP 400). */
  readonly decodeError?: string;
  /** Why it is refused (HTTP 422); empty when it is admitted. */
  readonly errors: readonly FieldError[];
}

interface AdmitRequest {
  readonly object: JsonValue;
  readonly oldObject?: JsonValue;
  readonly root: ObjectRoot;
  /** `kept`: of a server-side apply, or of an object that was read before. */
  readonly nulls?: 'kept';
}

const blocking: ReadonlySet<FieldError['type']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
] as const);

/**
 * Takes an object through all steps an API server takes a custom resource through: prune, drop nulls, decode
 * embedded metadata, default, validate, rules. An `oldObject` makes it an update: what it leaves as it was is
 * forgiven. The metadata of the root is not checked.
 */
export function admitObject(compiled: CompiledSchema, request: AdmitRequest): Admitted {
  const decoded = decode(compiled, request.object, request);
  if (decoded.decodeError !== undefined || request.oldObject === undefined) {
    return { ...decoded, errors: decoded.decodeError === undefined ? check(compiled, decoded.object) : [] };
  }
  const old = decode(compiled, request.oldObject, request);
  if (old.decodeError !== undefined) return { ...decoded, decodeError: old.decodeError, errors: [] };
  return { ...decoded, errors: check(compiled, decoded.object, old.object) };
}

function decode(
  compiled: CompiledSchema,
  given: JsonValue,
  { root, nulls }: AdmitRequest,
): Omit<Admitted, 'errors'> {
  if (nestsDeeperThan(given, maxDepth)) {
    const decodeError = `the object has more than ${maxDepth} nested levels`;
    return { object: null, pruned: null, unknownFields: [], decodeError };
  }
  const { object: pruned, unknownFields } = prune(compiled, given, root);
  const filled = nulls === 'kept' ? pruned : dropNulls(pruned, compiled.root);
  const coerced = coerceMetadata(filled, compiled.root);
  if (!coerced.ok) {
    const decodeError = `${coerced.error.field}: ${coerced.error.message}`;
    return { object: pruned, pruned, unknownFields, decodeError };
  }
  return { object: applyDefaults(compiled, coerced.object), pruned, unknownFields };
}

function check(compiled: CompiledSchema, object: JsonValue, old?: JsonValue): readonly FieldError[] {
  const errors = validate(compiled, object, old);
  if (compiled.rules === undefined) return errors;
  if (!errors.some((error) => blocking.has(error.type))) return [...errors, ...compiled.rules(object, old)];
  const detail =
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation';
  return [...errors, invalidValue('', null, detail)];
}
