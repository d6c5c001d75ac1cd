import {
  conditionOf,
  isConditionTrue,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  textAt,
} from '@archipelago/apimachinery';
import { afterEach, expect, test } from 'vitest';
import { WorkloadCluster } from './workload-cluster.test-support.ts';

let cluster: WorkloadCluster;
afterEach(() => cluster.stop());

const deployments = '/apis/apps/v1/namespaces/default/deployments';

function images(): readonly string[] {
  return cluster.pods.map((pod) => textAt(pod, 'spec', 'containers', 0, 'image')).sort();
}

test('a Deployment rolls out, is scaled, goes on to another image and back', async () => {
  cluster = new WorkloadCluster({ annotations: { simulated: 'true' } });
  await cluster.node('a');
  await cluster.workload('Deployment', 'web', { replicas: 3 });
  await cluster.settle();
  expect(objectAt(cluster.object('apps/deployments', 'web'), 'status')).toMatchObject({
    observedGeneration: 1,
    replicas: 3,
    updatedReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
  });
  expect(cluster.pods.map((pod) => pod.metadata.annotations?.simulated)).toEqual(['true', 'true', 'true']);
  await cluster.must('PATCH', `${deployments}/web/scale`, { spec: { replicas: 5 } });
  await cluster.settle();
  expect(cluster.pods).toHaveLength(5);
  const image = { spec: { template: { spec: { containers: [{ name: 'main', image: 'app:2' }] } } } };
  await cluster.must('PATCH', `${deployments}/web`, image, { type: 'strategic' });
  await cluster.settle();
  expect(images()).toEqual(Array.from({ length: 5 }, () => 'app:2'));
  const web = cluster.object('apps/deployments', 'web');
  expect(web.metadata.annotations?.['deployment.kubernetes.io/revision']).toBe('2');
  expect(conditionOf(web, 'Progressing')?.reason).toBe('NewReplicaSetAvailable');
  const first = cluster
    .objects('apps/replicasets')
    .find(({ metadata }) => metadata.annotations?.['deployment.kubernetes.io/revision'] === '1');
  const { template } = objectAt(first, 'spec');
  await cluster.must(
    'PATCH',
    `${deployments}/web`,
    [{ op: 'replace', path: '/spec/template', value: template }],
    {
      type: 'json-patch',
    },
  );
  await cluster.settle();
  expect(images()).toEqual(Array.from({ length: 5 }, () => 'app:1'));
  const revisions = cluster
    .objects('apps/replicasets')
    .map(({ metadata }) => metadata.annotations?.['deployment.kubernetes.io/revision']);
  expect(revisions.sort()).toEqual(['2', '3']);
});

test('a Deployment makes as many pods as a quota allows', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  const metadata = { name: 'q' };
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard: { pods: '2' } } };
  await cluster.must('POST', '/api/v1/namespaces/default/resourcequotas', quota);
  await cluster.workload('Deployment', 'web', { replicas: 3 });
  await cluster.settle();
  expect(cluster.pods).toHaveLength(2);
  expect(objectAt(cluster.object('/resourcequotas', 'q'), 'status', 'used')).toEqual({ pods: '2' });
  const events = cluster.objects('/events').map((event) => textAt(event, 'reason'));
  expect(events).toContain('FailedCreate');
});

