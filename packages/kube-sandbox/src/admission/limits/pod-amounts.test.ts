import { canonicalQuantity } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { podAmounts } from './pod-amounts.ts';

const container = (cpu: string, rest = {}) => ({ resources: { requests: { cpu } }, ...rest });
const sidecar = (cpu: string) => container(cpu, { restartPolicy: 'Always' });

test.each([
  [{ containers: [container('1'), container('500m')] }, '1500m'],
  // the first ones run alone, one after the other
  [{ containers: [container('1')], initContainers: [container('2'), container('1')] }, '2'],
  // sidecars run with all that come after them
  [{ containers: [container('1')], initContainers: [sidecar('1'), container('2')] }, '3'],
  [{ containers: [container('1')], initContainers: [container('2'), sidecar('500m')] }, '2'],
  // what the pod asks for itself counts instead
  [{ containers: [container('1')], resources: { requests: { cpu: '4' } } }, '4'],
  [{ containers: [{}] }, ''],
])('%j asks for %s', (spec, cpu) => {
  const asked = podAmounts(spec, 'requests').get('cpu');
  expect(asked === undefined ? '' : canonicalQuantity(asked)).toBe(cpu);
});
