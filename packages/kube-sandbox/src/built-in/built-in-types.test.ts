import { type JsonObject, objectAt, objectsAt, valueAt } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { TestServer } from '../test-server.test-support.ts';

const inDefault = '/api/v1/namespaces/default';
const apps = '/apis/apps/v1/namespaces/default';
const batch = '/apis/batch/v1/namespaces/default';

/** What a new object becomes: it is created in a dry run, so that nothing is kept between cases. */
async function created(target: string, object: JsonObject): Promise<JsonObject> {
  return new TestServer().must('POST', `${target}?dryRun=All`, { metadata: { name: 'a' }, ...object });
}

const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const container = { name: 'c', image: 'i' };
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container] } };
const selector = { matchLabels: { a: 'b' } };

/** What is added to a pod's spec, also to one in a template. */
const podSpec = {
  restartPolicy: 'Always',
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
};

const defaults: readonly (readonly [string, string, JsonObject, JsonObject])[] = [
  ['Pod', `${inDefault}/pods`, { containers: [container] }, { ...podSpec, enableServiceLinks: true }],
  [
    'Deployment',
    `${apps}/deployments`,
    { selector, template },
    {
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      template: { ...template, spec: expect.objectContaining(podSpec) },
    },
  ],
  [
    'Deployment that is recreated',
    `${apps}/deployments`,
    { selector, template, replicas: 0, strategy: { type: 'Recreate' } },
    { replicas: 0, strategy: { type: 'Recreate' } },
  ],
  [
    'StatefulSet',
    `${apps}/statefulsets`,
    { selector, template, serviceName: 's' },
    {
      replicas: 1,
      podManagementPolicy: 'OrderedReady',
      revisionHistoryLimit: 10,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      template: { ...template, spec: expect.objectContaining(podSpec) },
    },
  ],
  [
    'DaemonSet',
    `${apps}/daemonsets`,
    { selector, template },
    {
      revisionHistoryLimit: 10,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      template: { ...template, spec: expect.objectContaining(podSpec) },
    },
  ],
  [
    'Job',
    `${batch}/jobs`,
    { template: { spec: { containers: [container], restartPolicy: 'Never' } } },
    {
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      suspend: false,
      podReplacementPolicy: 'TerminatingOrFailed',
      template: expect.objectContaining({
        spec: expect.objectContaining({ ...podSpec, restartPolicy: 'Never' }),
      }),
    },
  ],
  [
    'Job with a limit for each index and rules for failures',
    `${batch}/jobs`,
    {
      completions: 3,
      completionMode: 'Indexed',
      backoffLimitPerIndex: 1,
      podFailurePolicy: { rules: [] },
      template: { spec: { containers: [container], restartPolicy: 'Never' } },
    },
    { completions: 3, parallelism: 1, backoffLimit: 2_147_483_647, podReplacementPolicy: 'Failed' },
  ],
  [
    'CronJob',
    `${batch}/cronjobs`,
    {
      schedule: '@daily',
      jobTemplate: { spec: { template: { spec: { containers: [container], restartPolicy: 'Never' } } } },
    },
    { concurrencyPolicy: 'Allow', suspend: false, successfulJobsHistoryLimit: 3, failedJobsHistoryLimit: 1 },
  ],
  [
    'Service',
    `${inDefault}/services`,
    {
      ports: [
        { port: 80, name: 'a' },
        { port: 53, name: 'b', protocol: 'UDP', targetPort: 'dns' },
      ],
    },
    {
      type: 'ClusterIP',
      sessionAffinity: 'None',
      internalTrafficPolicy: 'Cluster',
      clusterIP: '10.96.0.1',
      clusterIPs: ['10.96.0.1'],
      ipFamilies: ['IPv4'],
      ipFamilyPolicy: 'SingleStack',
      ports: [
        { port: 80, name: 'a', protocol: 'TCP', targetPort: 80 },
        { port: 53, name: 'b', protocol: 'UDP', targetPort: 'dns' },
      ],
    },
  ],
  ['PersistentVolumeClaim', `${inDefault}/persistentvolumeclaims`, claim, { volumeMode: 'Filesystem' }],
];

