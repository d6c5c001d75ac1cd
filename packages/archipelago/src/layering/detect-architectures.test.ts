import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DetectionInput, detectArchitectures, type PoolNode } from './detect-architectures.ts';

const now = '2026-11-21T12:00:00Z';
const time = { hasCome: (at: number) => Date.parse(now) >= at, stamp: () => now };
const day = 24 * 3600;

function node(name: string, architecture: string | undefined, more: Partial<PoolNode> = {}): PoolNode {
  return {
    name,
    architecture,
    operatingSystem: 'linux',
    labelledArchitecture: architecture,
    ready: true,
    ...more,
  };
}

function detect(input: Partial<DetectionInput>) {
  return detectArchitectures({ nodes: [], known: [], time, removalGraceSeconds: day, ...input });
}

function known(name: 'amd64' | 'arm64', goneSince?: string, isBuilt = true) {
  return { name, goneSince, isBuilt };
}

const mixed = [node('a', 'amd64'), node('b', 'arm64'), node('c', 'amd64', { ready: false })];

describe('architectures of a pool', () => {
  const table: readonly [string, Partial<DetectionInput>, readonly string[], readonly string[]][] = [
    ['those of its nodes, sorted', { nodes: [...mixed].reverse() }, ['amd64 Nodes', 'arm64 Nodes'], []],
    [
      'a node that is not ready counts',
      { nodes: [node('a', 's390x', { ready: false })] },
      ['s390x Nodes'],
      [],
    ],
    ['a node that has not reported does not', { nodes: [node('a', undefined)] }, [], ['NoArchitectures']],
    ['no node, no wish, no past: none (38)', {}, [], ['NoArchitectures']],
    ['an explicit list (39)', { explicit: ['arm64'] }, ['arm64 Explicit'], []],
    [
      'an explicit list goes over the nodes',
      { nodes: mixed, explicit: ['ppc64le'] },
      ['ppc64le Explicit'],
      [],
    ],
    [
      'expected machines (40)',
      { nodes: [node('a', 'amd64')], expected: ['arm64'] },
      ['amd64 Nodes', 'arm64 Expected'],
      [],
    ],
    [
      'the last node gone within the grace (11, 12)',
      {
        nodes: [node('a', 'amd64')],
        known: [known('amd64'), known('arm64', '2026-11-21T00:00:00Z')],
      },
      ['amd64 Nodes', 'arm64 Departed'],
      [],
    ],
    [
      'gone at this look',
      { nodes: [node('a', 'amd64')], known: [known('amd64'), known('arm64')] },
      ['amd64 Nodes', 'arm64 Departed'],
      [],
    ],
    [
      'gone before it was ever built: left out at once',
      { nodes: [node('a', 'amd64')], known: [known('amd64'), known('arm64', undefined, false)] },
      ['amd64 Nodes'],
      [],
    ],
    [
      'the grace over (11)',
      { nodes: [node('a', 'amd64')], known: [known('arm64', '2026-11-20T12:00:00Z')] },
      ['amd64 Nodes'],
      [],
    ],
    [
      'riscv64 is left out, the others go on (41)',
      { nodes: [...mixed, node('r', 'riscv64')] },
      ['amd64 Nodes', 'arm64 Nodes'],
      ['UnsupportedArchitecture'],
    ],
    [
      'another operating system',
      { nodes: [node('w', 'amd64', { operatingSystem: 'windows' })] },
      [],
      ['UnsupportedArchitecture', 'NoArchitectures'],
    ],
    [
      'a label that lies (42)',
      { nodes: [node('a', 'amd64'), node('l', 'arm64', { labelledArchitecture: 'amd64' })] },
      ['amd64 Nodes'],
      ['ArchLabelMismatch'],
    ],
  ];
  it.each(table)('%s', (_, input, architectures, findings) => {
    const detection = detect(input);
    expect(detection.architectures.map(({ name, source }) => `${name} ${source}`)).toEqual(architectures);
    expect(detection.findings.map(({ reason }) => reason)).toEqual(findings);
  });

  it('names what has left unbuilt, and nothing else', () => {
    const nodes = [node('a', 'amd64')];
    const past = [known('amd64', undefined, false), known('arm64', undefined, false)];
    expect(detect({ nodes, known: past }).leftUnbuilt).toEqual(['arm64']);
    expect(detect({ nodes, known: past, expected: ['arm64'] }).leftUnbuilt).toEqual([]);
    expect(detect({ nodes, known: [known('arm64')] }).leftUnbuilt).toEqual([]);
  });

  it('counts nodes and the ready ones', () => {
    expect(detect({ nodes: mixed }).architectures[0]).toMatchObject({ nodes: 2, ready: 1 });
  });

  it('remembers since when the last node is gone, and forgets it when one comes', () => {
    const [gone] = detect({ known: [known('arm64')] }).architectures;
    expect(gone).toMatchObject({ source: 'Departed', goneSince: now });
    const [back] = detect({
      known: [known('arm64', now)],
      nodes: [node('b', 'arm64')],
    }).architectures;
    expect(back).toMatchObject({ source: 'Nodes', goneSince: undefined });
  });

  it('says the same whatever the order of the nodes', () => {
    const nodes = [...mixed, node('z', 's390x'), node('r', 'riscv64')];
    const expected = detect({ nodes }).architectures;
    fc.assert(
      fc.property(fc.shuffledSubarray(nodes, { minLength: nodes.length }), (order) => {
        expect(detect({ nodes: order }).architectures).toEqual(expected);
      }),
      { seed: 1 },
    );
  });
});
