import { isJsonObject, type JsonObject, type JsonValue, objectAt } from '@archipelago/apimachinery';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { parseClusterFacts } from '../../packages/archipelago/src/cluster-facts/parse-cluster-facts.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import { bindImmediatelyAnnotation } from '../../packages/archipelago/src/golden-images/templates/template.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { builtInDefaulting } from '../../packages/archipelago/src/reconcile/server-defaults.ts';
import { seededRandom } from '../support/seeded-random.ts';
import type { TestServers } from '../support/test-servers.ts';
import { vectorsOf } from '../support/vectors.ts';
import { available, createWorld, demand, meta, type World } from './operator-world.ts';

interface StepInput {
  readonly hyperconverged?: JsonObject;
  readonly nodes?: readonly JsonValue[];
  readonly patch?: Readonly<Record<string, JsonObject>>;
  readonly remove?: readonly string[];
  readonly delete?: boolean;
}

interface Step {
  readonly changed: JsonObject;
  readonly deleted: readonly string[];
  readonly finalSpec?: JsonObject;
  readonly finalizers: readonly string[] | null;
  readonly status?: JsonObject;
  readonly events: readonly string[];
}

interface Vector {
  readonly cluster: JsonObject;
  readonly input: JsonObject;
  readonly expected: JsonObject;
  readonly stepInputs: readonly StepInput[];
  readonly steps: readonly Step[];
}

const vectors = vectorsOf('lifecycle') as unknown as readonly (readonly [name: string, vector: Vector])[];

/** The lifecycle vectors on servers: after each step operands, events, finalizers and status are those of the vector. */
export function testLifecycle(servers: TestServers): void {
  let world: World | undefined;
  afterEach(() => world?.stop());
  afterAll(() => servers.stop());

  describe(`lifecycle vectors, ${servers.name}`, () => {
    let passed = 0;
    let steps = 0;
    afterAll(() => console.log(`lifecycle vectors, ${servers.name}: ${passed} passed, ${steps} steps`));
    for (const [name, vector] of vectors) {
      it(name, async () => {
        world = await createWorld(vector.cluster, { servers });
        await begin(world, vector);
        for (const [index, step] of vector.steps.entries()) {
          await run(world, vector, index, step);
          steps += 1;
        }
        passed += 1;
      });
    }
  });
}

function conditionsFor({ cluster }: Vector): (kind: string) => readonly JsonValue[] {
  const written = isJsonObject(cluster.operandConditions) ? cluster.operandConditions : {};
  return (kind) => {
    const given = written[kind];
    return Array.isArray(given) ? given : available;
  };
}

async function begin(here: World, vector: Vector): Promise<void> {
  await here.write(vector.input);
  const { dataImportSchedule } = vector.cluster;
  const patch = { type: 'merge', body: { status: { dataImportSchedule } } } as const;
  const name = { namespace: here.namespace, name: 'kubevirt-hyperconverged' };
  demand(await here.client.patchStatus(hyperConvergeds, name, patch));
  here.startOperator({ random: seededRandom(1) });
  await here.settle(conditionsFor(vector));
  expect(await operandsOf(here)).toEqual(comparableAll(vector.expected));
}

async function run(here: World, vector: Vector, index: number, wanted: Step): Promise<void> {
  const [before, told] = [await operandsOf(here), await here.events()];
  await act(here, vector.stepInputs[index] ?? {});
  await here.settle(conditionsFor(vector));
  const after = await operandsOf(here);
  const changed = Object.entries(after).filter(([key, object]) => !same(before[key], object));
  expect(Object.fromEntries(changed)).toEqual(comparableAll(wanted.changed));
  expect(
    Object.keys(before)
      .filter((key) => after[key] === undefined)
      .sort(),
  ).toEqual([...wanted.deleted].sort());
  const events = [...(await here.events())].filter(
    ([line, count]) => count > (told.get(line) ?? 0) && !isOurs(line),
  );
  expect(events.map(([line]) => line).sort()).toEqual(wanted.events.map(withKind(before)).sort());
  const object = await here.hyperConverged();
  if (wanted.finalizers === null) {
    expect(object).toBeUndefined();
    return;
  }
  expect(meta(object ?? {}).finalizers).toEqual(wanted.finalizers);
  expect(comparableSpec(object?.spec)).toEqual(comparableSpec(wanted.finalSpec));
  expect(comparableStatus(object?.status)).toEqual(comparableStatus(withOurs(object?.status, wanted.status)));
}

/**
 * While a configuration is refused, upstream stops and says that it knows nothing; we go on with the one before
 * (`docs/compatibility/hyperconverged.md#a-configuration-that-is-refused`), whose operands are well in every vector.
 */
function withOurs(status: JsonValue | undefined, wanted: JsonObject | undefined): JsonObject | undefined {
  const isRefused = JSON.stringify(status)?.includes('"ConfigurationRefused"') === true;
  if (!isRefused || !isJsonObject(wanted) || !Array.isArray(wanted.conditions)) return wanted;
  expect(wanted.conditions[0]).toMatchObject({ type: 'ReconcileComplete', reason: 'ReconcileFailed' });
  const types = ['Available', 'Progressing', 'Degraded', 'Upgradeable'];
  const whole = { type: 'ReconcileComplete', status: 'False', reason: 'ConfigurationRefused' };
  const others = types.map((type) => ({
    type,
    status: type === 'Available' || type === 'Upgradeable' ? 'True' : 'False',
    reason: 'ReconcileCompleted',
  }));
  return { ...wanted, conditions: [whole, ...others], systemHealthStatus: 'warning' };
}