test('a pod goes where it fits, and says why where it fits nowhere', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a', 'amd64', { taints: [{ key: 'k', effect: 'NoSchedule' }] });
  await cluster.node('b', 'arm64');
  await cluster.workload(
    'Deployment',
    'web',
    { replicas: 1 },
    { nodeSelector: { 'kubernetes.io/arch': 's390x' } },
  );
  await cluster.settle();
  const [pod] = cluster.pods;
  expect(conditionOf(pod, 'PodScheduled')).toMatchObject({
    status: 'False',
    reason: 'Unschedulable',
    message:
      "0/2 nodes are available: 1 node(s) didn't match Pod's node affinity/selector, 1 node(s) had untolerated taint {k: }.",
  });
  expect(cluster.objects('/events').map(({ reason }) => reason)).toContain('FailedScheduling');
  await cluster.node('z', 's390x');
  await cluster.settle();
  expect(nodes()).toEqual(['z']);
  const resources = { requests: { cpu: '3' } };
  await cluster.workload(
    'Deployment',
    'big',
    { replicas: 3 },
    { containers: [{ name: 'main', image: 'i', resources }] },
  );
  await cluster.settle();
  expect(nodes()).toEqual(['', 'b', 'z', 'z']);
  const waiting = cluster.pods.find((one) => textAt(one, 'spec', 'nodeName') === '');
  expect(conditionOf(waiting, 'PodScheduled')?.message).toBe(
    '0/3 nodes are available: 1 node(s) had untolerated taint {k: }, 2 Insufficient cpu.',
  );
});

function nodes(): readonly string[] {
  return cluster.pods.map((pod) => textAt(pod, 'spec', 'nodeName')).sort();
}

test('an image of another architecture never starts, and is tried again', async () => {
  cluster = new WorkloadCluster({
    imageArchitectures: (image) => (image === 'app:1' ? ['amd64'] : undefined),
  });
  await cluster.node('b', 'arm64');
  await cluster.workload('Deployment', 'web');
  await cluster.settle();
  expect(cluster.pods[0]?.status).toMatchObject({
    phase: 'Running',
    containerStatuses: [
      {
        ready: false,
        restartCount: 0,
        state: { waiting: { reason: 'CrashLoopBackOff' } },
        lastState: {
          terminated: { message: 'exec format error (simulated): app:1 is for amd64, and node b is arm64' },
        },
      },
    ],
  });
  await cluster.advance(11);
  expect(textAt(cluster.pods[0], 'status', 'containerStatuses', 0, 'state', 'waiting', 'reason')).toBe(
    'CrashLoopBackOff',
  );
  expect(objectAt(cluster.pods[0], 'status', 'containerStatuses', 0).restartCount).toBe(1);
  await cluster.advance(600);
  const web = cluster.object('apps/deployments', 'web');
  expect(conditionOf(web, 'Progressing')?.reason).toBe('ProgressDeadlineExceeded');
});

test('pods of a node that is deleted go elsewhere at once, of one that is lost after five minutes', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  await cluster.workload('Deployment', 'web', { replicas: 2 });
  await cluster.settle();
  await cluster.node('b');
  await cluster.must('DELETE', '/api/v1/nodes/a');
  await cluster.settle();
  expect(nodes()).toEqual(['b', 'b']);
  await cluster.node('c');
  const conditions = [{ type: 'Ready', status: 'Unknown' }];
  await cluster.must('PATCH', '/api/v1/nodes/b/status', { status: { conditions } });
  await cluster.settle();
  expect(cluster.pods.filter((pod) => isConditionTrue(pod, 'Ready'))).toEqual([]);
  await cluster.advance(299);
  expect(nodes()).toEqual(['b', 'b']);
  await cluster.advance(2);
  expect(nodes()).toEqual(['c', 'c']);
});

test('a DaemonSet has a pod on each node that takes it, and goes on node by node', async () => {
  cluster = new WorkloadCluster();
  for (const name of ['a', 'b', 'c']) await cluster.node(name);
  await cluster.node('x', 'amd64', { taints: [{ key: 'k', effect: 'NoSchedule' }] });
  await cluster.workload('DaemonSet', 'agent');
  await cluster.settle();
  expect(nodes()).toEqual(['a', 'b', 'c']);
  await cluster.must('PATCH', '/api/v1/nodes/c', { spec: { unschedulable: true } });
  await cluster.node('d', 'arm64');
  const path = '/apis/apps/v1/namespaces/default/daemonsets/agent';
  const image = { spec: { template: { spec: { containers: [{ name: 'main', image: 'app:2' }] } } } };
  await cluster.must('PATCH', path, image, { type: 'strategic' });
  await cluster.settle();
  expect(nodes()).toEqual(['a', 'b', 'c', 'd']);
  expect(images()).toEqual(['app:2', 'app:2', 'app:2', 'app:2']);
  expect(cluster.object('apps/daemonsets', 'agent').status).toMatchObject({
    desiredNumberScheduled: 4,
    updatedNumberScheduled: 4,
    numberAvailable: 4,
    numberMisscheduled: 0,
  });
  expect(
    cluster
      .objects('apps/controllerrevisions')
      .map(({ revision }) => revision)
      .sort(),
  ).toEqual([1, 2]);
});

