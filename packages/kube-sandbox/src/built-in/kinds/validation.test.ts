import { type JsonObject, textAt, valueAt } from '@archipelago/apimachinery';
import { beforeAll, describe, expect, test } from 'vitest';
import { casesOf } from '../../../../../test/support/vectors.ts';
import { TestServer } from '../../test-server.test-support.ts';

const core = '/api/v1/namespaces/default';
const apps = '/apis/apps/v1/namespaces/default';
const batch = '/apis/batch/v1/namespaces/default';
const labels = { app: 'x' };
const container = { name: 'c', image: 'i' };
const podSpec = { containers: [container] };
const template = { metadata: { labels }, spec: podSpec };
const jobTemplate = { spec: { ...podSpec, restartPolicy: 'Never' } };
const selector = { matchLabels: labels };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' };

/** A collection with what is valid there; each further object is taken with the whole of it, and is refused for its fields. */
const kinds: readonly (readonly [
  collection: string,
  valid: JsonObject,
  wrong: readonly (readonly [JsonObject, readonly string[]])[],
])[] = [
  [
    `${core}/replicationcontrollers`,
    { spec: { replicas: 0, template } },
    [
      [{ spec: {} }, ['spec.selector', 'spec.template']],
      [{ spec: { replicas: -1, template } }, ['spec.replicas']],
      [{ spec: { template: { ...template, spec: {} } } }, ['spec.template.spec.containers']],
      [{ spec: { selector: { app: 'y' }, template } }, ['spec.template.metadata.labels']],
    ],
  ],
  [
    `${core}/podtemplates`,
    { template },
    [
      [{}, ['template.spec.containers']],
      [{ template: { ...template, metadata: { labels: { 'no key': 'x' } } } }, ['template.labels']],
    ],
  ],
  [
    `${core}/persistentvolumeclaims`,
    { spec: claim },
    [
      [{ spec: {} }, ['spec.accessModes', 'spec.resources[storage]']],
      [{ spec: { ...claim, accessModes: ['Odd'] } }, ['spec.accessModes[0]']],
      [{ spec: { ...claim, accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] } }, ['spec.accessModes']],
      [{ spec: { ...claim, storageClassName: 'No Name' } }, ['spec.storageClassName']],
      [{ spec: { ...claim, resources: { requests: { storage: '0' } } } }, ['spec.resources[storage]']],
    ],
  ],
  [
    `${core}/services`,
    { spec: { ports: [{ port: 80, targetPort: 'web' }] } },
    [
      [{ spec: {} }, ['spec.ports']],
      [{ spec: { ports: [{ port: 0, targetPort: 1 }] } }, ['spec.ports[0].port']],
      [{ spec: { ports: [{ port: 1, targetPort: 'No' }] } }, ['spec.ports[0].targetPort']],
      [{ spec: { ports: [{ port: 1 }, { port: 2 }] } }, ['spec.ports[0].name', 'spec.ports[1].name']],
      [
        {
          spec: {
            ports: [
              { port: 1, name: 'a' },
              { port: 1, name: 'b' },
            ],
          },
        },
        ['spec.ports[1]'],
      ],
      [{ spec: { ports: [{ port: 1 }], type: 'Odd' } }, ['spec.type']],
      [{ spec: { ports: [{ port: 1 }], selector: { 'no key': 'x' } } }, ['spec.selector']],
      [{ spec: { type: 'ExternalName' } }, ['spec.externalName']],
    ],
  ],
  [
    `${core}/endpoints`,
    { subsets: [{ addresses: [{ ip: '192.0.2.1' }, { ip: '2001:db8::1' }], ports: [{ port: 80 }] }] },
    [
      [{ subsets: [{ ports: [{ port: 80 }] }] }, ['subsets[0]']],
      [{ subsets: [{ addresses: [{ ip: '127.0.0.1' }] }] }, ['subsets[0].addresses[0].ip']],
      [{ subsets: [{ addresses: [{ ip: '1.2.3' }] }] }, ['subsets[0].addresses[0].ip']],
      [{ subsets: [{ addresses: [{ ip: '192.0.2.1' }], ports: [{}] }] }, ['subsets[0].ports[0].port']],
    ],
  ],
  [
    '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices',
    { addressType: 'IPv4', endpoints: [{ addresses: ['192.0.2.1'] }], ports: [{ port: 80 }] },
    [
      [{ addressType: '' }, ['addressType']],
      [{ addressType: 'IPv4', endpoints: [{ addresses: [] }] }, ['endpoints[0].addresses']],
      [{ addressType: 'IPv4', endpoints: [{ addresses: ['::1'] }] }, ['endpoints[0].addresses[0]']],
      [{ addressType: 'FQDN', endpoints: [{ addresses: ['No'] }] }, ['endpoints[0].addresses[0]']],
      [{ addressType: 'IPv4', ports: [{ name: 'a' }, { name: 'a' }] }, ['ports[1].name']],
    ],
  ],
  [
    '/apis/storage.k8s.io/v1/storageclasses',
    { provisioner: 'example.com/x' },
    [
      [{ provisioner: '' }, ['provisioner']],
      [{ provisioner: 'no name' }, ['provisioner']],
      [{ provisioner: 'x', volumeBindingMode: 'Odd' }, ['volumeBindingMode']],
    ],
  ],
  [
    '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers',
    { spec: { maxReplicas: 3, scaleTargetRef } },
    [
      [{ spec: { maxReplicas: 1, minReplicas: 2, scaleTargetRef } }, ['spec.maxReplicas']],
      [{ spec: { maxReplicas: -1, scaleTargetRef } }, ['spec.maxReplicas', 'spec.maxReplicas']],
      [
        { spec: { maxReplicas: 1, scaleTargetRef: { ...scaleTargetRef, apiVersion: 'v1' } } },
        ['spec.scaleTargetRef.apiVersion'],
      ],
      [
        { spec: { maxReplicas: 1, scaleTargetRef: { ...scaleTargetRef, name: '' } } },
        ['spec.scaleTargetRef.name'],
      ],
    ],
  ],
  [
    '/apis/policy/v1/namespaces/default/poddisruptionbudgets',
    { spec: { minAvailable: '50%', selector } },
    [
      [{ spec: { minAvailable: 'half' } }, ['spec.minAvailable']],
      [{ spec: { minAvailable: '101%' } }, ['spec.minAvailable']],
      [{ spec: { minAvailable: 1, maxUnavailable: 1 } }, ['spec']],
      [{ spec: { selector: { matchLabels: { app: 'no value' } } } }, ['spec.selector.matchLabels']],
    ],
  ],
  [
    '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
    { spec: { podSelector: selector, ingress: [{ ports: [{ port: 80 }, {}] }] } },
    [
      [{ spec: { policyTypes: ['Odd'] } }, ['spec.policyTypes[0]']],
      [{ spec: { ingress: [{ ports: [{ port: 0 }] }] } }, ['spec.ingress[0].ports[0].port']],
    ],
  ],
  [
    '/apis/coordination.k8s.io/v1/namespaces/default/leases',
    { spec: { leaseDurationSeconds: 1 } },
    [[{ spec: { leaseDurationSeconds: 0 } }, ['spec.leaseDurationSeconds']]],
  ],
  [
    '/api/v1/nodes',
    { spec: { taints: [{ key: 'a', effect: 'NoSchedule' }] } },
    [[{ spec: { taints: [{ key: 'a', effect: 'Odd' }] } }, ['spec.taints[0].effect']]],
  ],
  ['/apis/scheduling.k8s.io/v1/priorityclasses', { value: 5 }, [[{ value: 2_000_000_000 }, ['value']]]],
  [
    `${apps}/deployments`,
    { spec: { selector, template } },
    [
      [{ spec: { replicas: -1, selector, template } }, ['spec.replicas']],
      [{ spec: { selector, template, strategy: { type: 'Odd' } } }, ['spec.strategy.type']],
    ],
  ],
  [
    `${apps}/statefulsets`,
    { spec: { selector, template, serviceName: 'web' } },
    [
      [{ spec: { selector, template, serviceName: 'No' } }, ['spec.serviceName']],
      [{ metadata: { name: 'a.b' }, spec: { selector, template } }, ['metadata.name']],
    ],
  ],
  [
    `${core}/pods`,
    { spec: podSpec },
    [
      [
        { spec: { containers: [{ ...container, env: [{ value: 'x' }] }] } },
        ['spec.containers[0].env[0].name'],
      ],
      [
        { spec: { containers: [{ ...container, env: [{ name: 'a=b' }] }] } },
        ['spec.containers[0].env[0].name'],
      ],
      [
        { spec: { containers: [{ ...container, ports: [{ name: 'No', containerPort: 1 }] }] } },
        ['spec.containers[0].ports[0].name'],
      ],
      [
        { spec: { containers: [{ ...container, ports: [{ containerPort: 0 }] }] } },
        ['spec.containers[0].ports[0].containerPort'],
      ],
      [
        { spec: { containers: [{ ...container, resources: { limits: { cpu: '-1' } } }] } },
        ['spec.containers[0].resources.limits[cpu]', 'spec.containers[0].resources.requests[cpu]'],
      ],
    ],
  ],
  [
    `${batch}/jobs`,
    { spec: { template: jobTemplate } },
    [[{ spec: { parallelism: -1, template: jobTemplate } }, ['spec.parallelism']]],
  ],
];

