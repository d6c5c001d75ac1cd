import {
  admitObject,
  type CompiledSchema,
  compileSchema,
  isJsonObject,
  type JsonObject,
  loadRuleEngine,
  objectAt,
  objectsAt,
  parseStructuralSchema,
  textAt,
} from '@archipelago/apimachinery';
import { judgeByPolicy } from '@archipelago/kube-sandbox';
import { standardInputs } from '../../packages/archipelago/src/cluster-facts/standard-cluster.ts';
import { admit, type Verdict } from '../../packages/archipelago/src/config/admit.ts';
import { hyperConvergedSchema } from '../../packages/archipelago/src/config/crd.ts';
import { loadEngines } from '../../packages/archipelago/src/config/load-engines.ts';
import type { Rendered } from '../../packages/archipelago/src/config/render.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import { hyperConvergedPolicy } from '../../packages/archipelago/src/operator/hyper-converged-policy.ts';
import { upstreamDefinitions } from '../support/upstream-definitions.ts';

const rules = await loadRuleEngine();
const definition = compiled(hyperConvergedSchema(settings));
const namespace = standardInputs.deployment.operatorNamespace;
const [policy = {}] = hyperConvergedPolicy({ name: 'archipelago-operator', namespace, labels: {} });

/** What the places without an operator say, each in its words; nothing: they take it. */
interface WithoutOperator {
  /** Of the definition, by field; the server's word that it looked no further is left out. */
  readonly definition: readonly string[];
  /** Undefined: not asked, or nothing to refuse. */
  readonly policy: string | undefined;
}

/** Who decided an object: how many of each are counted. */
export type Decided = 'admitted' | 'definition' | 'policy' | 'code';

/** As the embedded cluster decides a creation, or an update of what had nothing in it. */
export function decideWithoutOperator(
  object: JsonObject,
  oldObject: JsonObject | undefined,
): WithoutOperator {
  const request = { object, root: 'resource', ...(oldObject === undefined ? {} : { oldObject }) } as const;
  const { object: stored, errors } = admitObject(definition, request);
  const told = errors.filter(({ detail }) => detail?.startsWith('some validation rules') !== true);
  if (errors.length > 0 || !isJsonObject(stored))
    return { definition: told.map(({ field, detail = '' }) => fieldOf(field, detail)), policy: undefined };
  const operation = oldObject === undefined ? 'CREATE' : 'UPDATE';
  const place = textAt(object, 'metadata', 'namespace');
  const asked = { operation, namespace: place, userInfo: { username: 'somebody' } };
  const [denial] = judgeByPolicy(policy, { object: stored, oldObject, request: asked });
  return { definition: [], policy: denial };
}

/** A number that does not fit its type has an error without a field, whose text ends with it. */
function fieldOf(field: string, detail: string): string {
  const [, ofType] = /^Checked value must be of type .+? in (.+)$/.exec(detail) ?? [];
  const [, ofSeveral] = /^"(.+)" must validate at least one schema \(anyOf\)$/.exec(detail) ?? [];
  return ofType ?? ofSeveral ?? field;
}

/** As an API server would have stored it: what an update is compared with, and comes to the webhook as. */
export function asStored(object: JsonObject): JsonObject {
  const { object: stored } = admitObject(definition, { object, root: 'resource' });
  return isJsonObject(stored) ? stored : object;
}

/** What `validate`, the webhook and the operator say. */
export async function decideByCode(
  object: JsonObject,
  oldObject: JsonObject | undefined,
  platform: 'kubernetes' | 'openshift',
): Promise<Verdict> {
  const inputs = { ...standardInputs, facts: { ...standardInputs.facts, platform } };
  const operation = oldObject === undefined ? 'create' : 'update';
  return admit({ operation, object, oldObject, inputs }, await loadEngines(object));
}

/** Who decided; throws where the places disagree. */
export function compare(without: WithoutOperator, verdict: Verdict): Decided {
  const fields = verdict.findings.filter(({ level }) => level === 'error').map(({ at }) => at);
  const place = verdict.allowed ? 'nobody' : verdict.decidedBy;
  if (without.definition.length > 0) {
    // a rule about the whole cannot be computed with a member that is wrong
    const missing = without.definition.filter(
      (field) =>
        !fields.some((at) => at === field || at.startsWith(`${field}.`) || at.startsWith(`${field}[`)),
    );
    agree(place === 'schema' && missing.length === 0, { without, place, fields });
    return 'definition';
  }
  if (without.policy !== undefined) {
    const isNamed = fields.some((field) => without.policy?.includes(`${field}: `));
    agree(place === 'policy' && isNamed, { without, place, fields });
    return 'policy';
  }
  agree(place === 'nobody' || place === 'validating', { without, place, fields });
  return verdict.allowed ? 'admitted' : 'code';
}

function agree(does: boolean, told: object): void {
  if (!does) throw new Error(`places disagree: ${JSON.stringify(told)}`);
}

const operandSchemas = new Map<string, CompiledSchema | undefined>();

/** What the operand's own definition has against it, unknown fields included. */
export function refusedOperand({ operand, manifest: object }: Rendered): readonly string[] {
  const { plural, group, version, kind } = operand;
  const name = `${plural}.${group}`;
  if (!operandSchemas.has(name)) operandSchemas.set(name, schemaOf(name, version));
  const known = operandSchemas.get(name);
  if (known === undefined) return [];
  const { errors, unknownFields } = admitObject(known, { object, root: 'resource' });
  return [
    ...errors.map(({ message, field }) => `${kind}: ${field}: ${message}`),
    ...unknownFields.filter((field) => !newer.test(field)).map((field) => `${kind}: ${field} is unknown`),
  ];
}

/** Members of core/v1 that operands' definitions do not have yet, and drop. */
const newer = /Affinity\..*\.(matchLabelKeys|mismatchLabelKeys|namespaceSelector)$|\.claims\[\d+\]\.request$/;

function schemaOf(name: string, version: string): CompiledSchema | undefined {
  const found = upstreamDefinitions.get(name);
  if (found === undefined) return undefined;
  const served = objectsAt(objectAt(found, 'spec'), 'versions').find((each) => each.name === version);
  return compiled(objectAt(objectAt(served ?? {}, 'schema'), 'openAPIV3Schema'));
}

function compiled(schema: JsonObject): CompiledSchema {
  const parsed = parseStructuralSchema(schema);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed));
  return compileSchema(parsed.schema, { rules });
}
