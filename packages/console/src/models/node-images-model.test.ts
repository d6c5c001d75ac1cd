import { describe, expect, it } from 'vitest';
import { nodeImagesModel } from './node-images-model.ts';

const config = {
  ...{ name: 'workers', group: 'layering.archipelago.dev', state: 'failed' },
  nodeSelector: { 'node-pool': 'workers\u202e' },
  build: {
    ...{ name: 'workers-1', phase: 'Failed', message: 'arm64 failed' },
    platforms: [{ architecture: 'arm64', state: 'Failed', attempts: 2, message: 'exit code 65' }],
  },
  architectures: [
    {
      ...{ name: 'arm64', source: 'Nodes', counts: { UpToDate: 0, Outdated: 70 } },
      nodes: [{ name: 'a0', state: 'Outdated' }],
    },
  ],
  conditions: [
    { type: 'ImageReady', status: 'False', reason: 'PlatformFailed', message: 'no image', fix: 'retry' },
    { type: 'Degraded', status: 'True', reason: 'PlatformFailed', message: '' },
  ],
  findings: [
    { level: 'error', reason: 'X', message: 'no image' },
    { level: 'info', reason: 'Y', message: 'noted' },
  ],
};

describe('node images', () => {
  it('are configs with their build, platforms and nodes, fit to be shown', () => {
    const [model] = nodeImagesModel({ configs: [config] });
    expect(model).toMatchObject({
      key: 'layering.archipelago.dev/workers',
      nodes: 'node-pool=workers\\u202e',
      build: { name: 'workers-1', phase: 'Failed', message: 'arm64 failed', startedAt: '' },
      platforms: [{ architecture: 'arm64', state: 'Failed', attempts: 2, message: 'exit code 65', node: '' }],
    });
  });

  it('count nodes, and how many are not named', () => {
    const [model] = nodeImagesModel({ configs: [config] });
    expect(model?.rollout).toEqual([
      {
        ...{ architecture: 'arm64', source: 'Nodes', count: 70, leftOut: 69 },
        counts: [{ state: 'Outdated', count: 70 }],
        nodes: [{ name: 'a0', state: 'Outdated', message: '' }],
      },
    ]);
  });

  it('say each remark once, errors of the planner as such', () => {
    const [model] = nodeImagesModel({ configs: [config] });
    expect(model?.remarks).toEqual([
      { level: 'danger', text: 'no image', fix: '' },
      { level: 'info', text: 'noted', fix: '' },
      { level: 'warning', text: 'Degraded: PlatformFailed', fix: '' },
    ]);
  });

  it.each([[null], [{}], [{ configs: 'x' }]])('are none in %j', (view) => {
    expect(nodeImagesModel(view)).toEqual([]);
  });

  it('without a build and labels have a pool', () => {
    const [model] = nodeImagesModel({ configs: [{ name: 'edge', pool: 'edge' }] });
    expect(model).toMatchObject({ nodes: 'edge', build: undefined, platforms: [], rollout: [], remarks: [] });
  });
});