let api: TestServer;

beforeAll(() => {
  api = new TestServer();
});

describe.each(kinds)('%s', (collection, valid, wrong) => {
  const named = (object: JsonObject) => ({ metadata: { name: 'a' }, ...object });

  test('takes what is valid', async () => {
    const { status, message } = await api.send('POST', `${collection}?dryRun=All`, named(valid));
    expect([status, message]).toEqual([201, '']);
  });

  test.each(wrong)('refuses %j', async (object, causes) => {
    const answer = await api.send('POST', `${collection}?dryRun=All`, named(object));
    expect([answer.status, answer.causes]).toEqual([422, causes]);
  });
});

/** What was made, what is then wanted instead, and what is said against it. */
const changes: readonly (readonly [string, JsonObject, JsonObject, readonly string[]])[] = [
  [`${batch}/jobs`, { spec: { template: jobTemplate } }, { spec: { parallelism: 2 } }, []],
  [`${batch}/jobs`, { spec: { template: jobTemplate } }, { spec: { completions: 2 } }, ['spec.completions']],
  [
    `${batch}/jobs`,
    { spec: { template: jobTemplate } },
    { spec: { template: { spec: { terminationGracePeriodSeconds: 1 } } } },
    ['spec.template'],
  ],
  [
    `${batch}/jobs`,
    { spec: { suspend: true, template: jobTemplate } },
    { spec: { template: { spec: { nodeSelector: { a: 'b' } } } } },
    [],
  ],
  [`${core}/pods`, { spec: podSpec }, { spec: { containers: [{ name: 'c', image: 'other' }] } }, []],
  [`${core}/pods`, { spec: podSpec }, { spec: { tolerations: [{ key: 'a', operator: 'Exists' }] } }, []],
  [`${core}/pods`, { spec: podSpec }, { spec: { nodeName: 'n' } }, ['spec']],
  [
    `${core}/pods`,
    { spec: podSpec },
    { spec: { containers: [container, { ...container, name: 'd' }] } },
    ['spec.containers'],
  ],
  [`${core}/persistentvolumeclaims`, { spec: claim }, { spec: { volumeName: 'v' } }, []],
  [
    `${core}/persistentvolumeclaims`,
    { spec: claim },
    { spec: { resources: { requests: { storage: '2Gi' } } } },
    ['spec'],
  ],
  [
    `${core}/services`,
    { spec: { ports: [{ port: 80 }] } },
    { spec: { clusterIP: '10.96.0.9' } },
    ['spec.clusterIP'],
  ],
  [
    '/apis/storage.k8s.io/v1/storageclasses',
    { provisioner: 'x' },
    { volumeBindingMode: 'WaitForFirstConsumer' },
    ['volumeBindingMode'],
  ],
  ['/apis/scheduling.k8s.io/v1/priorityclasses', { value: 5 }, { value: 6 }, ['value']],
  [`${apps}/statefulsets`, { spec: { selector, template } }, { spec: { serviceName: 'a' } }, ['spec']],
  [`${apps}/statefulsets`, { spec: { selector, template } }, { spec: { replicas: 3 } }, []],
];

