import { describe, expect, it } from 'vitest';
import type { NodeFacts } from '../../cluster-facts/cluster-facts.ts';
import { type MachinesChoice, machinesReport } from './machines-report.ts';
import type { VirtualMachineFit } from './virtual-machine-fits.ts';

type Finding = VirtualMachineFit['findings'][number];

const error: Finding = { level: 'error', reason: 'NoNodeOfArchitecture', message: 'm', fix: 'f' };
const warning: Finding = { level: 'warning', reason: 'BootSourceNotReady', message: 'm', fix: 'f' };

function fit(name: string, architecture: string | undefined, ...findings: readonly Finding[]) {
  const told = { architecture, decidedBy: 'machine', bootSource: undefined } as const;
  const status = findings.length === 0 ? 'Running' : 'Stopped';
  return { namespace: 'team', name, status, ...told, bootSourceArchitecture: undefined, nodes: 1, findings };
}

const node = (name: string, architecture: string): NodeFacts => ({ name, labels: {}, architecture });

const seen = {
  fits: [
    fit('well', 'amd64'),
    fit('soon', 'amd64', warning),
    fit('lost', 's390x', error),
    fit('also-lost', 's390x', error, warning),
    fit('odd', undefined, warning),
  ],
  nodes: [node('a1', 'amd64'), node('a2', 'amd64'), node('b1', 'arm64')],
};

describe('machines', () => {
  it('are counted by architecture, with those that have nodes only', () => {
    expect(machinesReport(seen, {}).architectures).toEqual([
      { architecture: '', count: 1, running: 0, troubled: 1, nodes: 0 },
      { architecture: 'amd64', count: 2, running: 1, troubled: 1, nodes: 2 },
      { architecture: 'arm64', count: 0, running: 0, troubled: 0, nodes: 1 },
      { architecture: 's390x', count: 2, running: 0, troubled: 2, nodes: 0 },
    ]);
  });

  it('are counted by what is wrong, errors first', () => {
    expect(machinesReport(seen, {}).problems).toEqual([
      { reason: 'NoNodeOfArchitecture', level: 'error', count: 2 },
      { reason: 'BootSourceNotReady', level: 'warning', count: 3 },
    ]);
  });

  it.each<[MachinesChoice, readonly string[]]>([
    [{}, ['also-lost', 'lost', 'odd', 'soon']],
    [{ all: true }, ['also-lost', 'lost', 'odd', 'soon', 'well']],
    [{ architecture: 'amd64' }, ['soon']],
    [{ architecture: 'amd64', all: true }, ['soon', 'well']],
    [{ architecture: '' }, ['odd']],
    [{ reason: 'BootSourceNotReady' }, ['also-lost', 'odd', 'soon']],
    [{ reason: 'BootSourceNotReady', architecture: 's390x' }, ['also-lost']],
    [{ names: ['team/well', 'team/gone'] }, ['well']],
    [{ names: [] }, ['also-lost', 'lost', 'odd', 'soon']],
  ])('%j are %j', (choice, names) => {
    const { chosen, machines } = machinesReport(seen, choice);
    expect(machines.map(({ name }) => name)).toEqual(names);
    expect(chosen).toBe(names.length);
  });

  it('are told of in part, and how many there are', () => {
    const { chosen, machines } = machinesReport(seen, {}, 2);
    expect([chosen, machines.map(({ name }) => name)]).toEqual([4, ['also-lost', 'lost']]);
  });
});
