import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { withMetadata } from '../../json/json-access.ts';
import type { ResourceType } from '../../resources/resource-type.ts';
import { clusterRole } from './cluster-role.ts';
import { clusterRoleBinding } from './cluster-role-binding.ts';
import { configMap } from './config-map.ts';
import { cronJob } from './cron-job.ts';
import { csiDriver } from './csi-driver.ts';
import { daemonSet } from './daemon-set.ts';
import { deployment } from './deployment.ts';
import { event } from './event.ts';
import { eventView } from './event-view.ts';
import { job } from './job.ts';
import { lease } from './lease.ts';
import { mutatingWebhookConfiguration } from './mutating-webhook-configuration.ts';
import { namespace } from './namespace.ts';
import { networkPolicy } from './network-policy.ts';
import { persistentVolume } from './persistent-volume.ts';
import { persistentVolumeClaim } from './persistent-volume-claim.ts';
import { pod } from './pod.ts';
import { podDisruptionBudget } from './pod-disruption-budget.ts';
import { priorityClass } from './priority-class.ts';
import { replicaSet } from './replica-set.ts';
import { roleBinding } from './role-binding.ts';
import { runtimeClass } from './runtime-class.ts';
import { secret } from './secret.ts';
import { service } from './service.ts';
import { statefulSet } from './stateful-set.ts';
import { storageClass } from './storage-class.ts';
import { validatingWebhookConfiguration } from './validating-webhook-configuration.ts';

const now = Date.parse('2026-01-01T01:00:00Z');
/** An hour before. */
const then = '2026-01-01T00:00:00Z';
/** How that age is printed. */
const age = '60m';

/** The cells of an object called `a` that is an hour old, without its name. */
function cells(type: ResourceType, object: JsonObject): readonly JsonValue[] {
  const complete = withMetadata(object, { name: 'a', creationTimestamp: then });
  const [name, ...others] = type.columns.map((column) => column.cell(complete, now));
  expect(name).toBe('a');
  return others;
}

const template = {
  spec: {
    containers: [
      { name: 'c', image: 'i:1' },
      { name: 'd', image: 'j:2' },
    ],
    nodeSelector: { disk: 'ssd', zone: 'z' },
  },
};
const selector = { matchLabels: { app: 'x' } };
const workload = ['c,d', 'i:1,j:2'];

const subjects = [
  { kind: 'User', name: 'u' },
  { kind: 'User', name: 'v' },
  { kind: 'Group', name: 'g' },
  { kind: 'ServiceAccount', name: 's', namespace: 'n' },
];
const roleRef = { kind: 'Role', name: 'r' };

const volume = {
  capacity: { storage: '1Gi' },
  accessModes: ['ReadWriteOnce', 'ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOncePod', 'Other'],
  persistentVolumeReclaimPolicy: 'Retain',
  claimRef: { namespace: 'n', name: 'c' },
  storageClassName: 's',
  volumeAttributesClassName: 'gold',
  volumeMode: 'Block',
};
const modes = 'RWO,ROX,RWX,RWOP,Other';

const addresses = { clusterIP: '10.96.0.1', externalIPs: ['192.0.2.1', '192.0.2.2'] };
const ports = [
  { port: 80, protocol: 'TCP', nodePort: 30_080 },
  { port: 53, protocol: 'UDP', nodePort: 0 },
];

