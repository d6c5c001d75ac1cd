import {
  admitObject,
  type CompiledSchema,
  compileSchema,
  type FieldError,
  type JsonObject,
  type JsonValue,
  parseStructuralSchema,
  prune,
} from '@archipelago/apimachinery';
import type { AdmissionEngines } from './admit.ts';
import { annotationsOf } from './annotations-of.ts';
import { operands } from './operands.ts';
import type { SpecCheck } from './patch-annotations.ts';
import { structure } from './structure.ts';

/**
 * The engines that admission of `object` needs; what is heavy (the operands' schemas) is loaded only where the object gives it
 * something to do. Without an object, everything is loaded.
 */
export async function loadEngines(object: JsonObject | undefined): Promise<AdmissionEngines> {
  const checks = await specChecks(object);
  return {
    structure,
    checks: (kind) => checks.get(kind),
  };
}

function compiledSchema(schema: JsonValue): CompiledSchema {
  const parsed = parseStructuralSchema(schema);
  if (!parsed.ok) throw new Error(`a schema of ours is no structural schema: ${JSON.stringify(parsed)}`);
  return compileSchema(parsed.schema);
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
