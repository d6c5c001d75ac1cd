import { expect, test } from 'vitest';
import { chooseMachines, maxUnavailable } from './choose-machines.ts';
import { machineWith, poolWith } from './machines.test-support.ts';

const chosen = (spec: Parameters<typeof poolWith>[1], machines: Parameters<typeof chooseMachines>[1]) =>
  chooseMachines(poolWith('b', spec), machines, 'b').map(({ name }) => name);

const three = ['1', '2', '3'].map((name) => machineWith({ name }));

test.each<[said: unknown, of: number, count: number]>([
  [undefined, 3, 1],
  [2, 3, 2],
  [0, 3, 1],
  ['50%', 5, 2],
  ['10%', 5, 1],
  ['100%', 3, 3],
])('maxUnavailable %j of %d is %d', (said, of, count) => {
  const spec = said === undefined ? {} : { maxUnavailable: String(said) };
  expect(maxUnavailable(poolWith('b', spec), of)).toBe(count);
});

test.each<[what: string, machines: Parameters<typeof chooseMachines>[1], names: readonly string[]]>([
  ['the first of those that lack it', three, ['1']],
  ['nobody while one works', [machineWith({ name: '0', desired: 'b', state: 'Working' }), ...three], []],
  ['nobody while one has just been told', [machineWith({ name: '0', desired: 'b' }), ...three], []],
  ['nobody while one is not ready', [machineWith({ name: '0', current: 'b', ready: false }), ...three], []],
  ['nobody while one is cordoned', [machineWith({ name: '0', current: 'b', cordoned: true }), ...three], []],
  [
    'nobody where one has failed with it',
    [machineWith({ name: '0', desired: 'b', state: 'Degraded' }), ...three],
    [],
  ],
  ['also one that failed with another', [machineWith({ name: '0', desired: 'x', state: 'Degraded' })], ['0']],
  ['nobody that has not joined', [machineWith({ current: '' })], []],
  ['nobody where all have it', [machineWith({ current: 'b' })], []],
])('chooses %s', (_, machines, names) => {
  expect(chosen({}, machines)).toEqual(names);
});

test('as many as there is room for, and nobody in a paused pool', () => {
  expect(chosen({ maxUnavailable: 2 }, three)).toEqual(['1', '2']);
  expect(chosen({ maxUnavailable: 2, paused: true }, three)).toEqual([]);
});
