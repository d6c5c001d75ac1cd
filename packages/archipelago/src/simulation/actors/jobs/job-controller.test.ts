import {
  conditionOf,
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until as waitUntil } from '../../../../../../test/support/until.ts';
import { createReadyNodes } from '../furnish-cluster.ts';
import { simulatedNode } from '../simulated-nodes.ts';
import type { PodLog, RunOutcome, RunPod } from './run-pod.ts';
import { jobs, pods } from './send-write.ts';
import { startJobController } from './start-job-controller.ts';

const nodes = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false };
let cluster: EmbeddedCluster;
let client: KubernetesClient;
let controller: { stop(): Promise<void> } | undefined;
let problems: string[];
let runs: string[];

beforeEach(async () => {
  problems = [];
  runs = [];
  controller = undefined;
  cluster = await startEmbeddedCluster({ insecure: true });
  client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  await addNode('amd64');
});

afterEach(async () => {
  await controller?.stop();
  client.close();
  await cluster.stop();
});

function start(run: RunPod): void {
  controller = startJobController({
    client,
    logs: cluster.logs,
    run: (pod, job, signal, log) => {
      runs.push(pod.metadata.name);
      return run(pod, job, signal, log);
    },
    onProblem: (problem) => problems.push(problem),
    backoff: { baseMs: 1, capMs: 1 },
  });
}

/** Ends as the list says, one after the other. */
function outcomes(...list: readonly RunOutcome[]): RunPod {
  const left = [...list];
  return async () => left.shift() ?? { exitCode: 0, log: '' };
}

/** Runs until it is stopped. */
const forEver: RunPod = (_pod, _job, signal) =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ exitCode: 143, log: 'stopped' }));
  });

async function addNode(architecture: string): Promise<void> {
  const machine = { name: `worker-${architecture}`, architecture, roles: ['worker'] };
  const node = simulatedNode(machine, { now: '2026-01-01T00:00:00Z', index: 1 });
  await createReadyNodes(client, [node]);
}

async function create(spec: JsonObject = {}, podSpec: JsonObject = {}): Promise<void> {
  const job: KubernetesObject = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'build', namespace: 'default' },
    spec: {
      ...spec,
      template: {
        spec: { restartPolicy: 'Never', containers: [{ name: 'build', image: 'builder' }], ...podSpec },
      },
    },
  };
  const made = await client.create(jobs, job);
  expect(made).toMatchObject({ ok: true });
}

async function theJob(): Promise<KubernetesObject | undefined> {
  const found = await client.get(jobs, { namespace: 'default', name: 'build' });
  return found.ok ? found.value : undefined;
}

async function thePods(): Promise<readonly KubernetesObject[]> {
  const found = await client.list(pods, { namespace: 'default' });
  return found.ok ? found.value.items : [];
}

function until(holds: () => Promise<boolean>): Promise<unknown> {
  const tell = async () => [problems, [await theJob(), await thePods()].flat().map((one) => one?.status)];
  return waitUntil(holds, { tell });
}

const jobIs = (type: string) => async () => isConditionTrue(await theJob(), type);

test('a job is run by one pod and becomes Complete, everything is marked', async () => {
  start(outcomes({ exitCode: 0, log: '', message: 'sha256:1' }));
  await create({}, { nodeSelector: { 'kubernetes.io/arch': 'amd64' } });
  await until(jobIs('Complete'));
  const job = await theJob();
  expect(job?.status).toMatchObject({ succeeded: 1, ready: 0, uncountedTerminatedPods: {} });
  expect(job?.status).not.toHaveProperty('active');
  expect(isConditionTrue(job, 'SuccessCriteriaMet')).toBe(true);
  const [pod, ...others] = await thePods();
  expect(others).toEqual([]);
  expect(runs).toEqual([pod?.metadata.name]);
  expect(textAt(pod, 'spec', 'nodeName')).toBe('worker-amd64');
  expect(textAt(pod, 'status', 'phase')).toBe('Succeeded');
  expect(objectsAt(pod, 'status', 'containerStatuses')[0]).toMatchObject({
    name: 'build',
    state: { terminated: { exitCode: 0, reason: 'Completed', message: 'sha256:1' } },
  });
  for (const one of [job, pod]) expect(one?.metadata.annotations?.['archipelago.dev/simulated']).toBe('true');
  expect(pod?.metadata.finalizers ?? []).toEqual([]);
  expect(problems).toEqual([]);
});

test('what failed is tried again up to the limit, and every try is counted once', async () => {
  const failure = { exitCode: 1, log: 'no' } as const;
  start(outcomes(failure, failure, failure, failure));
  await create({ backoffLimit: 2 });
  await until(jobIs('Failed'));
  const job = await theJob();
  expect(numberAt(job, 'status', 'failed')).toBe(3);
  expect(conditionOf(job, 'Failed')).toMatchObject({ reason: 'BackoffLimitExceeded' });
  expect(runs.length).toBe(3);
  expect((await thePods()).length).toBe(3);
});

