import type { JsonValue } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { goValueText, restoreProblem } from './restore-problem.ts';

/** Measured with strategic merge patches on kube-apiserver 1.36.2. */
const measured: readonly (readonly [string, JsonValue, string | undefined])[] = [
  ['io.k8s.api.core.v1.ConfigMap', { data: [] }, 'cannot restore map from slice'],
  ['io.k8s.api.core.v1.ConfigMap', { data: 's' }, 'cannot restore map from string'],
  ['io.k8s.api.core.v1.ConfigMap', { data: { x: 1 } }, 'cannot convert int64 to string'],
  ['io.k8s.api.core.v1.ConfigMap', { data: { x: true } }, 'unrecognized type: string'],
  ['io.k8s.api.core.v1.ConfigMap', { data: { x: null } }, undefined],
  ['io.k8s.api.core.v1.ConfigMap', { immutable: 'x' }, 'unrecognized type: bool'],
  ['io.k8s.api.core.v1.ConfigMap', { metadata: { finalizers: 'x' } }, 'cannot restore slice from string'],
  ['io.k8s.api.core.v1.ConfigMap', { metadata: [] }, 'cannot restore struct from: slice'],
  ['io.k8s.api.core.v1.ConfigMap', { metadata: { generation: '1' } }, 'unrecognized type: int64'],
  ['io.k8s.api.core.v1.ConfigMap', { metadata: { generation: 1.5 } }, 'cannot convert float64 to int64'],
  ['io.k8s.api.core.v1.Secret', { data: { x: 1 } }, 'cannot restore slice from int64'],
  [
    'io.k8s.api.core.v1.Secret',
    { data: { x: '%%' } },
    'error decoding from json: illegal base64 data at input byte 0',
  ],
  ['io.k8s.api.apps.v1.Deployment', { spec: { replicas: '3' } }, 'unrecognized type: int32'],
  ['io.k8s.api.apps.v1.Deployment', { spec: { replicas: 1.5 } }, 'cannot convert float64 to int32'],
  ['io.k8s.api.apps.v1.Deployment', { spec: { replicas: 3 } }, undefined],
  [
    'io.k8s.api.core.v1.ResourceQuota',
    { spec: { hard: { cpu: true } } },
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  ],
];

test.each(measured)('%s %j', (type, value, problem) => {
  expect(restoreProblem(value, { ref: type })).toBe(problem);
});

test('a patch is shown as Go prints it', () => {
  expect(goValueText({ b: [1, 'x', null], a: { c: true } })).toBe('map[a:map[c:true] b:[1 x <nil>]]');
});
