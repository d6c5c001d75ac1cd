import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { describe, expect, it, test } from 'vitest';
import { injectConfig, mountsWithoutVolume } from './inject-config.ts';

const required = (key: string) => ({
  requiredDuringSchedulingIgnoredDuringExecution: {
    nodeSelectorTerms: [{ matchExpressions: [{ key, operator: 'Exists' }] }],
  },
});
const toleration = { key: 'a', operator: 'Exists' };
const pod = {
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [toleration],
  affinity: { nodeAffinity: required('control'), podAffinity: { of: 'own' } },
  volumes: [{ name: 'v', emptyDir: {} }],
  containers: [
    {
      name: 'main',
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '2' },
      ],
      resources: { requests: { memory: '450Mi' } },
    },
    { name: 'side' },
  ],
};

/** The pod spec that comes of a config. */
function podWith(config: JsonObject): JsonObject {
  const { spec } = injectConfig({ replicas: 2, template: { spec: pod } }, config);
  expect(spec.replicas).toBe(2);
  return objectAt(spec, 'template', 'spec');
}

const main = {
  name: 'main',
  env: pod.containers[0]?.env ?? [],
  resources: pod.containers[0]?.resources ?? {},
};

describe('what a Subscription makes of a pod', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['nothing is given: nothing changes', {}, {}],
    ['selector is never read', { selector: { matchLabels: { a: 'b' } } }, {}],
    [
      'a node selector replaces the whole one',
      { nodeSelector: { infra: '' } },
      { nodeSelector: { infra: '' } },
    ],
    ['an empty node selector clears it', { nodeSelector: {} }, { nodeSelector: {} }],
    ['a toleration that is there is not added again', { tolerations: [toleration] }, {}],
    [
      'another toleration is added',
      { tolerations: [{ key: 'b' }] },
      { tolerations: [toleration, { key: 'b' }] },
    ],
    [
      'resources replace those of every container',
      { resources: { limits: { memory: '1Gi' } } },
      {
        containers: [
          { ...main, resources: { limits: { memory: '1Gi' } } },
          { name: 'side', resources: { limits: { memory: '1Gi' } } },
        ],
      },
    ],
    [
      'environment is merged by name, in its order',
      {
        env: [
          { name: 'A', value: '9' },
          { name: 'C', value: '3' },
        ],
      },
      {
        containers: [
          {
            ...main,
            env: [
              { name: 'A', value: '9' },
              { name: 'B', value: '2' },
              { name: 'C', value: '3' },
            ],
          },
          {
            name: 'side',
            env: [
              { name: 'A', value: '9' },
              { name: 'C', value: '3' },
            ],
          },
        ],
      },
    ],
    [
      'sources of environment are added',
      { envFrom: [{ prefix: 'p' }] },
      {
        containers: [
          { ...main, envFrom: [{ prefix: 'p' }] },
          { name: 'side', envFrom: [{ prefix: 'p' }] },
        ],
      },
    ],
    [
      'a volume with the same name is replaced',
      { volumes: [{ name: 'v', secret: {} }] },
      { volumes: [{ name: 'v', secret: {} }] },
    ],
    ['a volume is added', { volumes: [{ name: 'w' }] }, { volumes: [...pod.volumes, { name: 'w' }] }],
    [
      'a mount is added to every container',
      { volumeMounts: [{ name: 'v' }] },
      {
        containers: [
          { ...main, volumeMounts: [{ name: 'v' }] },
          { name: 'side', volumeMounts: [{ name: 'v' }] },
        ],
      },
    ],
    ['an empty affinity removes all of it', { affinity: {} }, { affinity: null }],
    [
      'a part replaces its own, the others stay',
      { affinity: { nodeAffinity: required('infra') } },
      { affinity: { nodeAffinity: required('infra'), podAffinity: { of: 'own' } } },
    ],
    [
      'an empty part is removed',
      { affinity: { podAffinity: {} } },
      { affinity: { nodeAffinity: required('control') } },
    ],
    [
      'an empty podAntiAffinity removes what is given beside it',
      { affinity: { nodeAffinity: required('infra'), podAntiAffinity: {} } },
      { affinity: null },
    ],
  ])('%s', (_, config, changed) => {
    expect(podWith(config)).toEqual({ ...pod, ...changed });
  });
});

test('annotations are added to Deployment and pods, and change none that is there', () => {
  const template = { metadata: { annotations: { a: 'own' } }, spec: { containers: [] } };
  const made = injectConfig({ template }, { annotations: { a: 'given', b: 'given' } });
  expect(made.annotations).toEqual({ a: 'given', b: 'given' });
  expect(objectAt(made.spec, 'template', 'metadata')).toEqual({ annotations: { a: 'own', b: 'given' } });
});

test('a mount without a volume is found', () => {
  const spec = (config: JsonObject) => injectConfig({ template: { spec: pod } }, config).spec;
  expect(mountsWithoutVolume(spec({ volumeMounts: [{ name: 'w' }] }))).toEqual(['w']);
  expect(mountsWithoutVolume(spec({ volumeMounts: [{ name: 'w' }], volumes: [{ name: 'w' }] }))).toEqual([]);
});
