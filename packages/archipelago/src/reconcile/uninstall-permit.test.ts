import { describe, expect, it } from 'vitest';
import { type RemovalFacts, removalPermit, strategyOf } from './uninstall-permit.ts';
import { uninstallText } from './uninstall-text.ts';
import { type Workloads, workloadsText } from './workloads.ts';

const removing = { uninstallStrategy: 'RemoveWorkloads' };
const blocking = { uninstallStrategy: 'BlockUninstallIfWorkloadsExist' };
const machine: Workloads = { kind: 'VirtualMachine', names: ['a/x'], count: 1 };
const names = (count: number) => Array.from({ length: count }, (_, index) => `a/${index}`);

describe('the strategy of a deletion', () => {
  it.each([
    ['both say so', removing, removing, 'RemoveWorkloads'],
    ['nobody says anything', {}, {}, 'BlockUninstallIfWorkloadsExist'],
    ['both say no', blocking, blocking, 'BlockUninstallIfWorkloadsExist'],
    ['only what is written, and refused, says so', removing, blocking, 'BlockUninstallIfWorkloadsExist'],
    ['only what was accepted before says so', blocking, removing, 'BlockUninstallIfWorkloadsExist'],
    [
      'it is no strategy',
      { uninstallStrategy: 'removeworkloads' },
      removing,
      'BlockUninstallIfWorkloadsExist',
    ],
  ] as const)('where %s', (...[, written, inForce, strategy]) => {
    expect(strategyOf(written, inForce)).toBe(strategy);
  });
});

describe('the permit of a removal', () => {
  const nothing: RemovalFacts = {
    strategy: 'BlockUninstallIfWorkloadsExist',
    workloads: [],
    objections: [],
    unknown: [],
  };
  const all = { workloads: [machine], objections: ['KubeVirt k refuses'], unknown: ['cannot list'] };

  it.each<[string, Partial<RemovalFacts>]>([
    ['nothing would be lost', {}],
    ['everything may be lost', { ...all, strategy: 'RemoveWorkloads' }],
  ])('is granted where %s', (_, facts) => {
    expect(removalPermit({ ...nothing, ...facts })).toEqual({ is: 'granted' });
  });

  it.each<[string, Partial<RemovalFacts>, string]>([
    ['workloads exist', { workloads: [machine] }, '1 VirtualMachine (a/x) exist. '],
    ['an operand refuses', { objections: ['KubeVirt k refuses'] }, 'KubeVirt k refuses. '],
    [
      'it cannot be known',
      { unknown: ['cannot list'] },
      'it is not known whether workloads exist: cannot list. ',
    ],
    [
      'all of it',
      all,
      '1 VirtualMachine (a/x) exist; KubeVirt k refuses; it is not known whether workloads exist: cannot list. ',
    ],
  ])('is refused where %s, and says what can be done', (_, facts, because) => {
    const permit = removalPermit({ ...nothing, ...facts });
    expect(permit.is === 'refused' && permit.because).toBe(
      `${because}Nothing is removed, and operands are looked after as before. A deletion cannot be taken back: it goes on when these are deleted, or, with all of them, when spec.uninstallStrategy is RemoveWorkloads in a spec that is not refused`,
    );
  });
});

describe('workloads in words', () => {
  it.each<[readonly Workloads[], string]>([
    [[], ''],
    [[machine], '1 VirtualMachine (a/x)'],
    [[{ kind: 'VirtualMachine', names: ['a/x', 'b/y'], count: 2 }], '2 VirtualMachines (a/x, b/y)'],
    [
      [{ kind: 'DataVolume', names: names(10), count: undefined }],
      `more than 10 DataVolumes (${names(10).join(', ')}, …)`,
    ],
    [
      [
        { kind: 'VirtualMachine', names: names(8), count: 8 },
        { kind: 'VirtualMachineInstance', names: names(10), count: 70 },
        { kind: 'DataVolume', names: names(3), count: 3 },
      ],
      `8 VirtualMachines (${names(8).join(', ')}), 70 VirtualMachineInstances (a/0, a/1, …) and 3 DataVolumes`,
    ],
  ])('names ten and counts all: %j', (found, text) => {
    expect(workloadsText(found)).toBe(text);
  });
});

describe('the progress of a removal', () => {
  it.each([
    [{ going: [], left: ['CDI/c'], workloads: [] }, 'preparing; after that: CDI/c'],
    [
      { going: ['KubeVirt/k'], left: ['CDI/c'], workloads: [machine] },
      'being removed: KubeVirt/k; after that: CDI/c; still there, and going with them: 1 VirtualMachine (a/x)',
    ],
    [{ going: ['CDI/c'], left: [], workloads: [] }, 'being removed: CDI/c'],
  ])('says what goes and what is left: %j', (progress, text) => {
    expect(uninstallText(progress)).toBe(text);
  });
});