describe('a new object has defaults', () => {
  test.each(defaults)('%s', async (_, target, spec, expected) => {
    expect((await created(target, { spec })).spec).toMatchObject(expected);
  });

  test('and no status of its own', async () => {
    const status = { phase: 'Running', replicas: 3 };
    const made = [
      await created(`${inDefault}/pods`, { spec: { containers: [container] }, status }),
      await created(`${apps}/deployments`, { spec: { selector, template }, status }),
      await created(`${inDefault}/persistentvolumeclaims`, { spec: claim, status }),
    ];
    expect(made.map((object) => object.status)).toEqual([
      { phase: 'Pending', qosClass: 'BestEffort' },
      {},
      { phase: 'Pending' },
    ]);
  });

  test('a namespace: its name as a label, the finalizer of its content', async () => {
    const made = await created('/api/v1/namespaces', { spec: { finalizers: ['example.com/x'] } });
    expect(made).toMatchObject({
      metadata: { labels: { 'kubernetes.io/metadata.name': 'a' } },
      spec: { finalizers: ['example.com/x', 'kubernetes'] },
      status: { phase: 'Active' },
    });
  });

  test('a secret: texts become data, the type is Opaque and stays', async () => {
    const api = new TestServer();
    const secrets = `${inDefault}/secrets`;
    const made = await api.must('POST', secrets, {
      metadata: { name: 'a' },
      data: { a: 'eA==', b: 'eA==' },
      stringData: { b: 'y' },
    });
    expect([made.type, made.data, made.stringData]).toEqual(['Opaque', { a: 'eA==', b: 'eQ==' }, undefined]);
    const changed = await api.send('PATCH', `${secrets}/a`, { type: 'other' });
    expect([changed.status, changed.causes]).toEqual([422, ['type']]);
  });

  test('a job: it picks its pods by its uid', async () => {
    const made = await created(`${batch}/jobs`, {
      spec: { template: { spec: { containers: [container], restartPolicy: 'Never' } } },
    });
    const { uid } = objectAt(made, 'metadata');
    const spec = objectAt(made, 'spec');
    expect(spec.selector).toEqual({ matchLabels: { 'batch.kubernetes.io/controller-uid': uid } });
    expect(objectAt(objectAt(spec, 'template'), 'metadata').labels).toEqual({
      'batch.kubernetes.io/controller-uid': uid,
      'batch.kubernetes.io/job-name': 'a',
      'controller-uid': uid,
      'job-name': 'a',
    });
  });

  test('what is written is not replaced', async () => {
    const spec = {
      selector,
      template,
      replicas: 7,
      revisionHistoryLimit: 0,
      progressDeadlineSeconds: 5,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 2 } },
    };
    const made = objectAt(await created(`${apps}/deployments`, { spec }), 'spec');
    expect(made).toMatchObject({
      replicas: 7,
      revisionHistoryLimit: 0,
      progressDeadlineSeconds: 5,
      strategy: { rollingUpdate: { maxSurge: 2, maxUnavailable: '25%' } },
    });
  });
});

