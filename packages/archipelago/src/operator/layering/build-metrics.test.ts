import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { createMetricValues } from '../../observability/metric-values.ts';
import { buildCounter, pushStateLines } from './build-metrics.ts';

const start = '2026-11-21T10:00:00Z';

function buildOf(platforms: readonly JsonObject[], more: JsonObject = {}): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'MachineOSBuild',
    metadata: { name: 'edge-1' },
    spec: { machineOSConfig: { name: 'edge' } },
    status: { buildStart: start, platforms, ...more },
  };
}

const arm = (state: string, ...ends: readonly string[]): JsonObject => ({
  architecture: 'arm64',
  state,
  attempts: ends.map((end) => ({ end })),
});
const labels = { pool: 'workers', config: 'edge', architecture: 'arm64' };

/** What is counted when a platform goes from one state to the next. */
function counted(before: readonly JsonObject[], after: readonly JsonObject[]) {
  const metrics = createMetricValues();
  buildCounter({ metrics, isLeading: () => true, poolOf: () => 'workers' })(buildOf(after), buildOf(before));
  const total = metrics.samples('builds').map((one) => [one.labels.state, one.value]);
  const seconds = metrics.distributions('buildDuration').map(({ sum }) => sum);
  return { total, seconds, retries: metrics.samples('buildRetries') };
}

const nothing = { total: [], seconds: [], retries: [] };

describe('a build that changes', () => {
  it.each([
    ['began', [], [arm('Pending')], nothing],
    ['goes on', [arm('Pending')], [arm('Running')], nothing],
    ['stays as it is', [arm('Succeeded')], [arm('Succeeded')], nothing],
    ['needs no job', [arm('Pending')], [arm('Reused')], nothing],
    [
      'has its image',
      [arm('Running')],
      [arm('Succeeded', '2026-11-21T10:03:00Z', '2026-11-21T10:05:00Z')],
      { ...nothing, total: [['succeeded', 1]], seconds: [300] },
    ],
    [
      'fails for good',
      [arm('Running')],
      [arm('Failed', '2026-11-21T10:01:30Z')],
      { ...nothing, total: [['failed', 1]], seconds: [90] },
    ],
    ['found no node', [arm('WaitingForNode')], [arm('Failed')], { ...nothing, total: [['failed', 1]] }],
    [
      'is tried again',
      [arm('Running')],
      [arm('Retrying', '2026-11-21T10:01:30Z')],
      { ...nothing, retries: [{ labels, value: 1 }] },
    ],
  ])('and %s is counted as such', (_, before, after, expected) => {
    expect(counted(before, after)).toEqual(expected);
  });
});

describe('the image of all architectures', () => {
  it.each([
    [{ phase: 'Building' }, []],
    [{ phase: 'Assembling' }, ['pushing']],
    [{ phase: 'Verifying' }, ['pushing']],
    [{ phase: 'Succeeded' }, ['succeeded']],
    [{ phase: 'Failed' }, []],
    [{ phase: 'Failed', assembly: {} }, ['failed']],
  ])('of a build that is %j is %j', (status, states) => {
    expect(pushStateLines('', buildOf([], status)).map((one) => one.labels.state)).toEqual(states);
  });
});