test('a StatefulSet has numbered pods with claims, and replaces them from the end', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  const claim = {
    metadata: { name: 'data' },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  };
  await cluster.workload('StatefulSet', 'db', {
    replicas: 3,
    serviceName: 'db',
    volumeClaimTemplates: [claim],
  });
  await cluster.settle();
  expect(cluster.pods.map(({ metadata }) => metadata.name)).toEqual(['db-0', 'db-1', 'db-2']);
  expect(cluster.objects('/persistentvolumeclaims').map(({ metadata }) => metadata.name)).toEqual([
    'data-db-0',
    'data-db-1',
    'data-db-2',
  ]);
  const path = '/apis/apps/v1/namespaces/default/statefulsets/db';
  const updateStrategy = { rollingUpdate: { partition: 1 } };
  const image = {
    spec: { updateStrategy, template: { spec: { containers: [{ name: 'main', image: 'app:2' }] } } },
  };
  await cluster.must('PATCH', path, image, { type: 'strategic' });
  await cluster.settle();
  expect(images()).toEqual(['app:1', 'app:2', 'app:2']);
  await cluster.must('PATCH', path, {
    spec: { replicas: 1, updateStrategy: { rollingUpdate: { partition: 0 } } },
  });
  await cluster.settle();
  expect(images()).toEqual(['app:2']);
  const { currentRevision, updateRevision } = objectAt(cluster.object('apps/statefulsets', 'db'), 'status');
  expect(currentRevision).toBe(updateRevision);
});

function job(name: string, spec: JsonObject = {}, annotations: JsonObject = {}) {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'task:1' }] } };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, annotations },
    spec: { template, ...spec },
  };
}

const jobs = '/apis/batch/v1/namespaces/default/jobs';

test('jobs end after a second, as their annotation says, and are tried again as often as they may', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  await cluster.must(
    'POST',
    jobs,
    job('good', { completions: 3, parallelism: 2, ttlSecondsAfterFinished: 100 }),
  );
  await cluster.must('POST', jobs, job('bad', { backoffLimit: 1 }, { 'kube-sandbox/exit-code': '3' }));
  await cluster.must(
    'POST',
    jobs,
    job('slow', { activeDeadlineSeconds: 5 }, { 'kube-sandbox/run-seconds': '60' }),
  );
  const indexed = { completionMode: 'Indexed', completions: 2, parallelism: 2 };
  await cluster.must('POST', jobs, job('numbered', indexed));
  await cluster.advance(3);
  expect(cluster.object('batch/jobs', 'good').status).toMatchObject({ succeeded: 3 });
  expect(isConditionTrue(cluster.object('batch/jobs', 'good'), 'Complete')).toBe(true);
  expect(cluster.object('batch/jobs', 'numbered').status).toMatchObject({
    completedIndexes: '0,1',
    succeeded: 2,
  });
  expect(cluster.object('batch/jobs', 'bad').status).toMatchObject({ failed: 1 });
  await cluster.advance(15);
  expect(cluster.object('batch/jobs', 'bad').status).toMatchObject({ failed: 2 });
  expect(conditionOf(cluster.object('batch/jobs', 'bad'), 'Failed')?.reason).toBe('BackoffLimitExceeded');
  expect(conditionOf(cluster.object('batch/jobs', 'slow'), 'Failed')?.reason).toBe('DeadlineExceeded');
  await cluster.advance(100);
  expect(cluster.objects('batch/jobs').map(({ metadata }) => metadata.name)).not.toContain('good');
});