test('an exit code can fail the job at once, an eviction is not counted', async () => {
  start(outcomes({ evicted: true }, { exitCode: 65, log: '' }));
  const rules = [
    { action: 'FailJob', onExitCodes: { containerName: 'build', operator: 'In', values: [65, 66] } },
    { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
  ];
  await create({ backoffLimit: 0, podFailurePolicy: { rules } });
  await until(jobIs('Failed'));
  const job = await theJob();
  const last = runs.at(-1);
  expect(conditionOf(job, 'Failed')).toMatchObject({
    reason: 'PodFailurePolicy',
    message: `Container build for pod default/${last} failed with exit code 65 matching FailJob rule at index 0`,
  });
  expect(numberAt(job, 'status', 'failed')).toBe(1);
  expect(runs.length).toBe(2);
  const evicted = (await thePods()).find((pod) => textAt(pod, 'status', 'reason') === 'Evicted');
  expect(textAt(evicted, 'status', 'phase')).toBe('Failed');
});

test('a pod without a fitting node says so as the scheduler does, and runs when one comes', async () => {
  start(outcomes());
  await create({}, { nodeSelector: { 'kubernetes.io/arch': 'arm64' } });
  const said = async () => textAt(conditionOf((await thePods())[0], 'PodScheduled'), 'message');
  await until(async () => (await said()) !== '');
  expect(await said()).toBe("0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.");
  expect(conditionOf((await thePods())[0], 'PodScheduled')).toMatchObject({ reason: 'Unschedulable' });
  await addNode('arm64');
  await until(jobIs('Complete'));
  expect(textAt((await thePods())[0], 'spec', 'nodeName')).toBe('worker-arm64');
});

test('a deleted pod is stopped, counted as failed and replaced', async () => {
  let isFirst = true;
  start((...call) => {
    const run = isFirst ? forEver : outcomes();
    isFirst = false;
    return run(...call);
  });
  await create();
  await until(async () => (await thePods()).some((pod) => textAt(pod, 'status', 'phase') === 'Running'));
  const [pod] = await thePods();
  await client.delete(pods, { namespace: 'default', name: pod?.metadata.name ?? '' });
  await until(jobIs('Complete'));
  expect(numberAt(await theJob(), 'status', 'failed')).toBe(1);
  expect(runs.length).toBe(2);
});

test('a deleted job takes its pod with it and ends the run', async () => {
  let ended = false;
  start(async (...call) => {
    const outcome = await forEver(...call);
    ended = true;
    return outcome;
  });
  await create();
  await until(async () => (await thePods()).some((pod) => textAt(pod, 'status', 'phase') === 'Running'));
  await client.delete(jobs, { namespace: 'default', name: 'build' }, { propagation: 'Background' });
  await until(async () => (await theJob()) === undefined && (await thePods()).length === 0 && ended);
});

test('the node goes: the pod is a disruption, no failure of the program', async () => {
  start(forEver);
  await create({
    backoffLimit: 0,
    podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }] },
  });
  await until(async () => (await thePods()).some((pod) => textAt(pod, 'status', 'phase') === 'Running'));
  await client.delete(nodes, { name: 'worker-amd64' });
  await until(async () => (await thePods()).length === 2);
  const [old] = (await thePods()).filter((pod) => textAt(pod, 'status', 'phase') === 'Failed');
  expect(conditionOf(old, 'DisruptionTarget')).toMatchObject({ reason: 'DeletionByPodGC' });
  const waits = async () =>
    (await thePods()).some((pod) => conditionOf(pod, 'PodScheduled')?.status === 'False');
  await until(waits);
  await addNode('amd64');
  await until(async () => runs.length === 2);
});

test('what cannot be simulated is neither success nor failure', async () => {
  start(outcomes({ notSimulated: 'no buildah' }));
  await create();
  const waiting = async () => {
    const [container] = objectsAt((await thePods())[0], 'status', 'containerStatuses');
    return textAt(container, 'state', 'waiting', 'message');
  };
  await until(async () => (await waiting()) === 'no buildah');
  expect(textAt((await thePods())[0], 'status', 'phase')).toBe('Pending');
  expect(objectsAt(await theJob(), 'status', 'conditions')).toEqual([]);
  await controller?.stop();
  expect(runs.length).toBe(1);
});

