import {
  applyMergePatch,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../../../../test/support/fake-clock.ts';
import { machineConfigGroup, names } from '../../layering/api/layering-names.ts';
import { desiredImage } from '../../layering/build-plan/node-rollout.ts';
import { World } from '../../layering/build-plan/simulated-world.test-support.ts';
import { RolloutPass } from './rollout-pass.ts';

const built = new World({ nodes: { a: 'amd64', b: 'arm64' } }).run();
const [build] = built.observed().builds;
const pullSpec = (build?.status as { index?: { pullSpec?: string } } | undefined)?.index?.pullSpec ?? '';

let clock: FakeClock;
let nodes: Map<string, KubernetesObject>;
/** Names of pods by node. */
let pods: Map<string, string[]>;
/** Names of nodes whose pods may not be listed. */
let refused: Set<string>;
/** Whether a budget keeps every pod. */
let isKept: boolean;
let told: string[];
/** Not on OpenShift. */
let isOurs: boolean;
let pass: RolloutPass;

beforeEach(() => {
  clock = new FakeClock();
  nodes = new Map();
  pods = new Map();
  refused = new Set();
  isKept = false;
  told = [];
  isOurs = true;
  pass = startPass();
});

function startPass(): RolloutPass {
  return new RolloutPass({
    writer: { ...unused, patch: async (_, { name }, change) => patch(name, change), evict },
    client: {
      get: async (_, { name }) => found(nodes.get(name)),
      list: async (_, { fieldSelector = '' } = {}) => list(fieldSelector.replace('spec.nodeName=', '')),
    },
    mirror: {
      groups: () => [machineConfigGroup],
      configs: () => [built.get('MachineOSConfig', 'edge')],
      observed: () => () => ({ ...built.observed(), nodes: [...nodes.values()] }),
      unread: () => undefined,
      isInUse: () => true,
    },
    deployment: built.deployment(),
    isOurs: () => isOurs,
    clock,
    onDone: () => undefined,
    onFinding: (_, { reason, message }) => told.push(`${reason}: ${message}`),
    onProblem: (message) => told.push(`problem: ${message}`),
  });
}

const never = () => Promise.reject(new Error('a rollout does not do this'));
const unused = { create: never, update: never, updateStatus: never, patchStatus: never, delete: never };

function refusal<T>(code: number, message: string): ApiResult<T> {
  return { ok: false, status: { code, reason: '', message } } as ApiResult<T>;
}

function found(object: KubernetesObject | undefined): ApiResult<KubernetesObject> {
  return object === undefined ? refusal(404, 'not found') : { ok: true, value: object };
}

function list(node: string) {
  if (refused.has(node)) return refusal<never>(403, 'pods is forbidden');
  const controller = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', controller: true };
  const items = (pods.get(node) ?? []).map((name) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name, ownerReferences: [controller] },
    spec: { nodeName: node },
  }));
  return { ok: true as const, value: { items, resourceVersion: '1' } };
}

function patch(name: string, change: Parameters<KubernetesClient['patch']>[2]): ApiResult<KubernetesObject> {
  const node = nodes.get(name);
  if (node === undefined || change.type !== 'merge') return refusal(404, 'not found');
  const changed = applyMergePatch(node as unknown as JsonObject, change.body) as unknown as KubernetesObject;
  nodes.set(name, changed);
  return { ok: true, value: changed };
}

async function evict({ name }: { readonly name: string }): Promise<ApiResult<JsonValue>> {
  if (isKept) return refusal(429, 'Cannot evict pod as it would violate the budget.');
  for (const [node, all] of pods)
    pods.set(
      node,
      all.filter((one) => one !== name),
    );
  return { ok: true, value: {} };
}

/** A node that is cordoned by us and being drained since now. */
function drained(name: string, architecture: string, pool = 'edge'): void {
  nodes.set(name, {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      resourceVersion: '1',
      labels: { pool },
      annotations: {
        [desiredImage]: pullSpec,
        [names.agent]: 'v1',
        [names.rolloutCordon]: 'true',
        [names.rolloutStep]: `Drain/${new Date(clock.now()).toISOString()}`,
      },
    },
    spec: { unschedulable: true },
    status: {
      nodeInfo: { architecture, operatingSystem: 'linux' },
      conditions: [{ type: 'Ready', status: 'True' }],
    },
  });
}

/** Passes, one a second. */
async function passes(count: number) {
  const outcomes = [];
  for (let round = 0; round < count; round += 1) {
    outcomes.push(await pass.run(new AbortController().signal, () => undefined));
    await clock.advance(1_000);
  }
  return outcomes;
}

const stepOf = (name: string) => nodes.get(name)?.metadata.annotations?.[names.rolloutStep]?.split('/')[0];
const linesOf = (reason: string) => told.filter((line) => line.startsWith(`${reason}: `));

test('a refused read about one node does not end the drain of another', async () => {
  drained('a', 'amd64');
  drained('b', 'arm64');
  pods.set('a', ['web']);
  isKept = true;
  refused.add('b');
  await passes(1);
  refused.clear();
  await passes(10);
  expect([stepOf('a'), stepOf('b')]).toEqual(['Drain', 'Apply']);
  isKept = false;
  await passes(30);
  expect([stepOf('a'), pods.get('a')]).toEqual(['Apply', []]);
});

test('what a budget says is told once, however often it is asked', async () => {
  drained('a', 'amd64');
  pods.set('a', ['web']);
  isKept = true;
  await passes(60);
  expect(linesOf('DrainBlocked')).toHaveLength(1);
});

test('what one config may not read is told once, and the others go on', async () => {
  drained('a', 'amd64');
  drained('z', 'amd64', 'no config has it');
  refused.add('a');
  const [first] = await passes(20);
  expect(first).toMatchObject({ outcome: 'retry' });
  expect(linesOf('problem')).toEqual(['problem: cannot list the pods of node a: pods is forbidden']);
  expect(stepOf('z')).toBeUndefined();
  refused.clear();
  await passes(10);
  expect(stepOf('a')).toBe('Apply');
});

test('on OpenShift no node is touched: images are handed over there', async () => {
  isOurs = false;
  drained('a', 'amd64');
  const before = nodes.get('a');
  for (let count = 0; count < 3; count += 1) await pass.run(new AbortController().signal, () => undefined);
  expect(nodes.get('a')).toBe(before);
  expect(told).toEqual([]);
});
