import { expect, test } from 'vitest';
import { daemonStep, type MachineStep } from './daemon-step.ts';
import { keys } from './machine-config-keys.ts';
import { machineWith } from './machines.test-support.ts';

const usual = { first: 'a', takesMs: 100, inStateMs: 100, problem: undefined, isSame: false, hasPods: false };
const says = (annotations: Readonly<Record<string, string>>): MachineStep => ({
  do: 'annotate',
  annotations,
});
const working = { desired: 'b', state: 'Working' };
const drained = { ...working, drain: ['drain-b', 'drain-b'], cordoned: true } as const;
const up = { ...drained, booted: 'b' };
const begun = says({ [keys.state]: 'Working', [keys.reason]: '' });
const done = says({ [keys.currentConfig]: 'b', [keys.state]: 'Done', [keys.reason]: '' });
const failed = { ...drained, state: 'Degraded', reason: 'why' };

type Parts = Parameters<typeof machineWith>[0];
type Around = Partial<Parameters<typeof daemonStep>[1]>;

test.each<[what: string, machine: Parts, around: Around, step: MachineStep]>([
  ['rests when it is done', {}, {}, { do: 'nothing' }],
  ['begins', { desired: 'b' }, {}, begun],
  ['asks for a drain', working, {}, says({ [keys.desiredDrain]: 'drain-b' })],
  ['is cordoned', { ...working, drain: ['drain-b', ''] }, {}, { do: 'cordon', unschedulable: true }],
  ['loses its pods', { ...drained, drain: ['drain-b', ''] }, { hasPods: true }, { do: 'evict' }],
  ['is drained', { ...drained, drain: ['drain-b', ''] }, {}, says({ [keys.lastAppliedDrain]: 'drain-b' })],
  ['fetches', drained, { inStateMs: 30 }, { do: 'wait', ms: 70 }],
  ['cannot fetch', drained, { problem: 'why' }, says({ [keys.state]: 'Degraded', [keys.reason]: 'why' })],
  ['goes down', drained, {}, { do: 'goDown' }],
  ['boots', { ...drained, ready: false }, { inStateMs: 30 }, { do: 'wait', ms: 70 }],
  ['comes up', { ...drained, ready: false }, {}, { do: 'comeUp', config: 'b' }],
  ['asks to take pods again', up, {}, says({ [keys.desiredDrain]: 'uncordon-b' })],
  ['is uncordoned', { ...up, drain: ['uncordon-b', 'drain-b'] }, {}, { do: 'cordon', unschedulable: false }],
  ['is done', { ...up, cordoned: false, drain: ['uncordon-b', 'uncordon-b'] }, {}, done],
  ['does nothing but say so where only the name differs', { desired: 'b' }, { isSame: true }, done],
  ['stays degraded', failed, { problem: 'why' }, { do: 'nothing' }],
  ['is degraded by something else', failed, { problem: 'other' }, says({ [keys.reason]: 'other' })],
  ['begins anew when the image is there', failed, {}, begun],
  [
    'is taken back to what it has',
    { ...failed, current: 'b' },
    { isSame: true },
    says({ [keys.desiredDrain]: 'uncordon-b' }),
  ],
  [
    'joins with the configuration of its pool',
    { current: '' },
    {},
    says({ [keys.currentConfig]: 'a', [keys.desiredConfig]: 'a', [keys.state]: 'Done', [keys.reason]: '' }),
  ],
  ['waits for its pool', { current: '' }, { first: undefined }, { do: 'nothing' }],
  [
    'cannot join',
    { current: '' },
    { problem: 'why' },
    says({ [keys.desiredConfig]: 'a', [keys.state]: 'Degraded', [keys.reason]: 'why' }),
  ],
  ['does not join', { current: '', reason: 'why' }, { problem: 'why' }, { do: 'nothing' }],
])('a machine %s', (_, machine, around, step) => {
  expect(daemonStep(machineWith(machine), { ...usual, ...around })).toEqual(step);
});
