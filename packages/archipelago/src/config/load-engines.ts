import {
  admitObject,
  type CompiledSchema,
  compileSchema,
  type FieldError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseStructuralSchema,
  prune,
  type StructuralSchema,
  valueAt,
} from '@archipelago/apimachinery';
import type { AdmissionEngines, Structured } from './admit.ts';
import { annotationsOf } from './annotations-of.ts';
import { hyperConvergedSchema } from './crd.ts';
import { fixFor, messageFor, schemaAt } from './fix-for.ts';
import { locateField } from './framework/field-path.ts';
import { once } from './framework/once.ts';
import type { FieldFinding } from './framework/setting.ts';
import { operands } from './operands.ts';
import type { SpecCheck } from './patch-annotations.ts';
import { settings } from './settings.ts';
import { withoutRules } from './shapes/rule.ts';

/**
 * The engines that admission of `object` needs; what is heavy (the operands' schemas) is loaded only where the object gives it
 * something to do. Without an object, everything is loaded.
 */
export async function loadEngines(object: JsonObject | undefined): Promise<AdmissionEngines> {
  const { schema, compiled } = ownSchema();
  const checks = await specChecks(object);
  return {
    structure: (written, old) => structured(compiled, schema, { written, old }),
    checks: (kind) => checks.get(kind),
  };
}

/** Compiled once: the webhook asks for each request. */
const ownSchema = once(() => {
  // rules are looked at by the review, which needs no CEL for them
  const schema = withoutRules(hyperConvergedSchema(settings));
  // no parsing: the tests check the definition as the API server would
  return { schema, compiled: compileSchema(schema as StructuralSchema, {}) };
});

function compiledSchema(schema: JsonValue): CompiledSchema {
  const parsed = parseStructuralSchema(schema);
  if (!parsed.ok) throw new Error(`a schema of ours is no structural schema: ${JSON.stringify(parsed)}`);
  return compileSchema(parsed.schema);
}

interface Versions {
  readonly written: JsonObject;
  readonly old: JsonObject | undefined;
}

/** An update that is right as it is needs no look at what was before. */
function structured(compiled: CompiledSchema, schema: JsonObject, { written, old }: Versions): Structured {
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

/** Without those that say only that rules wait, or that a field which is wrong in type does not fit, either. */
function withoutEchoes(errors: readonly FieldError[]): readonly FieldError[] {
  const located = errors.filter(({ detail }) => detail?.startsWith(rulesWait) !== true).map(withField);
  const first = new Map(located.map((error) => [error.field, error] as const).reverse());
  return located.filter(
    (error) => error.detail?.startsWith(unfitting) !== true || first.get(error.field) === error,
  );
}

const rulesWait = 'some validation rules were not checked';
const unfitting = 'Checked value must be of type';

/** A number that does not fit its type has an error without a field, whose text ends with it. */
function withField(error: FieldError): FieldError {
  const [, field] = /^Checked value must be of type .+? in (.+)$/.exec(error.detail ?? '') ?? [];
  return field === undefined ? error : { ...error, field };
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

/** The operands' own schemas, by kind; only for operands that a patch annotation is about. */
async function specChecks(object: JsonObject | undefined): Promise<ReadonlyMap<string, SpecCheck>> {
  const annotations = object === undefined ? undefined : annotationsOf(object);
  const patched = operands.filter(
    ({ patchAnnotation }) =>
      patchAnnotation !== undefined && (annotations === undefined || patchAnnotation in annotations),
  );
  const checks = await Promise.all(patched.map(async ({ kind }) => [kind, await specCheckOf(kind)] as const));
  return new Map(checks.flatMap(([kind, check]) => (check === undefined ? [] : [[kind, check] as const])));
}

/** Compiled when it is first needed. */
function specCheckOf(kind: string): Promise<SpecCheck | undefined> {
  const known = specChecksMade.get(kind) ?? specCheck(kind);
  specChecksMade.set(kind, known);
  return known;
}

const specChecksMade = new Map<string, Promise<SpecCheck | undefined>>();

async function specCheck(kind: string): Promise<SpecCheck | undefined> {
  const load = specSchemas.get(kind);
  if (load === undefined) return undefined;
  const compiled = compiledSchema(await load());
  return (spec) => {
    const { object, unknownFields } = prune(compiled, spec, 'plain');
    const { errors } = admitObject(compiled, { object, root: 'plain' });
    return {
      spec: object,
      unknownFields: unknownFields.map((field) => `spec.${field}`),
      errors: errors.map(inSpec),
    };
  };
}

function inSpec({ field, message }: FieldError): { readonly field: string; readonly message: string } {
  return { field: field === '<nil>' ? 'spec' : `spec.${field}`, message };
}

const specSchemas: ReadonlyMap<string, () => Promise<JsonValue>> = new Map<string, () => Promise<JsonValue>>([
  [
    'KubeVirt',
    async () => (await import('../api/operands/kubevirt.gen.json', { with: { type: 'json' } })).default,
  ],
  ['CDI', async () => (await import('../api/operands/cdi.gen.json', { with: { type: 'json' } })).default],
  [
    'NetworkAddonsConfig',
    async () =>
      (await import('../api/operands/network-addons-config.gen.json', { with: { type: 'json' } })).default,
  ],
  ['SSP', async () => (await import('../api/operands/ssp.gen.json', { with: { type: 'json' } })).default],
]);
