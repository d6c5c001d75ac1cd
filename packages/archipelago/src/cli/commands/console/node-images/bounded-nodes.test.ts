import { describe, expect, it } from 'vitest';
import type { ConfigView } from '../../../../layering/view/config-view.ts';
import { boundedNodes } from './bounded-nodes.ts';

type Node = ConfigView['architectures'][number]['nodes'][number];

const node = (name: string, state: Node['state']): Node => ({ name, state, message: undefined });
const counts = { UpToDate: 0, Updating: 0, Outdated: 0, Failed: 0, NoImageForArchitecture: 0, Unknown: 0 };

function config(nodes: readonly Node[]): ConfigView {
  return {
    ...{ name: 'workers', group: 'layering.archipelago.dev', pool: undefined, nodeSelector: undefined },
    ...{ state: 'rolling', image: undefined, build: undefined, conditions: [], findings: [] },
    architectures: [{ name: 'arm64', source: 'Nodes', counts, nodes }],
  };
}

describe('nodes of a config', () => {
  it('are all named where there are few', () => {
    const few = config([node('a', 'UpToDate'), node('b', 'Failed')]);
    expect(boundedNodes(few)).toEqual(few);
  });

  it('are named in part where there are thousands, those that have the image last', () => {
    const many = Array.from({ length: 5_000 }, (_, index) => node(`n${index}`, 'UpToDate'));
    const [first] = boundedNodes(config([...many, node('late', 'Updating')])).architectures;
    expect(first?.nodes.length).toBe(50);
    expect(first?.nodes.slice(0, 2).map(({ name }) => name)).toEqual(['late', 'n0']);
  });
});
