import type { JsonObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { changeRequests } from './change-requests.ts';

const stop = { action: 'Stop', uid: 'old' };
const start = { action: 'Start' };

test.each<[string, readonly JsonObject[], string | undefined, readonly JsonObject[]]>([
  ['nothing was asked', [], 'old', []],
  ['it is to start', [start], undefined, [start]],
  ['it has started', [start], 'new', []],
  ['it is to stop', [stop], 'old', [stop]],
  ['it has stopped', [stop], undefined, []],
  ['another one runs', [stop], 'new', []],
  ['it is to start anew', [stop, start], 'old', [stop, start]],
  ['it has stopped, and is to start', [stop, start], undefined, [start]],
  ['it has started anew', [stop, start], 'new', []],
])('%s', (_title, requests, uid, left) => {
  const object = (kind: string, rest: JsonObject) => ({
    apiVersion: 'kubevirt.io/v1',
    kind,
    metadata: { name: 'web', ...rest },
  });
  const machine = { ...object('VirtualMachine', {}), status: { stateChangeRequests: requests } };
  const instance = uid === undefined ? undefined : object('VirtualMachineInstance', { uid });
  expect(changeRequests(machine, instance)).toEqual(left);
});