const tables: readonly (readonly [ResourceType, JsonObject, readonly JsonValue[]])[] = [
  [configMap, { data: { a: '1', b: '2' }, binaryData: { c: 'eA==' } }, [3, age]],
  [configMap, {}, [0, age]],
  [secret, { type: 'Opaque', data: { a: 'eA==', b: 'eA==' } }, ['Opaque', 2, age]],
  [namespace, { status: { phase: 'Active' } }, ['Active', age]],
  [lease, { spec: { holderIdentity: 'me' } }, ['me', age]],
  [runtimeClass, { handler: 'kata' }, ['kata', age]],
  [clusterRole, {}, [then]],
  [roleBinding, { roleRef, subjects }, ['Role/r', age, 'u, v', 'g', 'n/s']],
  [clusterRoleBinding, { roleRef }, ['Role/r', age, '', '', '']],
  [networkPolicy, { spec: { podSelector: selector } }, ['app=x', age]],
  [networkPolicy, { spec: { podSelector: {} } }, ['<none>', age]],
  [mutatingWebhookConfiguration, { webhooks: [{}, {}] }, [2, age]],
  [validatingWebhookConfiguration, { webhooks: [{}] }, [1, age]],
  [podDisruptionBudget, { spec: { minAvailable: 1 } }, ['1', 'N/A', 0, age]],
  [
    podDisruptionBudget,
    { spec: { maxUnavailable: '50%' }, status: { disruptionsAllowed: 2 } },
    ['N/A', '50%', 2, age],
  ],
  [priorityClass, {}, [0, false, age, '']],
  [priorityClass, { value: 7, globalDefault: true, preemptionPolicy: 'Never' }, [7, true, age, 'Never']],
  [
    storageClass,
    { provisioner: 'p', reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate', allowVolumeExpansion: true },
    ['p', 'Delete', 'Immediate', true, age],
  ],
  [storageClass, {}, ['', '', '', false, age]],
  [
    csiDriver,
    {
      spec: {
        attachRequired: true,
        tokenRequests: [{ audience: 'a' }],
        volumeLifecycleModes: ['Persistent'],
      },
    },
    [true, false, false, 'a', false, 'Persistent', age],
  ],
  [csiDriver, { spec: {} }, [false, false, false, '<unset>', false, '<none>', age]],
  [
    persistentVolume,
    { spec: volume, status: { phase: 'Failed', reason: 'why' } },
    ['1Gi', modes, 'Retain', 'Failed', 'n/c', 's', 'gold', 'why', age, 'Block'],
  ],
  [persistentVolume, {}, ['', '', '', '', '', '', '<unset>', '', age, '']],
  [
    persistentVolumeClaim,
    {
      spec: { ...volume, volumeName: 'v' },
      status: { phase: 'Bound', capacity: volume.capacity, accessModes: volume.accessModes },
    },
    ['Bound', 'v', '1Gi', modes, 's', 'gold', age, 'Block'],
  ],
  [persistentVolumeClaim, {}, ['', '', '', '', '', '<unset>', age, '']],
  [
    service,
    { spec: { type: 'NodePort', ...addresses, ports, selector: { app: 'x', tier: 'y' } } },
    ['NodePort', '10.96.0.1', '192.0.2.1,192.0.2.2', '80:30080/TCP,53/UDP', age, 'app=x,tier=y'],
  ],
  [service, { spec: { type: 'ClusterIP' } }, ['ClusterIP', '<none>', '<none>', '<none>', age, '<none>']],
  [
    service,
    { spec: { type: 'ExternalName', externalName: 'example.com' } },
    ['ExternalName', '<none>', 'example.com', '<none>', age, '<none>'],
  ],
  [
    service,
    { spec: { type: 'LoadBalancer' } },
    ['LoadBalancer', '<none>', '<pending>', '<none>', age, '<none>'],
  ],
  [
    service,
    { spec: { type: 'LoadBalancer', ...addresses } },
    ['LoadBalancer', '10.96.0.1', '192.0.2.1,192.0.2.2', '<none>', age, '<none>'],
  ],
  [
    deployment,
    {
      spec: { replicas: 3, template, selector },
      status: { readyReplicas: 1, updatedReplicas: 2, availableReplicas: 4 },
    },
    ['1/3', 2, 4, age, ...workload, 'app=x'],
  ],
  [deployment, {}, ['0/0', 0, 0, age, '', '', '<none>']],
  [statefulSet, { spec: { replicas: 3, template }, status: { readyReplicas: 2 } }, ['2/3', age, ...workload]],
  [
    replicaSet,
    { spec: { replicas: 3, template, selector }, status: { replicas: 2, readyReplicas: 1 } },
    [3, 2, 1, age, ...workload, 'app=x'],
  ],
  [
    daemonSet,
    {
      spec: { template, selector },
      status: {
        desiredNumberScheduled: 5,
        currentNumberScheduled: 4,
        numberReady: 3,
        updatedNumberScheduled: 2,
        numberAvailable: 1,
      },
    },
    [5, 4, 3, 2, 1, 'disk=ssd,zone=z', age, ...workload, 'app=x'],
  ],
  [
    cronJob,
    {
      spec: { schedule: '@daily', timeZone: 'UTC', suspend: true },
      status: { active: [{}, {}], lastScheduleTime: then },
    },
    ['@daily', 'UTC', 'True', 2, age, age],
  ],
  [cronJob, { spec: { schedule: '@daily' } }, ['@daily', '<none>', 'False', 0, '<none>', age]],
];

describe('the cells of an object in a table', () => {
  test.each(tables.map((table) => [table[0].kind, JSON.stringify(table[1]), table] as const))(
    '%s %s',
    (_kind, _text, [type, object, expected]) => {
      expect(cells(type, object)).toEqual(expected);
    },
  );
});

describe('a job', () => {
  const condition = (type: string, status = 'True') => ({ type, status });
  const statuses: readonly (readonly [string, JsonObject])[] = [
    ['Running', {}],
    ['Running', { conditions: [condition('Complete', 'False'), condition('Other')] }],
    ['Complete', { conditions: [condition('Other'), condition('Complete')] }],
    ['Failed', { conditions: [condition('FailureTarget'), condition('Failed')] }],
    ['Suspended', { conditions: [condition('Suspended')] }],
    ['FailureTarget', { conditions: [condition('FailureTarget')] }],
  ];

  test.each(statuses)('is %s with %j', (expected, status) => {
    expect(cells(job, { status })[0]).toBe(expected);
  });

  test('that is being deleted terminates, unless it has ended', () => {
    const metadata = { deletionTimestamp: then };
    expect(cells(job, { metadata })[0]).toBe('Terminating');
    expect(cells(job, { metadata, status: { conditions: [condition('Failed')] } })[0]).toBe('Failed');
  });

  const runs: readonly (readonly [JsonObject, readonly [string, string]])[] = [
    [{}, ['0/1', '']],
    [{ spec: { completions: 3 }, status: { succeeded: 2, startTime: then } }, ['2/3', '60m']],
    [{ status: { succeeded: 1, startTime: then, completionTime: '2026-01-01T00:00:07Z' } }, ['1/1', '7s']],
  ];

  test.each(runs)('%j has completions and a duration', (object, expected) => {
    expect(cells(job, object).slice(1, 3)).toEqual(expected);
  });

  test('shows what it runs', () => {
    expect(cells(job, { spec: { template, selector } }).slice(3)).toEqual([age, ...workload, 'app=x']);
  });
});

describe('a pod', () => {
  const waiting = (reason: string) => ({ state: { waiting: { reason } } });
  const terminated = (reason: string, exitCode: number) => ({ state: { terminated: { reason, exitCode } } });
  const phases: readonly (readonly [string, JsonObject])[] = [
    ['', {}],
    ['Running', { phase: 'Running', containerStatuses: [{ state: { running: {} } }] }],
    ['Evicted', { phase: 'Failed', reason: 'Evicted' }],
    ['ErrImagePull', { phase: 'Pending', containerStatuses: [waiting('ErrImagePull')] }],
    [
      'Error',
      { phase: 'Failed', reason: 'x', containerStatuses: [waiting('first'), terminated('Error', 1)] },
    ],
    ['Init:0/2', { phase: 'Pending', initContainerStatuses: [waiting('PodInitializing')] }],
    ['Init:0/2', { phase: 'Pending', initContainerStatuses: [{ state: { running: {} } }] }],
    ['Init:1/2', { initContainerStatuses: [terminated('Completed', 0), waiting('PodInitializing')] }],
    ['Init:Error', { initContainerStatuses: [terminated('Error', 1), waiting('PodInitializing')] }],
    [
      'Running',
      { phase: 'Running', initContainerStatuses: [terminated('Completed', 0), terminated('Completed', 0)] },
    ],
  ];

  test.each(phases)('is %s with %j', (expected, status) => {
    const spec = { containers: [{}], initContainers: [{}, {}] };
    expect(cells(pod, { spec, status })[1]).toBe(expected);
  });

  test('that is being deleted terminates, whatever its containers say', () => {
    const status = { containerStatuses: [waiting('ErrImagePull')] };
    expect(cells(pod, { metadata: { deletionTimestamp: then }, status })[1]).toBe('Terminating');
  });

  test('tells how many containers are ready and how often they were restarted, where it runs', () => {
    const containerStatuses = [
      { ready: true, restartCount: 2 },
      { ready: false, restartCount: 3 },
    ];
    const object = {
      spec: { containers: [{}, {}, {}], nodeName: 'n' },
      status: { phase: 'Running', containerStatuses, podIP: '10.0.0.1', nominatedNodeName: 'm' },
    };
    expect(cells(pod, object)).toEqual(['1/3', 'Running', '5', age, '10.0.0.1', 'n', 'm', '<none>']);
    expect(cells(pod, {})).toEqual(['0/0', '', '0', age, '<none>', '<none>', '<none>', '<none>']);
    expect(cells(pod, { status: { containerStatuses: [{}] } })[2]).toBe('0');
  });
});

describe('an event', () => {
  const [minute, hour] = ['2026-01-01T00:59:00Z', then];
  const text = {
    metadata: { name: 'e' },
    type: 'Normal',
    reason: 'Made',
    message: ' done\n',
    involvedObject: { kind: 'ConfigMap', name: 'm', fieldPath: 'data' },
    source: { component: 'c', host: 'h' },
  };
  const rest = ['Normal', 'Made', 'configmap/m', 'data', 'c, h', 'done'];

  const times: readonly (readonly [JsonObject, readonly JsonValue[]])[] = [
    [{}, ['<unknown>', ...rest, '<unknown>', 1, 'e']],
    [{ eventTime: minute }, ['60s', ...rest, '60s', 1, 'e']],
    [{ firstTimestamp: hour, lastTimestamp: minute, count: 3 }, ['60s', ...rest, age, 3, 'e']],
    [{ eventTime: hour, lastTimestamp: minute, count: 0 }, ['60s', ...rest, age, 1, 'e']],
    [
      { eventTime: hour, lastTimestamp: hour, count: 3, series: { count: 9, lastObservedTime: minute } },
      ['60s', ...rest, age, 9, 'e'],
    ],
  ];

  test.each(times)('with %j', (more, expected) => {
    const object = { ...text, ...more };
    expect(event.columns.map((column) => column.cell(object, now))).toEqual(expected);
  });

  test('has the same cells in its own group', () => {
    const other = {
      metadata: { name: 'e' },
      type: 'Normal',
      reason: 'Made',
      note: ' done\n',
      regarding: text.involvedObject,
      deprecatedSource: { component: 'c' },
      deprecatedFirstTimestamp: hour,
      deprecatedLastTimestamp: minute,
      deprecatedCount: 3,
    };
    const expected = ['60s', 'Normal', 'Made', 'configmap/m', 'data', 'c', 'done', age, 3, 'e'];
    expect(eventView.columns.map((column) => column.cell(other, now))).toEqual(expected);
  });
});

test('a storage class says that it is the default one', () => {
  const annotations = { 'storageclass.kubernetes.io/is-default-class': 'true' };
  const name = (object: JsonObject) => storageClass.columns[0]?.cell(object, now);
  expect(name({ metadata: { name: 'fast', annotations } })).toBe('fast (default)');
  expect(name({ metadata: { name: 'slow' } })).toBe('slow');
});
