import type { KubernetesObject } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, it } from 'vitest';
import { factsOfNodes, type MirroredNode, nodeShape, type SeenNodes } from './mirrored-node.ts';

const node = (labels: Record<string, string> = {}, spec: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'a', labels },
  spec: { ...spec },
  status: { nodeInfo: { architecture: 'arm64' } },
});
let told: string[];
const onFacts = () => told.push('facts');
const more = {
  keep: ({ spec }: KubernetesObject) => ({ ...node(), ...(spec === undefined ? {} : { spec }) }),
  onChange: () => told.push('more'),
};

beforeEach(() => {
  told = [];
});

describe('of a node', () => {
  it('is kept what placement needs, and nothing more unless somebody wants it', () => {
    const facts = { name: 'a', labels: { x: '1' }, architecture: 'arm64' };
    expect(nodeShape(onFacts, undefined).trim(node({ x: '1' }, { unschedulable: true }))).toEqual(facts);
    expect(nodeShape(onFacts, more).trim(node({ x: '1' }, { unschedulable: true }))).toEqual({
      ...facts,
      more: node({}, { unschedulable: true }),
    });
  });

  it('is news what somebody keeps', () => {
    const change = (wants: typeof more | undefined, [old, now]: readonly KubernetesObject[]) => {
      const { trim, sameContent } = nodeShape(onFacts, wants);
      return old !== undefined && now !== undefined && sameContent?.(trim(old), trim(now)) !== true;
    };
    const cordoned = [node(), node({}, { unschedulable: true })];
    expect([change(undefined, cordoned), change(more, cordoned)]).toEqual([false, true]);
    const labelled = [node(), node({ x: '1' })];
    expect([change(undefined, labelled), change(more, labelled)]).toEqual([true, true]);
    expect([change(undefined, [node(), node()]), change(more, [node(), node()])]).toEqual([false, false]);
  });

  it('hears each who is concerned', () => {
    const { trim, onEvent } = nodeShape(onFacts, more);
    const [plain, cordoned, labelled] = [node(), node({}, { unschedulable: true }), node({ x: '1' })].map(
      trim,
    );
    if (plain === undefined || cordoned === undefined || labelled === undefined) throw new Error('no nodes');
    onEvent?.({ type: 'added', object: plain });
    expect(told.splice(0)).toEqual(['more', 'facts']);
    onEvent?.({ type: 'updated', old: plain, object: cordoned });
    expect(told.splice(0)).toEqual(['more']);
    onEvent?.({ type: 'updated', old: plain, object: labelled });
    expect(told.splice(0)).toEqual(['more', 'facts']);
    onEvent?.({ type: 'deleted', object: plain });
    expect(told.splice(0)).toEqual(['more', 'facts']);
    nodeShape(onFacts, undefined).onEvent?.({ type: 'added', object: plain });
    expect(told).toEqual(['facts']);
  });
});

describe('the facts of nodes', () => {
  const node = (name: string, zone: string, version?: string): MirroredNode => ({
    name,
    architecture: 'amd64',
    labels: { zone },
    ...(version === undefined
      ? {}
      : { more: { apiVersion: 'v1', kind: 'Node', metadata: { name, resourceVersion: version } } }),
  });

  const see = (nodes: readonly MirroredNode[], before: SeenNodes = { nodes: [], facts: [] }): SeenNodes => ({
    nodes,
    facts: factsOfNodes(nodes, before),
  });

  it('are the very list while placement could see no difference, whatever else is kept', () => {
    const first = see([node('a', 'x', '1'), node('b', 'x', '1')]);
    expect(first.facts).toEqual([node('a', 'x'), node('b', 'x')]);
    expect(see([node('a', 'x', '2'), node('b', 'x', '3')], first).facts).toBe(first.facts);
  });

  it('are the very node where only another one has changed', () => {
    const first = see([node('a', 'x', '1'), node('b', 'x', '1')]);
    const second = see([node('a', 'y', '2'), node('b', 'x', '2')], first);
    expect(second.facts).toEqual([node('a', 'y'), node('b', 'x')]);
    expect(second.facts[1]).toBe(first.facts[1]);
    expect(see([node('b', 'x', '9')], second).facts).toEqual([node('b', 'x')]);
  });

  it('compare labels of those nodes only that are others than before', () => {
    const looks: string[] = [];
    const watched = (name: string): MirroredNode => ({
      name,
      architecture: 'amd64',
      get labels() {
        looks.push(name);
        return { zone: 'x' };
      },
    });
    const nodes = ['a', 'b', 'c'].map(watched);
    const first = see(nodes);
    looks.length = 0;
    const changed = [watched('a'), ...nodes.slice(1), watched('d')];
    expect(see(changed, first).facts.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(looks).not.toContain('b');
    expect(looks).toContain('a');
  });

  it('are the nodes themselves where nobody keeps more', () => {
    const nodes = [node('a', 'x')];
    expect(see(nodes).facts[0]).toBe(nodes[0]);
  });
});
