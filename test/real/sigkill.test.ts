import { applyMergePatch, isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Operand } from '../../packages/archipelago/src/config/framework/operand.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import {
  hyperConvergeds,
  nodes as nodeResource,
} from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import { simulatedNode } from '../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';
import { type Draw, seededDraw } from '../support/seeded-random.ts';
import { killAll } from './archipelago-process.ts';
import {
  demand,
  type FurnishedCluster,
  type FurnishedClusters,
  furnishedKubernetes,
  furnishedSandboxes,
  hyperConvergedName,
  operatorNamespace,
} from './furnished-cluster.ts';
import {
  hasRead,
  hasReconciled,
  type OperatorProcess,
  quiet,
  startOperatorProcess,
} from './operator-process.ts';

const rounds = 20;
const longestDelayMs = 250;
/** SIGKILL_SEED repeats a run. */
const seed = Number(process.env.SIGKILL_SEED ?? Math.floor(Math.random() * 1_000_000));

/** What decides the final state: the user's object and the nodes that came after the cluster's own. */
interface Inputs {
  readonly spec: JsonObject;
  readonly annotations: Readonly<Record<string, string>>;
  readonly architectures: ReadonlyMap<string, string>;
}

type Deed =
  | { readonly kind: 'setting'; readonly spec: JsonObject }
  | { readonly kind: 'annotation'; readonly key: string; readonly value: string | null }
  | { readonly kind: 'node'; readonly name: string; readonly architecture: string }
  | { readonly kind: 'vandalism'; readonly operand: Operand; readonly draw: number };

function setting(spec: JsonObject): Deed {
  return { kind: 'setting', spec };
}

function annotation(key: string, value: string | null): Deed {
  return { kind: 'annotation', key, value };
}

function drawSetting(random: Draw): Deed {
  const on = random(2) === 0;
  const placement = { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } };
  const choices: readonly Deed[] = [
    setting({ liveMigrationConfig: { parallelMigrationsPerCluster: 1 + random(50) } }),
    setting({ featureGates: { alignCPUs: on, enableMultiArchBootImageImport: random(2) === 0 } }),
    setting({ enableApplicationAwareQuota: on }),
    setting({ logVerbosityConfig: { kubevirt: { virtLauncher: 1 + random(9) } } }),
    setting({ workloads: on ? placement : null }),
    annotation('hco.kubevirt.io/deployPasstNetworkBinding', on ? 'true' : null),
    annotation('deployOVS', on ? 'true' : null),
    annotation(
      'kubevirt.kubevirt.io/jsonpatch',
      on ? '[{"op":"add","path":"/spec/imagePullPolicy","value":"Always"}]' : null,
    ),
  ];
  return choices[random(choices.length)] ?? setting({});
}

const newArchitectures = ['arm64', 's390x', 'ppc64le'] as const;

function drawDeed(random: Draw): Deed {
  const draw = random(1_000);
  switch (random(4)) {
    case 0: {
      const architecture = newArchitectures[draw % newArchitectures.length] ?? 'arm64';
      return { kind: 'node', name: `late-${architecture}`, architecture };
    }
    case 1: {
      const operand = operands[draw % operands.length];
      return operand === undefined ? drawSetting(random) : { kind: 'vandalism', operand, draw };
    }
    default:
      return drawSetting(random);
  }
}

/** What the inputs are after a deed; a node that is there goes. */
function inputsAfter(inputs: Inputs, deed: Deed): Inputs {
  switch (deed.kind) {
    case 'vandalism':
      return inputs;
    case 'setting': {
      const spec = applyMergePatch(inputs.spec, deed.spec);
      return { ...inputs, spec: isJsonObject(spec) ? spec : {} };
    }
    case 'annotation':
      return { ...inputs, annotations: toggled(inputs.annotations, deed.key, deed.value) };
    case 'node': {
      const architectures = new Map(inputs.architectures);
      if (!architectures.delete(deed.name)) architectures.set(deed.name, deed.architecture);
      return { ...inputs, architectures };
    }
  }
}

function toggled(annotations: Inputs['annotations'], key: string, value: string | null) {
  const { [key]: _, ...others } = annotations;
  return value === null ? others : { ...others, [key]: value };
}

async function carryOut(sandbox: FurnishedCluster, deed: Deed, before: Inputs): Promise<void> {
  switch (deed.kind) {
    case 'setting':
      await patchHyperConverged(sandbox, { spec: deed.spec });
      break;
    case 'annotation':
      await patchHyperConverged(sandbox, { metadata: { annotations: { [deed.key]: deed.value } } });
      break;
    case 'node':
      if (before.architectures.has(deed.name))
        demand(await sandbox.client.delete(nodeResource, { name: deed.name }));
      else await addNode(sandbox, deed.name, deed.architecture);
      break;
    case 'vandalism':
      await vandalize(sandbox, deed.operand, deed.draw);
  }
}

async function patchHyperConverged({ client }: FurnishedCluster, body: JsonObject): Promise<void> {
  demand(await client.patch(hyperConvergeds, hyperConvergedName, { type: 'merge', body }));
}

async function addNode({ client }: FurnishedCluster, name: string, architecture: string): Promise<void> {
  const machine = { name, architecture, roles: ['worker'] };
  demand(
    await client.create(nodeResource, simulatedNode(machine, { now: '2026-01-01T00:00:00Z', index: 900 })),
  );
}

