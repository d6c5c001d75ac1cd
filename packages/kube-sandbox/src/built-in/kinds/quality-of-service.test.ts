import { expect, test } from 'vitest';
import { qualityOfService } from './quality-of-service.ts';

const both = { cpu: '1', memory: '1Gi' };

test.each([
  [{}, 'BestEffort'],
  [{ requests: { cpu: '0' } }, 'BestEffort'],
  [{ requests: { 'example.com/device': '1' } }, 'BestEffort'],
  [{ requests: both }, 'Burstable'],
  [{ requests: both, limits: both }, 'Guaranteed'],
  [{ requests: { cpu: '1' }, limits: { cpu: '1' } }, 'Burstable'],
  [{ requests: { ...both, cpu: '500m' }, limits: both }, 'Burstable'],
])('resources %j make a pod %s', (resources, expected) => {
  expect(qualityOfService({ containers: [{ resources }] })).toBe(expected);
});

test('one container without makes a pod burstable, and what the pod has for itself counts instead', () => {
  const containers = [{ resources: { requests: both, limits: both } }, {}];
  expect(qualityOfService({ containers })).toBe('Burstable');
  expect(qualityOfService({ containers, resources: { requests: both, limits: both } })).toBe('Guaranteed');
});