const tracking = 'batch.kubernetes.io/job-tracking';
const podNamed = ({ metadata: { name } }: KubernetesObject) => `/api/v1/namespaces/default/pods/${name}`;
const finalizersOf = ({ metadata }: KubernetesObject) => metadata.finalizers ?? [];

test('a pod of a job stays until its end is counted, and counts once, though it is deleted before or after', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  const slow = { 'kube-sandbox/run-seconds': '5' };
  await cluster.must('POST', jobs, job('one', { completions: 3, parallelism: 1 }, slow));
  await cluster.settle();
  expect(cluster.pods.map(finalizersOf)).toEqual([[tracking]]);
  // a pod that somebody deletes while it runs has failed
  for (const pod of cluster.pods) await cluster.must('DELETE', podNamed(pod));
  await cluster.settle();
  expect(cluster.object('batch/jobs', 'one').status).toMatchObject({ failed: 1, active: 1 });
  expect(cluster.pods).toHaveLength(1);
  await cluster.advance(7);
  const { status } = cluster.object('batch/jobs', 'one');
  expect(status).toMatchObject({ failed: 1, succeeded: 1, uncountedTerminatedPods: {} });
  const ended = cluster.pods.filter(({ status: each }) => textAt(each, 'phase') === 'Succeeded');
  expect(ended.map(finalizersOf)).toEqual([[]]);
  for (const pod of ended) await cluster.must('DELETE', podNamed(pod));
  await cluster.advance(15);
  expect(cluster.object('batch/jobs', 'one').status).toMatchObject({ failed: 1, succeeded: 3 });
  expect(isConditionTrue(cluster.object('batch/jobs', 'one'), 'Complete')).toBe(true);
  expect(cluster.pods.map(finalizersOf)).toEqual([[], []]);
});

test('an Indexed job remembers the numbers that have succeeded without their pods', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  const indexed = { completionMode: 'Indexed', completions: 3, parallelism: 1 };
  await cluster.must('POST', jobs, job('numbered', indexed));
  for (let second = 0; second < 4; second++) {
    await cluster.advance(1);
    const ended = cluster.pods.filter(({ status }) => textAt(status, 'phase') === 'Succeeded');
    for (const pod of ended) await cluster.must('DELETE', podNamed(pod));
  }
  const { status } = cluster.object('batch/jobs', 'numbered');
  expect(status).toMatchObject({ succeeded: 3, completedIndexes: '0-2' });
});

test('pods that a job wants no more are not counted', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  const slow = { 'kube-sandbox/run-seconds': '60' };
  await cluster.must('POST', jobs, job('wide', { parallelism: 3, completions: 5 }, slow));
  await cluster.settle();
  await cluster.must('PATCH', `${jobs}/wide`, { spec: { parallelism: 1 } });
  await cluster.settle();
  expect(cluster.object('batch/jobs', 'wide').status).toMatchObject({ active: 1 });
  await cluster.must('PATCH', `${jobs}/wide`, { spec: { suspend: true } });
  await cluster.settle();
  const { status } = cluster.object('batch/jobs', 'wide');
  expect(textAt({ failed: objectAt({ status }, 'status').failed ?? 'none' }, 'failed')).toBe('none');
  expect(cluster.pods).toEqual([]);
});

test.each(['Background', 'Foreground', 'Orphan'])(
  'nothing holds pods of a job that goes (%s)',
  async (how) => {
    cluster = new WorkloadCluster();
    await cluster.node('a');
    await cluster.must('POST', jobs, job('gone', {}, { 'kube-sandbox/run-seconds': '60' }));
    await cluster.settle();
    await cluster.must('DELETE', `${jobs}/gone?propagationPolicy=${how}`);
    await cluster.settle();
    expect(cluster.objects('batch/jobs')).toEqual([]);
    expect(cluster.pods.map(finalizersOf)).toEqual(how === 'Orphan' ? [[]] : []);
  },
);

