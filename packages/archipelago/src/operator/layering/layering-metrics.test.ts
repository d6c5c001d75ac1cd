import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { names } from '../../layering/api/layering-names.ts';
import { createMetricValues } from '../../observability/metric-values.ts';
import type { LayeringNews } from '../options/operator-event.ts';
import { countLayering, showLayering } from './layering-metrics.ts';
import { RolloutProgress } from './rollout-progress.ts';

const finding = (reason: string): LayeringNews => ({
  kind: 'finding',
  config: 'edge',
  finding: { level: 'info', reason, message: '' },
});
const create = (kind: string, labels?: Readonly<Record<string, string>>): LayeringNews => {
  const metadata = { name: 'x', ...(labels === undefined ? {} : { labels }) };
  return {
    kind: 'action',
    action: { kind: 'create', because: '', object: { apiVersion: 'v1', kind, metadata } },
  };
};
const job = (component: string, architecture?: string) =>
  create('Job', {
    [names.component]: component,
    ...(architecture === undefined ? {} : { [names.architecture]: architecture }),
  });

describe('counters', () => {
  it('tell jobs by what they do and for which architecture, and findings by their reason', () => {
    const metrics = createMetricValues();
    for (const news of [
      job('build', 'arm64'),
      job('build', 'amd64'),
      job('build', 'arm64'),
      job('assemble'),
      create('Job'),
      finding('Published'),
      finding('ImageDrift'),
      finding('Published'),
    ])
      countLayering(metrics, news);
    expect(metrics.samples('layeringJobs')).toEqual([
      { labels: { component: 'build', architecture: 'arm64' }, value: 2 },
      { labels: { component: 'build', architecture: 'amd64' }, value: 1 },
      { labels: { component: 'assemble', architecture: '' }, value: 1 },
      { labels: { component: '', architecture: '' }, value: 1 },
    ]);
    expect(metrics.samples('layeringFindings')).toEqual([
      { labels: { reason: 'Published' }, value: 2 },
      { labels: { reason: 'ImageDrift' }, value: 1 },
    ]);
  });

  it('count no other object, and no other thing that is done to a job', () => {
    const metrics = createMetricValues();
    const seen = { apiVersion: 'batch/v1', kind: 'Job', name: 'x' };
    countLayering(metrics, create('ConfigMap', { [names.component]: 'source' }));
    countLayering(metrics, {
      kind: 'action',
      action: { kind: 'delete', because: '', object: seen, precondition: 'uid' },
    });
    countLayering(metrics, {
      kind: 'action',
      action: { kind: 'patch', because: '', object: seen, patch: {} },
    });
    expect([metrics.samples('layeringJobs'), metrics.samples('layeringFindings')]).toEqual([[], []]);
  });
});

describe('gauges', () => {
  const build = (
    name: string,
    config: string,
    created: string,
    platforms: readonly JsonObject[],
  ): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'MachineOSBuild',
    metadata: { name, creationTimestamp: `2026-11-21T${created}:00Z` },
    spec: { machineOSConfig: { name: config } },
    status: { platforms },
  });
  const config = (name: string, states: readonly string[], pool?: string): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'MachineOSConfig',
    metadata: { name },
    ...(pool === undefined ? {} : { spec: { machineConfigPool: { name: pool } } }),
    status: {
      conditions: [{ type: 'NodesUpdated', status: states.includes('outdated') ? 'False' : 'True' }],
      machineCounts: states.map((state) => ({ architecture: 'amd64', [state]: 1 })),
    },
  });
  const platform = (architecture: string, state: string) => ({ architecture, state });
  const line = (of: string, architecture: string, state: string, pool = '') => ({
    labels: { pool, config: of, architecture, state },
    value: 1,
  });
  const progress = new RolloutProgress();
  const shown = (configs: readonly KubernetesObject[], builds: readonly KubernetesObject[]) => {
    const metrics = createMetricValues();
    showLayering(metrics, { configs, builds, progress, now: 5_000 });
    return metrics;
  };

  it('show the platforms of the newest build of each config, and how many nodes are how', () => {
    const builds = [
      build('edge-2', 'edge', '10:02', [platform('amd64', 'Reused'), platform('arm64', 'Running')]),
      build('edge-1', 'edge', '10:01', [platform('amd64', 'Failed')]),
      build('other-1', 'other', '10:00', [platform('s390x', 'Succeeded')]),
    ];
    const configs = [
      config('edge', ['upToDate', 'outdated', 'upToDate'], 'workers'),
      config('other', ['unknown']),
      config('new', []),
    ];
    const metrics = shown(configs, builds);
    expect(metrics.samples('buildState')).toEqual([
      line('edge', 'amd64', 'succeeded', 'workers'),
      line('edge', 'arm64', 'building', 'workers'),
      line('other', 's390x', 'succeeded'),
    ]);
    expect(metrics.samples('imagePushState')).toEqual([
      line('edge', 'amd64', 'succeeded', 'workers'),
      line('edge', 'arm64', 'pushing', 'workers'),
      line('other', 's390x', 'succeeded'),
    ]);
    expect(metrics.samples('layeringNodes')).toEqual([
      { labels: { config: 'edge', state: 'UpToDate' }, value: 2 },
      { labels: { config: 'edge', state: 'Outdated' }, value: 1 },
      { labels: { config: 'other', state: 'Unknown' }, value: 1 },
    ]);
    expect(metrics.samples('rolloutProgress')).toEqual([{ labels: { config: 'edge' }, value: 5 }]);
    const reversed = shown(configs, [...builds].reverse());
    expect(reversed.samples('buildState')).toContainEqual(line('edge', 'arm64', 'building', 'workers'));
    expect(reversed.samples('buildState')).toHaveLength(3);
  });

  it('of two builds of the same second show the later one in the list', () => {
    const twins = ['Failed', 'Running'].map((state) =>
      build(state, 'edge', '10:00', [platform('amd64', state)]),
    );
    expect(shown([], twins).samples('buildState')).toEqual([line('edge', 'amd64', 'building')]);
  });

  it('leave out what cannot be read', () => {
    const metrics = shown([config('edge', ['unknown'])], [build('b', 'edge', '10:00', [{}])]);
    expect(metrics.samples('buildState')).toEqual([]);
  });

  it('and counts forget configs that are no more', () => {
    const metrics = createMetricValues();
    for (const name of ['edge', 'gone']) {
      const labels = { pool: '', config: name, architecture: 'arm64' };
      metrics.add('builds', { ...labels, state: 'failed' });
      metrics.add('buildRetries', labels);
      metrics.observe('buildDuration', { ...labels, state: 'failed' }, 100);
    }
    const left = () => [
      ...metrics.samples('builds'),
      ...metrics.samples('buildRetries'),
      ...metrics.distributions('buildDuration'),
    ];
    showLayering(metrics, { configs: [config('edge', ['outdated'])], builds: [], progress, now: 0 });
    expect(left().map(({ labels }) => labels.config)).toEqual(['edge', 'edge', 'edge']);
    showLayering(metrics, { configs: [], builds: [], progress, now: 0 });
    expect([...left(), ...metrics.samples('layeringNodes'), ...metrics.samples('rolloutProgress')]).toEqual(
      [],
    );
  });
});
