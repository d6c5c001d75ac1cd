import type { JsonObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { planPod } from './pod-plan.ts';

function plan(container: JsonObject, volumes: readonly JsonObject[] = [], more: JsonObject = {}) {
  const metadata = { name: 'p', namespace: 'n', labels: { a: 'b' } };
  const spec = { containers: [{ name: 'c', command: ['run'], ...container }], volumes, ...more };
  return planPod({ apiVersion: 'v1', kind: 'Pod', metadata, spec }, new Map([['own', ['own-program']]]));
}

test('a container without a command runs what its image is known for', () => {
  expect(plan({ command: [], image: 'own', args: ['x'] })).toMatchObject({
    containers: [{ program: ['own-program', 'x'], directory: '/' }],
  });
});

test('variables, volumes and mounts', () => {
  const env = [
    { name: 'A', value: '1' },
    { name: 'B', valueFrom: { fieldRef: { fieldPath: "metadata.labels['a']" } } },
    { name: 'C', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: true } } },
  ];
  const volumes = [
    { name: 'e', emptyDir: {} },
    { name: 'f', configMap: { name: 'm', items: [{ key: 'k', path: 'd/f' }] } },
  ];
  const volumeMounts = [{ name: 'e', mountPath: '/a//b/', subPath: 'x' }];
  expect(plan({ env, volumeMounts }, volumes)).toEqual({
    volumes: [
      { kind: 'empty', name: 'e' },
      {
        kind: 'files',
        name: 'f',
        source: { kind: 'ConfigMap', name: 'm', optional: false },
        items: new Map([['k', 'd/f']]),
      },
    ],
    initContainers: [],
    containers: [
      {
        name: 'c',
        program: ['run'],
        directory: '/',
        variables: [
          { kind: 'text', name: 'A', value: '1' },
          { kind: 'text', name: 'B', value: 'b' },
          { kind: 'key', name: 'C', source: { kind: 'Secret', name: 's', optional: true }, key: 'k' },
        ],
        mounts: [{ volume: 'e', subPath: 'x', path: '/a/b/', readOnly: false }],
        hasAccountLogin: true,
        confinement: {
          capabilities: expect.arrayContaining(['CHOWN', 'SYS_CHROOT']),
          noNewPrivileges: false,
          readOnlyRoot: false,
        },
      },
    ],
  });
});

test('what a container may do, and whether it has the login of its account', () => {
  const securityContext = {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'], add: ['SETUID', 'SETGID', 'x; y'] },
  };
  const planned = plan(
    { securityContext, volumeMounts: [{ name: 'e', mountPath: '/a', readOnly: true }] },
    [],
  );
  expect(planned).toMatchObject({
    containers: [
      {
        mounts: [{ readOnly: true }],
        confinement: { capabilities: ['SETGID', 'SETUID'], noNewPrivileges: true, readOnlyRoot: true },
      },
    ],
  });
  const withLogin = {
    volumeMounts: [{ name: 'l', mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' }],
  };
  const has = [{}, withLogin].map((container) =>
    plan(container, [], { automountServiceAccountToken: false }),
  );
  expect(has).toMatchObject([false, true].map((hasAccountLogin) => ({ containers: [{ hasAccountLogin }] })));
});

test.each<[string, JsonObject, JsonObject[], string]>([
  ['no program', { command: [], image: 'other' }, [], 'spec.containers[0].command'],
  ['envFrom', { envFrom: [{ configMapRef: { name: 'x' } }] }, [], 'spec.containers[0].envFrom'],
  ['resources', { env: [{ name: 'A', valueFrom: { resourceFieldRef: {} } }] }, [], 'env[0].valueFrom'],
  [
    'a field',
    { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }] },
    [],
    'status.podIP',
  ],
  ['host folders', {}, [{ name: 'h', hostPath: { path: '/' } }], 'spec.volumes[0] (h)'],
  [
    'a way out by subPath',
    { volumeMounts: [{ name: 'e', mountPath: '/a', subPath: '../x' }] },
    [],
    'subPath',
  ],
  ['a way out by mountPath', { volumeMounts: [{ name: 'e', mountPath: '/../x' }] }, [], 'mountPath'],
  [
    'a way out by an item',
    {},
    [{ name: 'f', secret: { secretName: 's', items: [{ key: 'k', path: '../../f' }] } }],
    'spec.volumes[0].items',
  ],
])('%s is not simulated, and named', (_, container, volumes, field) => {
  expect(plan(container, volumes)).toEqual({ notSimulated: expect.stringContaining(field) });
});

test('the login that a real API server adds is left to the machine', () => {
  const login = {
    name: 'kube-api-access-x',
    projected: { sources: [{ serviceAccountToken: { path: 'token' } }] },
  };
  const mount = { name: login.name, mountPath: '/var/run/secrets/kubernetes.io/serviceaccount' };
  expect(plan({ volumeMounts: [mount] }, [login])).toMatchObject({
    volumes: [],
    containers: [{ mounts: [] }],
  });
});
