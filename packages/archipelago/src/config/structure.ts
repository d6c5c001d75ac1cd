import {
  admitObject,
  compileSchema,
  type FieldError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type StructuralSchema,
  valueAt,
} from '@archipelago/apimachinery';
import { hyperConvergedSchema } from './crd.ts';
import { fixFor, messageFor, schemaAt } from './fix-for.ts';
import { locateField } from './framework/field-path.ts';
import { once } from './framework/once.ts';
import type { FieldFinding } from './framework/setting.ts';
import { settings } from './settings.ts';
import { withoutRules } from './shapes/rule.ts';

/** What a schema makes of an object. */
export interface Structured {
  /** Pruned and with defaults. */
  readonly object: JsonValue;
  readonly unknownFields: readonly string[];
  readonly findings: readonly FieldFinding[];
  /** Types and members are right, so that rules can be asked about the values. */
  readonly isReadable: boolean;
  /** What an update leaves wrong, as it was: an API server does not refuse it for that. */
  readonly forgiven: readonly FieldFinding[];
  /** Of those, fields that nothing can be computed with. */
  readonly misshapen: readonly string[];
}

/** Compiled once: the webhook asks for each request. */
const ownSchema = once(() => {
  // rules are looked at by the review, which needs no CEL for them
  const schema = withoutRules(hyperConvergedSchema(settings));
  // no parsing: the tests check the definition as the API server would
  return { schema, compiled: compileSchema(schema as StructuralSchema, {}) };
});

/** What the definition's schema makes of a HyperConverged. An update that is right as it is needs no look at what was before. */
export function structure(written: JsonObject, old: JsonObject | undefined): Structured {
  const { schema, compiled } = ownSchema();
  const root = 'resource' as const;
  const strict = told(admitObject(compiled, { object: written, root }), schema, written);
  if (old === undefined || strict.findings.length === 0 || !isJsonObject(strict.object)) return strict;
  const update = told(admitObject(compiled, { object: written, oldObject: old, root }), schema, written);
  const refused = new Set(update.findings.map(({ at }) => at));
  const forgiven = strict.findings.filter(({ at }) => !refused.has(at));
  return { ...update, forgiven, misshapen: forgiven.length === 0 ? [] : strict.misshapen };
}

function told(
  { object, unknownFields, errors, decodeError }: ReturnType<typeof admitObject>,
  schema: JsonObject,
  written: JsonObject,
): Structured {
  const findings = withoutEchoes(errors).map((error) => findingOf(error, schema, written));
  const isReadable = !errors.some(({ type }) => unreadable.has(type));
  const misshapen = errors.filter(({ type }) => misshaping.has(type)).map((error) => withField(error).field);
  const shape = { object, unknownFields, forgiven: [], misshapen };
  if (decodeError === undefined) return { ...shape, findings, isReadable };
  const fix = 'write metadata as Kubernetes defines it';
  return {
    ...shape,
    findings: [{ level: 'error', at: 'metadata', reason: 'Invalid', message: decodeError, fix }],
    isReadable: false,
  };
}

/** After one of these an API server asks no rules. */
const unreadable: ReadonlySet<FieldError['type']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
]);

/** What has one of these cannot be computed with. */
const misshaping: ReadonlySet<FieldError['type']> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTypeInvalid',
]);

/** Without those that say only that rules wait, or once more that a field does not fit its type. */
function withoutEchoes(errors: readonly FieldError[]): readonly FieldError[] {
  const located = errors.filter(({ detail }) => detail?.startsWith(rulesWait) !== true).map(withField);
  const first = new Map(located.map((error) => [error.field, error] as const).reverse());
  return located.filter((error) => !isEcho(error) || first.get(error.field) === error);
}

const rulesWait = 'some validation rules were not checked';

function isEcho({ type, detail }: FieldError): boolean {
  return echoing.has(type) || fieldless.some((pattern) => pattern.test(detail ?? ''));
}

/** What follows from a wrong type: that it is none of the values, and of none of several types. */
const echoing: ReadonlySet<FieldError['type']> = new Set(['FieldValueNotSupported', 'FieldValueTypeInvalid']);

/** Errors without a field, in whose texts it stands: a number that does not fit its type, and what is neither number nor text. */
const fieldless: readonly RegExp[] = [
  /^Checked value must be of type .+? in (.+)$/,
  /^"(.+)" must validate at least one schema \(anyOf\)$/,
];

function withField(error: FieldError): FieldError {
  const fields = fieldless.flatMap((pattern) => pattern.exec(error.detail ?? '')?.slice(1) ?? []);
  return { ...error, field: fields[0] ?? error.field };
}

function findingOf(error: FieldError, schema: JsonObject, written: JsonObject): FieldFinding {
  const path = locateField(error.field, written);
  const value = valueAt(written, ...path);
  const ofField = schemaAt(schema, path);
  return {
    level: 'error',
    at: error.field,
    reason: error.type === 'FieldValueRequired' ? 'Missing' : 'Invalid',
    ...(value === undefined || typeof value === 'object' ? {} : { value }),
    message: messageFor(error, value, ofField),
    fix: fixFor(error, ofField),
  };
}
