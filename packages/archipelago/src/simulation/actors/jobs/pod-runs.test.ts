import type { KubernetesObject } from '@archipelago/apimachinery';
import { ContainerLogs } from '@archipelago/kube-sandbox';
import { expect, test } from 'vitest';
import { PodRuns } from './pod-runs.ts';
import type { PodLog, RunOutcome } from './run-pod.ts';

const object = (kind: string, uid: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: uid, uid },
});
const pod = object('Pod', 'p');
const job = object('Job', 'j');

/** Runs that end when the test says so. */
function runs() {
  const logs = new ContainerLogs();
  const ended: string[] = [];
  const begun: {
    readonly end: (outcome: RunOutcome) => void;
    readonly fail: (why: unknown) => void;
    readonly signal: AbortSignal;
    readonly log: PodLog;
  }[] = [];
  const all = new PodRuns(
    (_pod, _job, signal, log) =>
      new Promise((end, fail) => {
        begun.push({ end, fail, signal, log });
      }),
    logs,
    ({ metadata }) => ended.push(metadata.name),
  );
  return { all, logs, ended, begun };
}

/** Lets what is settled be told. */
async function settle(): Promise<void> {
  await new Promise((done) => setImmediate(done));
}

test('a pod that nobody started has no run', () => {
  expect(runs().all.of(pod)).toEqual({ state: 'none' });
});

test('a pod runs once, until it ends', async () => {
  const { all, logs, ended, begun } = runs();
  all.start(pod, job);
  all.start(pod, job);
  expect(all.of(pod)).toEqual({ state: 'running' });
  await settle();
  const [run, ...others] = begun;
  expect([others, run?.signal.aborted, ended]).toEqual([[], false, []]);
  run?.log.write('c', 'text');
  expect(logs.read('p', 'c')).toBe('text');
  run?.end({ exitCode: 3, log: 'x' });
  await settle();
  expect([all.of(pod), ended]).toEqual([{ state: 'ended', outcome: { exitCode: 3, log: 'x' } }, ['p']]);
  run?.log.write('c', ' more');
  expect(logs.read('p', 'c')).toBe('text');
});

test('a run that breaks off is not simulated', async () => {
  const { all, begun } = runs();
  all.start(pod, job);
  await settle();
  begun[0]?.fail('no disk');
  await settle();
  expect(all.of(pod)).toEqual({ state: 'ended', outcome: { notSimulated: 'the run broke off: no disk' } });
});

test('a run is stopped by itself, with its pod, and with all of them', async () => {
  const { all, begun, ended, logs } = runs();
  const others = ['q', 'r'].map((uid) => object('Pod', uid));
  for (const each of [pod, ...others]) all.start(each, job);
  await settle();
  const stopped = () => begun.map(({ signal }) => signal.aborted);
  all.stop(pod);
  expect([stopped(), all.of(pod)]).toEqual([[true, false, false], { state: 'running' }]);
  begun[1]?.log.write('c', 'text');
  all.forget(object('Pod', 'q'));
  expect([stopped(), all.of(object('Pod', 'q')), logs.read('q', 'c')]).toEqual([
    [true, true, false],
    { state: 'none' },
    undefined,
  ]);
  begun[1]?.log.write('c', 'late');
  expect(logs.read('q', 'c')).toBeUndefined();
  const all3 = all.stopAll();
  expect(stopped()).toEqual([true, true, true]);
  for (const { end } of begun) end({ exitCode: 0, log: '' });
  await all3;
  expect(ended).toEqual(['p', 'r']);
});