/** A stranger removes an operand, or changes what is the operator's in it. */
async function vandalize({ client, get }: FurnishedCluster, operand: Operand, draw: number): Promise<void> {
  const namespace = operand.namespaced ? (operand.namespace ?? operatorNamespace) : undefined;
  const name = { namespace, name: operand.name(hyperConvergedName.name) };
  if ((await get(operand, name)) === undefined) return;
  const labels = { 'app.kubernetes.io/part-of': `stranger-${draw}` };
  const spec = operand.reportsConditions ? { spec: { infra: { replicas: draw } } } : {};
  const result =
    draw % 3 === 0
      ? await client.delete(operand, name)
      : await client.patch(operand, name, { type: 'merge', body: { metadata: { labels }, ...spec } });
  // the operator, or the operand's own controller, may have been quicker
  if (!result.ok && result.status.code !== 404 && result.status.code !== 409) demand(result);
}

const done = { setting: 0, annotation: 0, node: 0, vandalism: 0 } satisfies Record<Deed['kind'], number>;
const count = { kills: 0, starting: 0, reading: 0, leftovers: 0, deeds: 0 };

/** A third of the operators meet the deed while they start, a third during their first look, a third afterwards. */
async function letStart(operator: OperatorProcess, draw: number): Promise<void> {
  if (draw === 1) await operator.said(hasRead);
  if (draw === 2) await operator.said(hasReconciled);
  // what it does before anybody has done anything is what the one before it left undone
  if (draw === 2 && operator.deeds().length > 0) count.leftovers += 1;
}

async function kill(operator: OperatorProcess): Promise<void> {
  expect(operator.isRunning(), operator.output().slice(-4_000)).toBe(true);
  await operator.kill();
  count.kills += 1;
  if (!hasRead.test(operator.output())) count.starting += 1;
  else if (!hasReconciled.test(operator.output())) count.reading += 1;
  count.deeds += operator.deeds().length;
}

/** The final state, and what led there. */
async function withKills(sandbox: FurnishedCluster): Promise<{ inputs: Inputs; state: JsonValue }> {
  const random = seededDraw(seed);
  let inputs: Inputs = { spec: {}, annotations: {}, architectures: new Map() };
  let operator = startOperatorProcess(sandbox.operatorKubeconfig, '--no-leader-elect');
  for (let round = 0; round < rounds; round += 1) {
    await letStart(operator, round === 0 ? 2 : random(3));
    if (round === 0) await sandbox.createHyperConverged(inputs);
    for (let left = 1 + random(3); left > 0; left -= 1) {
      const deed = drawDeed(random);
      await carryOut(sandbox, deed, inputs);
      inputs = inputsAfter(inputs, deed);
      done[deed.kind] += 1;
    }
    // Most of the work is done within some 50 ms: two thirds of the kills come then.
    const delayMs = random(3) === 0 ? random(longestDelayMs + 1) : random(50);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await kill(operator);
    operator = startOperatorProcess(sandbox.operatorKubeconfig, '--no-leader-elect');
  }
  await quiet(sandbox, operator);
  return { inputs, state: await stateOf(sandbox) };
}

async function undisturbed(sandbox: FurnishedCluster, inputs: Inputs): Promise<JsonValue> {
  for (const [name, architecture] of inputs.architectures) await addNode(sandbox, name, architecture);
  await sandbox.createHyperConverged(inputs);
  const operator = startOperatorProcess(sandbox.operatorKubeconfig, '--no-leader-elect');
  await quiet(sandbox, operator);
  return await stateOf(sandbox);
}

const momentary = [
  'uid',
  'resourceVersion',
  'generation',
  'observedGeneration',
  'creationTimestamp',
  'managedFields',
  'lastTransitionTime',
  // kube-apiserver counts the changes of a DaemonSet's template there
  'deprecated.daemonset.template.generation',
];

/** Everything but what names a moment or an identity, or was drawn by lot. */
async function stateOf(sandbox: FurnishedCluster): Promise<JsonValue> {
  const hyperConverged = await sandbox.hyperConverged();
  const owned = Object.fromEntries(await sandbox.operands());
  const text = JSON.stringify({ hyperConverged, owned }, (key, value: unknown) =>
    momentary.includes(key) ? undefined : sorted(value),
  );
  const status = hyperConverged?.status;
  const schedule = isJsonObject(status) ? status.dataImportSchedule : undefined;
  expect(schedule).toMatch(/^\d+ \d+\/12 \* \* \*$/);
  return JSON.parse(text.replaceAll(String(schedule), 'a schedule'));
}

function sorted(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const started: FurnishedCluster[] = [];

async function newCluster(clusters: FurnishedClusters): Promise<FurnishedCluster> {
  const cluster = await clusters.start();
  started.push(cluster);
  return cluster;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((cluster) => cluster.stop()));
  await killAll();
});

afterAll(() => {
  console.log(
    `sigkill: seed ${seed}, ${count.kills} kills (${count.starting} while starting, ${count.reading} before the first reconcile ended), ` +
      `${done.setting + done.annotation} settings, ${done.node} nodes, ${done.vandalism} foreign changes; the killed did ${count.deeds} things to operands, ` +
      `at least ${count.leftovers} times left something undone`,
  );
});

test.each([furnishedSandboxes, furnishedKubernetes])(
  `$name: ${rounds} SIGKILLs lead to the same state as none (SIGKILL_SEED=${seed})`,
  async (clusters) => {
    const before = count.kills;
    const { inputs, state } = await withKills(await newCluster(clusters));
    expect(count.kills - before).toBe(rounds);
    const expected = await undisturbed(await newCluster(clusters), inputs);
    expect(state).toEqual(expected);
  },
  150_000,
);
