import { describe, expect, it } from 'vitest';
import { factsIf } from './facts-if.ts';
import { standardInputs } from './standard-cluster.ts';

const node = (name: string, architecture: string | undefined, labels = {}) => ({
  name,
  architecture,
  labels,
});
const model = node('a', 'amd64', { zone: 'z', 'kubernetes.io/arch': 'amd64', 'kubernetes.io/hostname': 'a' });
const facts = { ...standardInputs.facts, nodes: [model, node('b', 'arm64'), node('c', undefined)] };
const names = (after: typeof facts | ReturnType<typeof factsIf>) => after.nodes.map(({ name }) => name);

describe('a cluster', () => {
  it('that another architecture joins has a node like those that there are', () => {
    const after = factsIf(facts, { what: 'joins', architecture: 's390x' }, model);
    expect(names(after)).toEqual(['a', 'b', 'c', 'new-s390x']);
    expect(after.nodes[3]).toEqual({
      ...{ name: 'new-s390x', architecture: 's390x' },
      labels: { zone: 'z', 'kubernetes.io/arch': 's390x', 'kubernetes.io/hostname': 'new-s390x' },
    });
    expect(names(factsIf(after, { what: 'joins', architecture: 's390x' }, undefined))[4]).toBe('new-s390x-x');
  });

  it('without nodes gets a worker', () => {
    const after = factsIf({ ...facts, nodes: [] }, { what: 'joins', architecture: 'arm64' }, undefined);
    expect(after.nodes[0]?.labels).toMatchObject({ 'node-role.kubernetes.io/worker': '' });
  });

  it('that an architecture leaves keeps the others', () => {
    expect(names(factsIf(facts, { what: 'leaves', architecture: 'arm64' }, undefined))).toEqual(['a', 'c']);
    expect(names(factsIf(facts, { what: 'leaves', architecture: 's390x' }, undefined))).toEqual(names(facts));
  });
});
