import { type JsonObject, type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import { bootIdOf, type Machine, machineOf } from './machine.ts';
import { keys } from './machine-config-keys.ts';

interface MachineParts {
  readonly name?: string;
  readonly current?: string;
  readonly desired?: string;
  readonly state?: string;
  readonly reason?: string;
  readonly drain?: readonly [desired: string, applied: string];
  readonly ready?: boolean;
  readonly cordoned?: boolean;
  readonly booted?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

const usual = {
  name: 'n',
  current: 'a',
  state: 'Done',
  reason: '',
  drain: ['', ''],
  ready: true,
  cordoned: false,
  booted: '',
  labels: {},
} as const;

/** A node that has configuration `a` and is done with it, but for what is said. */
export function nodeWith(parts: MachineParts = {}): KubernetesObject {
  const { name, current, state, reason, drain, ready, cordoned, booted, labels } = { ...usual, ...parts };
  const { desired = current } = parts;
  const configured = { [keys.currentConfig]: current, [keys.desiredConfig]: desired, [keys.state]: state };
  const annotations = {
    ...(current === '' ? {} : configured),
    [keys.reason]: reason,
    [keys.desiredDrain]: drain[0],
    [keys.lastAppliedDrain]: drain[1],
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels, annotations },
    spec: { unschedulable: cordoned },
    status: {
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
      nodeInfo: { architecture: 'amd64', bootID: bootIdOf(booted) },
    },
  };
}

export function machineWith(parts: MachineParts = {}): Machine {
  return machineOf(nodeWith(parts));
}

/** A pool with the configuration that its nodes are to have. */
export function poolWith(target: string, spec: JsonObject = {}, status: JsonObject = {}): KubernetesObject {
  return {
    apiVersion: 'machineconfiguration.openshift.io/v1',
    kind: 'MachineConfigPool',
    metadata: { name: 'edge', generation: 3 },
    spec: { configuration: { name: target }, ...spec },
    status: objectAt(status),
  };
}
