import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';
import { afterAll, afterEach, expect, test } from 'vitest';
import { seededDraw } from '../support/seeded-random.ts';
import { killAll } from './archipelago-process.ts';
import { addNode, carryOut, type Deed, drawDeed, type Inputs, inputsAfter } from './deeds.ts';
import {
  type FurnishedCluster,
  type FurnishedClusters,
  furnishedKubernetes,
  furnishedSandboxes,
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
