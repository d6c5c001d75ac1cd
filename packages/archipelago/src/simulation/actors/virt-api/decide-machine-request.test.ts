import type { JsonObject } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { decideMachineRequest, type MachineVerb } from './decide-machine-request.ts';

interface Options {
  readonly pending?: readonly JsonObject[];
  readonly grace?: number;
  readonly options?: JsonObject;
  readonly spec?: JsonObject;
}

const alreadyRunning = '409 VM is already running';
const notRunning = '409 VM is not running';
const asked = (...actions: readonly string[]) => ({
  patchStatus: {
    status: {
      stateChangeRequests: actions.map((action) => (action === 'Stop' ? { action, uid: 'uid' } : { action })),
    },
  },
});
const spec = (written: JsonObject) => ({ patch: { spec: written } });

/** What comes of it: what is written, or the code and the end of the refusal. */
function decide(verb: MachineVerb, runStrategy: string, phase: string | undefined, given: Options): unknown {
  const { pending = [], grace, options = {} } = given;
  const metadata = { name: 'web', namespace: 'shop' };
  const graced = grace === undefined ? {} : { terminationGracePeriodSeconds: grace };
  const decision = decideMachineRequest(verb, {
    machine: {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachine',
      metadata,
      spec: given.spec ?? { runStrategy },
      status: { stateChangeRequests: pending },
    },
    instance:
      phase === undefined
        ? undefined
        : {
            apiVersion: 'kubevirt.io/v1',
            kind: 'VirtualMachineInstance',
            metadata: { ...metadata, uid: 'uid' },
            spec: graced,
            status: { phase },
          },
    options,
  });
  if (!('refusal' in decision))
    return decision.do === 'migrate' ? 'migrate' : { [decision.do]: decision.patch };
  const { code, message } = decision.refusal;
  return `${code} ${message.replace(/^Operation cannot be fulfilled on virtualmachine.kubevirt.io "web": /, '')}`;
}

test.each<[MachineVerb, string, string | undefined, unknown]>([
  ['start', 'Halted', undefined, spec({ runStrategy: 'Always' })],
  ['start', 'Halted', 'Succeeded', spec({ runStrategy: 'Always' })],
  ['start', 'Halted', 'Running', alreadyRunning],
  ['start', 'Manual', undefined, asked('Start')],
  ['start', 'Manual', 'Failed', asked('Stop', 'Start')],
  ['start', 'Manual', 'Scheduling', alreadyRunning],
  ['start', 'RerunOnFailure', undefined, asked('Start')],
  ['start', 'RerunOnFailure', 'Succeeded', asked('Stop', 'Start')],
  ['start', 'RerunOnFailure', 'Failed', '409 RerunOnFailure does not support starting VM from failed state'],
  ['start', 'Always', 'Running', alreadyRunning],
  ['start', 'Always', undefined, '409 Always does not support manual start requests'],
  ['start', 'Once', 'Succeeded', '409 Once does not support manual start requests'],
  ['stop', 'Always', 'Running', spec({ runStrategy: 'Halted' })],
  ['stop', 'Always', undefined, spec({ runStrategy: 'Halted' })],
  ['stop', 'Once', 'Running', spec({ runStrategy: 'Halted' })],
  ['stop', 'Halted', undefined, notRunning],
  ['stop', 'Halted', 'Running', '409 Halted only supports manual stop requests with a shorter graceperiod'],
  ['stop', 'Manual', 'Running', asked('Stop')],
  ['stop', 'Manual', 'Succeeded', notRunning],
  ['stop', 'RerunOnFailure', undefined, notRunning],
  [
    'stop',
    'RerunOnFailure',
    'Running',
    '501 not simulated: stop with runStrategy RerunOnFailure; set runStrategy to Halted instead',
  ],
  ['stop', 'WaitAsReceiver', 'Running', '409 WaitAsReceiver does not support manual stop requests'],
  ['restart', 'Always', 'Running', asked('Stop', 'Start')],
  ['restart', 'Manual', 'Running', asked('Stop', 'Start')],
  ['restart', 'RerunOnFailure', 'Failed', asked('Stop', 'Start')],
  ['restart', 'Always', undefined, '409 VM is not running: Halted'],
  ['restart', 'Halted', undefined, '409 RunStategy Halted does not support manual restart requests'],
  ['restart', 'Once', 'Running', '409 RunStategy Once does not support manual restart requests'],
  ['migrate', 'Always', 'Running', 'migrate'],
  ['migrate', 'Always', 'Scheduling', notRunning],
  ['migrate', 'Halted', undefined, '404 virtualmachineinstance.kubevirt.io "web" not found'],
])('%s, %s, %s', (verb, runStrategy, phase, expected) => {
  expect(decide(verb, runStrategy, phase, {})).toEqual(expected);
});

const underWay = '500 Internal error occurred: unable to complete request: stop/start already underway';

test.each<[string, readonly [MachineVerb, string, string?], Options, unknown]>([
  ['running: false', ['start', ''], { spec: { running: false } }, spec({ running: true })],
  ['running: true', ['stop', '', 'Running'], { spec: { running: true } }, spec({ running: false })],
  ['a start while one is under way', ['start', 'Manual'], { pending: [{ action: 'Start' }] }, underWay],
  [
    'a stop while a start is under way',
    ['stop', 'Manual', 'Running'],
    { pending: [{ action: 'Start' }] },
    asked('Stop'),
  ],
  [
    'paused',
    ['start', 'Halted'],
    { options: { paused: true } },
    '501 not simulated: a machine that starts paused',
  ],
  [
    'a shorter stop',
    ['stop', 'Halted', 'Running'],
    { grace: 30, options: { gracePeriod: 0 } },
    asked('Stop'),
  ],
  [
    'no shorter stop',
    ['stop', 'Halted', 'Running'],
    { grace: 30, options: { gracePeriod: 30 } },
    '409 Halted only supports manual stop requests with a shorter graceperiod',
  ],
  [
    'a restart at once',
    ['restart', 'Always', 'Running'],
    { options: { gracePeriodSeconds: 0 } },
    asked('Stop', 'Start'),
  ],
  [
    'a restart later',
    ['restart', 'Always', 'Running'],
    { options: { gracePeriodSeconds: 5 } },
    '400 For force restart, only gracePeriod=0 is supported for now',
  ],
  [
    'a restart before now',
    ['restart', 'Always', 'Running'],
    { options: { gracePeriodSeconds: -1 } },
    '400 gracePeriod has to be greater or equal to 0',
  ],
  [
    'a migration to some nodes',
    ['migrate', 'Always', 'Running'],
    { options: { addedNodeSelector: { zone: 'a' } } },
    '501 not simulated: addedNodeSelector of a migration',
  ],
])('%s', (_title, [verb, runStrategy, phase], given, expected) => {
  expect(decide(verb, runStrategy, phase, given)).toEqual(expected);
});
