import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { jobStep } from './job-step.ts';
import { podName, podOfJob, trackingFinalizer } from './pod-of-job.ts';

const now = Date.parse('2026-01-01T01:00:00Z');
const backoff = { baseMs: 10_000, capMs: 600_000 };
const simulated = { 'archipelago.dev/simulated': 'true' };

function job(spec: JsonObject = {}, status: JsonObject = {}): KubernetesObject {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'j', namespace: 'n', uid: 'u', annotations: simulated },
    spec: {
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      template: { spec: { restartPolicy: 'Never' } },
      ...spec,
    },
    status: { startTime: '2026-01-01T00:00:00Z', ready: 0, terminating: 0, ...status },
  };
}

function pod(ordinal: number, phase: string, more: JsonObject = {}): KubernetesObject {
  const { metadata, ...rest } = podOfJob(job(), podName(job(), ordinal));
  const finishedAt = '2026-01-01T00:59:55Z';
  const containerStatuses =
    phase === 'Failed' ? [{ name: 'c', state: { terminated: { exitCode: 1, finishedAt } } }] : [];
  return {
    ...rest,
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata, uid: `p${ordinal}` },
    status: { phase, containerStatuses, ...more },
  };
}

function counted(one: KubernetesObject): KubernetesObject {
  return { ...one, metadata: { ...one.metadata, finalizers: [] } };
}

/** What is done, in short. */
function done(one: KubernetesObject, pods: readonly KubernetesObject[]) {
  return jobStep(one, pods, { now, backoff }).writes.map((write) => {
    const { name } = write.object.metadata;
    const number = [0, 1, 2, 3].find((ordinal) => podName(job(), ordinal) === name);
    const what = write.object.kind === 'Job' ? 'job' : `pod ${number}`;
    return 'patch' in write && write.object.kind === 'Job'
      ? [write.do, write.patch.status]
      : [write.do, what];
  });
}

const noneLeft = { succeeded: null, failed: null };
const writtenDown = (end: string, ...uids: string[]) => ({
  uncountedTerminatedPods: { ...noneLeft, [end]: uids },
});

test.each<[string, KubernetesObject, KubernetesObject[], unknown[]]>([
  ['a new job gets its pod', job(), [], [['create', 'pod 0']]],
  ['a pod is counted as active', job(), [pod(0, 'Pending')], [['patchStatus', { active: 1 }]]],
  ['nothing changes', job({}, { active: 1 }), [pod(0, 'Pending')], []],
  [
    'success is written down first',
    job({}, { active: 1 }),
    [pod(0, 'Succeeded')],
    [['patchStatus', expect.objectContaining({ active: null, ...writtenDown('succeeded', 'p0') })]],
  ],
  [
    'then the pod is let go',
    job(
      {},
      { ...writtenDown('succeeded', 'p0'), conditions: [{ type: 'SuccessCriteriaMet', status: 'True' }] },
    ),
    [pod(0, 'Succeeded')],
    [['patch', 'pod 0']],
  ],
  [
    'then the job is finished',
    job(
      {},
      { ...writtenDown('succeeded', 'p0'), conditions: [{ type: 'SuccessCriteriaMet', status: 'True' }] },
    ),
    [counted(pod(0, 'Succeeded'))],
    [
      [
        'patchStatus',
        expect.objectContaining({
          succeeded: 1,
          uncountedTerminatedPods: noneLeft,
          completionTime: expect.any(String),
        }),
      ],
    ],
  ],
  [
    'a pod that is gone before it was counted is counted',
    job({}, writtenDown('failed', 'p0')),
    [],
    [
      ['patchStatus', { failed: 1, uncountedTerminatedPods: noneLeft }],
      ['create', 'pod 1'],
    ],
  ],
  ['what is counted stays so', job({}, { failed: 1 }), [counted(pod(0, 'Failed'))], []],
  [
    'an active pod too many goes',
    job({ parallelism: 1 }, { active: 2 }),
    [pod(0, 'Running'), pod(1, 'Running')],
    [['delete', 'pod 1']],
  ],
  ['a name that is taken is passed over', job(), [counted(pod(0, 'Succeeded'))], [['create', 'pod 1']]],
  [
    'the deadline counts while the pod is Pending',
    job({ activeDeadlineSeconds: 3600 }, { active: 1 }),
    [pod(0, 'Pending')],
    [
      [
        'patchStatus',
        { conditions: [expect.objectContaining({ type: 'FailureTarget', reason: 'DeadlineExceeded' })] },
      ],
      ['delete', 'pod 0'],
    ],
  ],
  ['others manage it', job({ managedBy: 'somebody.example' }), [], []],
])('%s', (_, one, pods, expected) => {
  expect(done(one, pods)).toEqual(expected);
});

test('the next pod waits as Kubernetes lets it wait', () => {
  const step = jobStep(job({}, { failed: 1 }), [counted(pod(0, 'Failed'))], { now, backoff });
  expect(step).toEqual({ writes: [], afterMs: 5000 });
  const later = jobStep(job({}, { failed: 2 }), [counted(pod(0, 'Failed'))], { now, backoff });
  expect(later.afterMs).toBe(15_000);
});

test('a pod that ended is counted once, however often and with whatever is seen', () => {
  let stored = job({ backoffLimit: 6 });
  let seen = pod(0, 'Failed');
  for (let round = 0; round < 6; round++)
    for (const write of jobStep(stored, [seen], { now, backoff }).writes) {
      if (write.do === 'patchStatus')
        stored = { ...stored, status: { ...Object(stored.status), ...Object(write.patch.status) } };
      if (write.do === 'patch') seen = counted(seen);
    }
  expect(seen.metadata.finalizers).not.toContain(trackingFinalizer);
  expect(stored.status).toMatchObject({ failed: 1, uncountedTerminatedPods: noneLeft });
});

test('names are stable, short and valid', () => {
  const long = { ...job(), metadata: { name: 'x'.repeat(63), uid: 'u' } };
  expect(podName(long, 0)).toHaveLength(63);
  expect(podName(long, 0)).toBe(podName(long, 0));
  expect(podName(long, 0)).not.toBe(podName(long, 1));
});