test('a CronJob makes a job at each time, for missed ones only the last, and keeps the last three', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  await cluster.must('POST', '/apis/batch/v1/namespaces/default/cronjobs', {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'tick' },
    spec: { schedule: '*/5 * * * *', jobTemplate: { spec: job('x').spec } },
  });
  await cluster.advance(290);
  expect(cluster.objects('batch/jobs')).toHaveLength(1);
  await cluster.advance(1500);
  await cluster.advance(5);
  expect(cluster.objects('batch/jobs')).toHaveLength(3);
  expect(cluster.objects('batch/jobs').every((one) => isConditionTrue(one, 'Complete'))).toBe(true);
});

test('a CronJob of @every makes its first job so long after its beginning', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  await cluster.must('POST', '/apis/batch/v1/namespaces/default/cronjobs', {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'tick' },
    spec: { schedule: '@every 1m30s', jobTemplate: { spec: job('x').spec } },
  });
  const made: number[] = [];
  for (const seconds of [89, 1, 89, 1]) {
    await cluster.advance(seconds);
    made.push(cluster.objects('batch/jobs').length);
  }
  expect(made).toEqual([0, 1, 1, 2]);
});

test('a budget holds an eviction up until another pod is ready', async () => {
  cluster = new WorkloadCluster();
  await cluster.node('a');
  await cluster.workload('Deployment', 'web', { replicas: 2 });
  await cluster.must('POST', '/apis/policy/v1/namespaces/default/poddisruptionbudgets', {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: { name: 'web' },
    spec: { minAvailable: '50%', selector: { matchLabels: { app: 'web' } } },
  });
  await cluster.settle();
  expect(cluster.object('policy/poddisruptionbudgets', 'web').status).toMatchObject({
    expectedPods: 2,
    desiredHealthy: 1,
    currentHealthy: 2,
    disruptionsAllowed: 1,
  });
  await cluster.must('PATCH', '/api/v1/nodes/a', { spec: { unschedulable: true } });
  const [first = '', second = ''] = cluster.pods.map(({ metadata }) => metadata.name);
  const evict = (name: string) =>
    cluster.send('POST', `/api/v1/namespaces/default/pods/${name}/eviction`, { metadata: { name } });
  expect((await evict(first)).status).toBe(201);
  expect((await evict(second)).status).toBe(429);
  await cluster.settle();
  expect((await evict(second)).status).toBe(429);
  await cluster.node('b');
  await cluster.settle();
  expect((await evict(second)).status).toBe(201);
});

test('each namespace has its account and the authority, and pods the account', async () => {
  cluster = new WorkloadCluster();
  await cluster.must('POST', '/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'n' },
  });
  await cluster.settle();
  expect((await cluster.get('/api/v1/namespaces/n/serviceaccounts')).names).toEqual(['default']);
  await cluster.must('DELETE', '/api/v1/namespaces/n/configmaps/kube-root-ca.crt');
  await cluster.settle();
  expect((await cluster.get('/api/v1/namespaces/n/configmaps/kube-root-ca.crt')).body.data).toEqual({
    'ca.crt': 'PEM',
  });
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p' },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  };
  const made = await cluster.must('POST', '/api/v1/namespaces/n/pods', pod);
  expect(objectAt(made, 'spec').serviceAccountName).toBe('default');
  const other = { ...pod, spec: { ...pod.spec, serviceAccountName: 'nobody' } };
  expect((await cluster.send('POST', '/api/v1/namespaces/n/pods', other)).message).toBe(
    'pods "p" is forbidden: error looking up service account n/nobody: serviceaccount "nobody" not found',
  );
});
