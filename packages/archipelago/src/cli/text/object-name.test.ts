import { expect, test } from 'vitest';
import { objectName } from './object-name.ts';

test.each([
  ['v1', 'Service', 'service/a'],
  ['apps/v1', 'Deployment', 'deployment.apps/a'],
  ['kubevirt.io/v1', 'KubeVirt', 'kubevirt.kubevirt.io/a'],
])('%s %s', (apiVersion, kind, name) => {
  expect(objectName({ apiVersion, kind, metadata: { namespace: 'b', name: 'a' } })).toBe(name);
});
