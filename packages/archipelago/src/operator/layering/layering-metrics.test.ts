import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { names } from '../../layering/api/layering-names.ts';
import { createMetricValues } from '../../observability/metric-values.ts';
import type { LayeringNews } from '../options/operator-event.ts';
import { countLayering, showLayering } from './layering-metrics.ts';

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
  const config = (name: string, states: readonly string[]): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'MachineOSConfig',
    metadata: { name },
    status: { machineCounts: states.map((state) => ({ architecture: 'amd64', [state]: 1 })) },
  });
  const platform = (architecture: string, state: string) => ({ architecture, state });
  const line = (of: string, architecture: string, state: string) => ({
    labels: { config: of, architecture, state },
    value: 1,
  });

  it('show the platforms of the newest build of each config, and how many nodes are how', () => {
    const metrics = createMetricValues();
    const builds = [
      build('edge-2', 'edge', '10:02', [platform('amd64', 'Reused'), platform('arm64', 'Running')]),
      build('edge-1', 'edge', '10:01', [platform('amd64', 'Failed')]),
      build('other-1', 'other', '10:00', [platform('s390x', 'Succeeded')]),
    ];
    const configs = [
      config('edge', ['upToDate', 'outdated', 'upToDate']),
      config('other', ['unknown']),
      config('new', []),
    ];
    showLayering(metrics, { configs, builds });
    expect(metrics.samples('layeringPlatforms')).toEqual([
      line('edge', 'amd64', 'Reused'),
      line('edge', 'arm64', 'Running'),
      line('other', 's390x', 'Succeeded'),
    ]);
    expect(metrics.samples('layeringNodes')).toEqual([
      { labels: { config: 'edge', state: 'UpToDate' }, value: 2 },
      { labels: { config: 'edge', state: 'Outdated' }, value: 1 },
      { labels: { config: 'other', state: 'Unknown' }, value: 1 },
    ]);
    showLayering(metrics, { configs, builds: [...builds].reverse() });
    expect(metrics.samples('layeringPlatforms')).toContainEqual(line('edge', 'arm64', 'Running'));
    expect(metrics.samples('layeringPlatforms')).toHaveLength(3);
  });

  it('of two builds of the same second show the later one in the list', () => {
    const metrics = createMetricValues();
    const twins = ['Failed', 'Running'].map((state) =>
      build(state, 'edge', '10:00', [platform('amd64', state)]),
    );
    showLayering(metrics, { configs: [], builds: twins });
    expect(metrics.samples('layeringPlatforms')).toEqual([line('edge', 'amd64', 'Running')]);
  });

  it('forget what is no more, and show what cannot be read as empty', () => {
    const metrics = createMetricValues();
    showLayering(metrics, {
      configs: [config('edge', ['unknown'])],
      builds: [build('b', 'edge', '10:00', [{}])],
    });
    expect(metrics.samples('layeringPlatforms')).toEqual([line('edge', '', '')]);
    showLayering(metrics, { configs: [], builds: [] });
    expect([metrics.samples('layeringPlatforms'), metrics.samples('layeringNodes')]).toEqual([[], []]);
  });
});