describe('a container', () => {
  async function first(changes: JsonObject, list = 'containers'): Promise<JsonObject> {
    const spec = {
      containers: [container],
      [list]: [{ ...container, ...changes, name: list === 'containers' ? container.name : 'first' }],
    };
    const pod = await created(`${inDefault}/pods`, { spec });
    return objectsAt(objectAt(pod, 'spec'), list)[0] ?? {};
  }

  const images: readonly (readonly [string, string])[] = [
    ['i', 'Always'],
    ['i:latest', 'Always'],
    ['i:1', 'IfNotPresent'],
    ['host:5000/i', 'Always'],
    ['host:5000/i:1', 'IfNotPresent'],
    ['i@sha256:0', 'IfNotPresent'],
    ['i:latest@sha256:0', 'IfNotPresent'],
  ];

  test.each(images)('with the image %s is pulled %s', async (image, imagePullPolicy) => {
    expect(await first({ image })).toMatchObject({
      imagePullPolicy,
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
    });
  });

  test('has probes, ports and references with defaults', async () => {
    const made = await first({
      ports: [{ containerPort: 80 }],
      env: [{ name: 'E', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
      livenessProbe: { httpGet: { port: 80 }, periodSeconds: 3 },
      readinessProbe: { grpc: { port: 80 } },
      lifecycle: { preStop: { httpGet: { port: 80 } } },
    });
    expect(made).toMatchObject({
      ports: [{ containerPort: 80, protocol: 'TCP' }],
      env: [{ valueFrom: { fieldRef: { apiVersion: 'v1' } } }],
      livenessProbe: {
        httpGet: { path: '/', scheme: 'HTTP' },
        timeoutSeconds: 1,
        periodSeconds: 3,
        successThreshold: 1,
        failureThreshold: 3,
      },
      readinessProbe: { grpc: { service: '' } },
      lifecycle: { preStop: { httpGet: { path: '/', scheme: 'HTTP' } } },
    });
  });

  const limits = { cpu: '2', memory: '1Gi' };
  const requests: readonly (readonly [JsonObject, unknown])[] = [
    [{ limits }, limits],
    [
      { limits, requests: { cpu: '1' } },
      { cpu: '1', memory: '1Gi' },
    ],
    [{ limits: { cpu: '2' }, requests: { memory: '1Gi' } }, limits],
    [{ requests: { cpu: '1' } }, { cpu: '1' }],
    [{}, undefined],
  ];

  test.each(requests)(
    'of a pod requests its limits, each that it does not say: %j',
    async (resources, expected) => {
      for (const list of ['containers', 'initContainers']) {
        expect(valueAt(objectAt(await first({ resources }, list), 'resources'), 'requests')).toEqual(
          expected,
        );
      }
    },
  );

  test('of a template requests what is written', async () => {
    const spec = { containers: [{ ...container, resources: { limits } }] };
    const made = await created(`${apps}/deployments`, {
      spec: { selector, template: { ...template, spec } },
    });
    expect(JSON.stringify(made)).toContain('"resources":{"limits":{"cpu":"2","memory":"1Gi"}}');
  });

  test('of the service account is named twice', async () => {
    const made = await created(`${inDefault}/pods`, {
      spec: { containers: [container], serviceAccountName: 's' },
    });
    expect(made.spec).toMatchObject({ serviceAccount: 's', serviceAccountName: 's' });
  });
});

test('a volume has a mode; without a source it is empty', async () => {
  const volumes = [
    { name: 'nothing' },
    { name: 'secret', secret: { secretName: 's' } },
    { name: 'map', configMap: { name: 'm', defaultMode: 256 } },
    { name: 'host', hostPath: { path: '/' } },
    { name: 'many', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
  ];
  const pod = await created(`${inDefault}/pods`, { spec: { containers: [container], volumes } });
  expect(objectAt(pod, 'spec').volumes).toEqual([
    { name: 'nothing', emptyDir: {} },
    { name: 'secret', secret: { secretName: 's', defaultMode: 420 } },
    { name: 'map', configMap: { name: 'm', defaultMode: 256 } },
    { name: 'host', hostPath: { path: '/', type: '' } },
    {
      name: 'many',
      projected: {
        sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 3600 } }],
        defaultMode: 420,
      },
    },
  ]);
});

test('what is immutable stays so', async () => {
  const api = new TestServer();
  const maps = `${inDefault}/configmaps`;
  await api.must('POST', maps, { metadata: { name: 'a' }, data: { k: 'v' }, immutable: true });
  for (const change of [
    { data: { k: 'w' } },
    { binaryData: { b: 'eA==' } },
    { immutable: false },
    { immutable: null },
  ]) {
    expect((await api.send('PATCH', `${maps}/a`, change)).status).toBe(422);
  }
  expect((await api.send('PATCH', `${maps}/a`, { metadata: { labels: { l: '1' } } })).status).toBe(200);
});