test('a run that was lost with its process is a failure', async () => {
  start(forEver);
  await create();
  await until(async () => (await thePods()).some((pod) => textAt(pod, 'status', 'phase') === 'Running'));
  await controller?.stop();
  start(outcomes());
  await until(jobIs('Complete'));
  expect(numberAt(await theJob(), 'status', 'failed')).toBe(1);
  const [lost] = (await thePods()).filter((pod) => textAt(pod, 'status', 'phase') === 'Failed');
  const [container] = objectsAt(lost, 'status', 'containerStatuses');
  expect(textAt(container, 'state', 'terminated', 'reason')).toBe('ContainerStatusUnknown');
});

test('finished jobs go after their time to live, with their pods', async () => {
  start(outcomes());
  await create({ ttlSecondsAfterFinished: 0 });
  await until(
    async () => runs.length === 1 && (await theJob()) === undefined && (await thePods()).length === 0,
  );
});

test('five completions, two at a time', async () => {
  start(outcomes());
  await create({ completions: 5, parallelism: 2 });
  await until(jobIs('Complete'));
  expect(numberAt(await theJob(), 'status', 'succeeded')).toBe(5);
  expect(new Set(runs).size).toBe(5);
  expect(runs.length).toBe(5);
});

test('a kind of job that is not played is named and left alone', async () => {
  start(outcomes());
  await create({ completionMode: 'Indexed', completions: 2 });
  await until(async () => problems.length > 0);
  expect(problems).toEqual([
    'simulated job default/build: spec.completionMode Indexed is not simulated; nothing is done about this job',
  ]);
  expect(await thePods()).toEqual([]);
});

test('the logs of its containers can be read and followed', async () => {
  let end = () => {};
  let log: PodLog | undefined;
  start((_pod, _job, _signal, given) => {
    log = given;
    given.write('prepare', 'one\ntwo\n');
    given.end('prepare');
    given.write('build', '');
    return new Promise((resolve) => {
      end = () => resolve({ exitCode: 0, log: '' });
    });
  });
  await create({}, { initContainers: [{ name: 'prepare', image: 'builder' }] });
  await until(async () => log !== undefined);
  const [pod] = await thePods();
  const path = `/api/v1/namespaces/default/pods/${pod?.metadata.name}/log`;
  const headers = { authorization: `Bearer ${cluster.adminToken}` };
  const read = async (query: string) => {
    const answer = await fetch(`${cluster.url}${path}?${query}`, { headers });
    return [answer.status, await answer.text()];
  };
  expect(await read('container=prepare')).toEqual([200, 'one\ntwo\n']);
  expect(await read('container=prepare&tailLines=1')).toEqual([200, 'two\n']);
  expect(await read('container=prepare&limitBytes=2')).toEqual([200, 'on']);
  expect(await read('container=prepare&follow=true')).toEqual([200, 'one\ntwo\n']);
  expect(await read('')).toEqual([200, '']);
  expect((await read('container=other'))[0]).toBe(400);
  expect((await read('tailLines=-1'))[0]).toBe(400);
  expect((await read('previous=true'))[0]).toBe(501);
  const following = fetch(`${cluster.url}${path}?follow=true`, { headers });
  log?.write('build', 'three\n');
  const followed = await following;
  let text = '';
  for await (const chunk of followed.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text !== 'three\n') continue;
    log?.write('build', 'four\n');
    end();
  }
  expect([followed.status, text]).toEqual([200, 'three\nfour\n']);
  await until(jobIs('Complete'));
  expect(await read('tailLines=1')).toEqual([200, 'four\n']);
  await client.delete(jobs, { namespace: 'default', name: 'build' }, { propagation: 'Background' });
  await until(async () => (await thePods()).length === 0);
  expect((await read(''))[0]).toBe(404);
});

test('a container that waits, and a pod that nobody runs, have no log', async () => {
  start(outcomes({ notSimulated: 'no buildah' }));
  await create();
  await until(async () => objectsAt((await thePods())[0], 'status', 'containerStatuses').length > 0);
  const spec = { nodeName: 'worker-amd64', containers: [{ name: 'main', image: 'x' }] };
  const metadata = { name: 'other', namespace: 'default' };
  await client.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata, spec });
  const log = async (name = '') =>
    client.raw({ method: 'GET', path: `/api/v1/namespaces/default/pods/${name}/log` });
  await until(async () =>
    objectsAt((await thePods())[0], 'status', 'containerStatuses').some(
      (one) => textAt(one, 'state', 'waiting', 'reason') === 'NotSimulated',
    ),
  );
  const [pod] = await thePods();
  expect(await log(pod?.metadata.name)).toMatchObject({
    ok: false,
    status: {
      code: 400,
      message: `container "build" in pod "${pod?.metadata.name}" is waiting to start: NotSimulated`,
    },
  });
  expect(await log('other')).toMatchObject({ ok: false, status: { code: 501 } });
});
