import type { KubernetesObject } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeShape } from './mirrored-node.ts';

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
