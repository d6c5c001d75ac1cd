import { describe, expect, it } from 'vitest';
import { groupNodes, seenNode } from './group-nodes.ts';

interface Told {
  readonly arch?: string;
  readonly roles?: readonly string[];
  readonly ready?: string;
  readonly cordoned?: boolean;
}

function node(name: string, { arch, roles = [], ready = 'True', cordoned }: Told) {
  const labels = Object.fromEntries(roles.map((role) => [`node-role.kubernetes.io/${role}`, '']));
  return seenNode({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: cordoned === undefined ? {} : { unschedulable: cordoned },
    status: {
      ...(arch === undefined ? {} : { nodeInfo: { architecture: arch } }),
      conditions: [{ type: 'Ready', status: ready }],
    },
  });
}

describe('nodes by architecture and role', () => {
  it('counts those that are alike, and names those that are not ready', () => {
    expect(
      groupNodes([
        node('w2', { arch: 'arm64', roles: ['worker'], ready: 'Unknown' }),
        node('w1', { arch: 'arm64', roles: ['worker'], cordoned: true }),
        node('m1', { arch: 'amd64', roles: ['master', 'control-plane'] }),
        node('w3', { arch: 'amd64', roles: ['worker'], cordoned: false }),
      ]),
    ).toEqual([
      {
        architecture: 'amd64',
        roles: ['control-plane', 'master'],
        count: 1,
        ready: 1,
        usable: 1,
        cordoned: 0,
        notReady: [],
      },
      { architecture: 'amd64', roles: ['worker'], count: 1, ready: 1, usable: 1, cordoned: 0, notReady: [] },
      {
        architecture: 'arm64',
        roles: ['worker'],
        count: 2,
        ready: 1,
        usable: 0,
        cordoned: 1,
        notReady: ['w2'],
      },
    ]);
  });

  it('has a group for those that tell no architecture, and bounds what it names', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      node(`n${String(index).padStart(2, '0')}`, { ready: 'False' }),
    );
    const [group, ...others] = groupNodes(many);
    expect(others).toEqual([]);
    expect(group).toMatchObject({ architecture: '', roles: [], count: 30, ready: 0 });
    expect(group?.notReady).toHaveLength(10);
    expect(groupNodes([])).toEqual([]);
  });
});
