import { describe, expect, it } from 'vitest';
import { type MachinesFilter, machineQuestion, machinesModel, machinesQuestion } from './machines-model.ts';

const nothing = { namespace: '', architecture: '', reason: '', all: false };

describe('machines', () => {
  it('are numbers, and rows that can be shown', () => {
    const view = {
      count: 2,
      architectures: [{ architecture: 'amd64', count: 2, running: 1, troubled: 1, nodes: 3 }],
      problems: [{ reason: 'NoNodeOfArchitecture', level: 'error', count: 1 }],
      chosen: 1,
      machines: [
        {
          ...{ namespace: 'team', name: 'web', architecture: 's390x', decidedBy: 'machine', nodes: 0 },
          ...{ status: 'Stopped', bootSource: 'images/fedora\u202e' },
          findings: [{ reason: 'NoNodeOfArchitecture', level: 'error', message: 'no', fix: 'add one' }],
        },
      ],
    };
    expect(machinesModel(view)).toEqual({
      count: 2,
      architectures: [{ architecture: 'amd64', count: 2, running: 1, troubled: 1, nodes: 3 }],
      problems: [{ reason: 'NoNodeOfArchitecture', level: 'error', count: 1 }],
      chosen: 1,
      problem: '',
      rows: [
        {
          ...{ key: 'team/web', architecture: 's390x', decidedBy: 'machine', status: 'Stopped', nodes: 0 },
          ...{ bootSource: 'images/fedora\\u202e', bootSourceArchitecture: '' },
          findings: [{ reason: 'NoNodeOfArchitecture', level: 'error', message: 'no', fix: 'add one' }],
        },
      ],
    });
  });

  it.each([[null], [{}], [{ machines: 'x', architectures: 7, count: 'many' }]])('are none in %j', (view) => {
    expect(machinesModel(view)).toMatchObject({ count: 0, architectures: [], rows: [], chosen: 0 });
  });

  it('that could not be looked at say why', () => {
    expect(machinesModel({ notes: [], problem: { kind: 'notSeen', message: 'away' } }).problem).toBe('away');
  });

  it.each<[Partial<MachinesFilter>, object | undefined]>([
    [{}, undefined],
    [{ all: true }, { ...nothing, all: true }],
    [{ namespace: 'team' }, { ...nothing, namespace: 'team' }],
    [{ architecture: 'arm64' }, { ...nothing, architecture: 'arm64' }],
    [{ reason: 'WrongBootSource' }, { ...nothing, reason: 'WrongBootSource' }],
  ])('of %j are asked for with %j', (filter, question) => {
    expect(machinesQuestion({ ...nothing, ...filter })).toEqual(question);
  });

  it.each([
    ['team/web', { namespace: 'team', name: 'web' }],
    ['odd', { namespace: 'odd', name: '' }],
  ])('called %s is asked for with %j', (key, question) => {
    expect(machineQuestion(key)).toEqual(question);
  });
});