test.each(changes)('%s %j becomes %j', async (collection, made, patch, causes) => {
  const server = new TestServer();
  await server.must('POST', collection, { metadata: { name: 'a' }, ...made });
  expect((await server.send('PATCH', `${collection}/a`, patch)).causes).toEqual(causes);
});

test('a claim that has its volume may grow', async () => {
  const claims = `${core}/persistentvolumeclaims`;
  await api.must('POST', claims, { metadata: { name: 'a' }, spec: claim });
  await api.must('PATCH', `${claims}/a/status`, { status: { phase: 'Bound' } });
  const { status } = await api.send('PATCH', `${claims}/a`, {
    spec: { resources: { requests: { storage: '2Gi' } } },
  });
  expect(status).toBe(200);
});

test('Endpoints go with the service that they are called after', async () => {
  await api.must('POST', `${core}/services`, { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } });
  for (const name of ['a', 'b']) await api.must('POST', `${core}/endpoints`, { metadata: { name } });
  await api.must('DELETE', `${core}/services/a`);
  expect((await api.get(`${core}/endpoints`)).names).toEqual(['b']);
});

test('schedules are read as the cron library of Kubernetes reads them', async () => {
  for (const measured of casesOf('kubernetes/duration/cron')) {
    const schedule = textAt(measured, 'schedule');
    const isValid = valueAt(measured, 'robfigV3', 'next') !== undefined;
    const spec = { schedule, jobTemplate: { spec: { template: jobTemplate } } };
    const answer = await api.send('POST', `${batch}/cronjobs?dryRun=All`, { metadata: { name: 'a' }, spec });
    expect([schedule, answer.status]).toEqual([schedule, isValid ? 201 : 422]);
  }
});
