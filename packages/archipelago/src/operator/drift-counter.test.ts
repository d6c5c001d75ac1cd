import { describe, expect, it } from 'vitest';
import type { Action, FieldDifference } from '../engine/plan/action.ts';
import { createMetricValues } from '../observability/metric-values.ts';
import { DriftCounter } from './drift-counter.ts';

const object = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', name: 'kubevirt-hc', namespace: 'here' };

function revert(...paths: readonly FieldDifference['path'][]): Action {
  const changes = paths.map((path) => ({ path, before: 1, after: 2, because: undefined }));
  return { kind: 'edit', because: '', object, operations: [], changes, isRevert: true };
}

describe('drift', () => {
  it.each<[FieldDifference['path'], string]>([
    [['spec', 'configuration', 'migrations'], 'spec.configuration.migrations'],
    [['spec', 'featureGates', 3], 'spec.featureGates'],
    [['spec', 'devices', 3, 'resourceName'], 'spec.devices.resourceName'],
    [['metadata', 'labels', 'mine'], 'metadata.labels'],
    [['metadata', 'annotations', 'example.com/x'], 'metadata.annotations'],
    [['spec', 'map', 'example.com/x', 'value'], 'spec.map'],
  ])('of %j is counted as %s', (path, field) => {
    const metrics = createMetricValues();
    new DriftCounter(metrics).count(revert(path));
    expect(metrics.samples('drift')).toEqual([
      { labels: { component_name: 'kubevirt-hc', field }, value: 1 },
    ]);
  });

  it('of more than 200 fields is counted as other, those that are known excepted', () => {
    const metrics = createMetricValues();
    const drift = new DriftCounter(metrics);
    const paths = Array.from({ length: 250 }, (_, index) => ['spec', `field${index}`]);
    drift.count(revert(...paths));
    drift.count(revert(['spec', 'field0'], ['spec', 'field249']));
    const samples = metrics.samples('drift');
    expect(samples).toHaveLength(201);
    expect(samples.find(({ labels }) => labels.field === 'other')?.value).toBe(51);
    expect(samples.find(({ labels }) => labels.field === 'spec.field0')?.value).toBe(2);
  });

  it('is none where an object is made or taken away', () => {
    const metrics = createMetricValues();
    new DriftCounter(metrics).count({ kind: 'delete', because: '', object, precondition: 'uid' });
    expect(metrics.samples('drift')).toEqual([]);
  });
});