async function act(here: World, input: StepInput): Promise<void> {
  if (input.nodes !== undefined) {
    const parsed = parseClusterFacts({ nodes: input.nodes });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors));
    await here.setNodes(parsed.inputs.facts.nodes);
  }
  if (input.hyperconverged !== undefined) await here.write(input.hyperconverged);
  for (const [key, body] of Object.entries(input.patch ?? {})) {
    const { operand, name } = operandAt(here, key);
    const result = await here.client.patch(operand, name, { type: 'merge', body });
    // a field that may not change is changed as a third party would: by another object
    if (!result.ok) await replace(here, key, body);
  }
  for (const key of input.remove ?? []) {
    const { operand, name } = operandAt(here, key);
    demand(await here.client.delete(operand, name));
  }
  if (input.delete === true) {
    const name = { namespace: here.namespace, name: 'kubevirt-hyperconverged' };
    demand(await here.client.delete(hyperConvergeds, name));
  }
}

async function replace(here: World, key: string, body: JsonObject): Promise<void> {
  const { operand, name } = operandAt(here, key);
  const live = await here.client.get(operand, name);
  const { labels = {} } = demand(live).metadata;
  await here.operator?.stop();
  demand(await here.client.delete(operand, name));
  demand(
    await here.client.create(operand, { ...demand(live), ...body, metadata: { name: name.name, labels } }),
  );
  here.startOperator({ random: seededRandom(2) });
}

function operandAt(here: World, key: string) {
  const operand = operands.find((candidate) => {
    const { namespace, name } = here.nameOf(candidate);
    return [candidate.kind, namespace, name].filter((part) => part !== undefined).join('/') === key;
  });
  if (operand === undefined) throw new Error(`no operand ${key}`);
  return { operand, name: here.nameOf(operand) };
}

/** `HyperConverged` in a Removed event stands for the operand's kind. */
function withKind(present: JsonObject): (line: string) => string {
  return (line) => {
    const [type, reason, verb, kind, name] = line.split(' ');
    const key = Object.keys(present).find((each) => each.endsWith(`/${name}`));
    const meant = kind === 'HyperConverged' ? key?.split('/')[0] : kind;
    return reason === 'Killing' ? [type, reason, verb, meant, name].join(' ') : line;
  };
}

async function operandsOf(here: World): Promise<JsonObject> {
  return comparableAll(Object.fromEntries(await here.operands()));
}

function comparableAll(objects: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(objects).map(([key, object]) => [key, comparable(object)]));
}

const byServer = ['uid', 'resourceVersion', 'generation', 'creationTimestamp', 'managedFields', 'selfLink'];
const notCompared = ['app.kubernetes.io/version', 'productVersion', 'uid'];

function comparable(object: JsonValue | undefined): JsonValue {
  if (!isJsonObject(object)) return null;
  const { status: _, ...rest } = builtInDefaulting(String(object.kind))(object);
  const metadata = Object.entries(meta(object)).filter(([name]) => !byServer.includes(name));
  return plain({ ...rest, metadata: Object.fromEntries(metadata) });
}

function plain(value: JsonValue | undefined): JsonValue {
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value ?? null;
  const members = Object.entries(value)
    .filter(([key, below]) => below !== null && below !== undefined && !notCompared.includes(key))
    .filter(([key, below]) => key !== 'annotations' || Object.keys(below ?? {}).length > 0);
  return Object.fromEntries(members.map(([key, below]) => [key, plain(below)]));
}

function comparableSpec(spec: JsonValue | undefined): JsonValue {
  const whole = plain(spec);
  if (!isJsonObject(whole)) return whole;
  const kept = Object.entries(whole).filter(
    ([key, value]) => !['infra', 'workloads'].includes(key) || Object.keys(value ?? {}).length > 0,
  );
  const { dataImportCronTemplates: templates } = whole;
  return Object.fromEntries([
    ...kept,
    ...(Array.isArray(templates) ? [['dataImportCronTemplates', templates.map(asWritten)]] : []),
  ]);
}

/** Upstream stores a template completed; we complete it when we render (`docs/compatibility/hyperconverged.md#admission`). */
function asWritten(template: JsonValue): JsonValue {
  if (!isJsonObject(template)) return template;
  const { [bindImmediatelyAnnotation]: _, ...annotations } = objectAt(template, 'metadata', 'annotations');
  const metadata = { ...objectAt(template, 'metadata'), annotations };
  if (template.spec === undefined) return { ...template, metadata };
  const isEmpty = (value: JsonValue) => isJsonObject(value) && Object.keys(value).length === 0;
  const dataVolume = Object.entries(objectAt(template, 'spec', 'template')).filter(
    ([, value]) => !isEmpty(value ?? null),
  );
  const spec = { ...objectAt(template, 'spec'), template: Object.fromEntries(dataVolume) };
  return { ...template, metadata, spec };
}

function comparableStatus(status: JsonValue | undefined): JsonValue {
  if (!isJsonObject(status)) return null;
  const { conditions, dataImportCronTemplates, infrastructureHighlyAvailable, nodeInfo, systemHealthStatus } =
    status;
  const list: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
  return plain({
    conditions: list
      .filter(isJsonObject)
      .map(({ type, status: is, reason }) => ({ type, status: is, reason })),
    dataImportCronTemplates,
    infrastructureHighlyAvailable,
    nodeInfo,
    systemHealthStatus,
  });
}

function same(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Events that upstream has none of: what is odd about golden images, and that a configuration is refused. */
function isOurs(line: string): boolean {
  return /^Warning (?:SeveralArchitectures|ImportFailed|ConfigurationRefused) /.test(line);
}
