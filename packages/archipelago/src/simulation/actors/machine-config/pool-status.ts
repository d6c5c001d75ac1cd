import {
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectAt,
  objectsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { isDone, isFailing, isUnavailable, isUsable, type Machine } from './machine.ts';
import type { Rendering } from './render-config.ts';

interface PoolFacts {
  readonly pool: KubernetesObject;
  readonly machines: readonly Machine[];
  readonly rendering: Rendering;
  /** RFC 3339. */
  readonly now: string;
}

/** What a MachineConfigPool says about its machines, as the Machine Config Operator keeps it. */
export function poolStatus({ pool, machines, rendering, now }: PoolFacts): JsonObject {
  const target = configurationOf(pool);
  const updated = machines.filter((one) => isDone(one) && one.current === target.name);
  const ready = updated.filter(isUsable);
  const unavailable = machines.filter(isUnavailable);
  const failing = machines.filter(isFailing);
  const isAllUpdated =
    updated.length === machines.length && ready.length === machines.length && unavailable.length === 0;
  const wanted = [...progress(pool, String(target.name), isAllUpdated), ...degradations(failing, rendering)];
  return {
    observedGeneration: numberAt(pool, 'metadata', 'generation') ?? 1,
    configuration: isAllUpdated ? target : objectAt(valueAt(pool, 'status', 'configuration')),
    machineCount: machines.length,
    updatedMachineCount: updated.length,
    readyMachineCount: ready.length,
    unavailableMachineCount: unavailable.length,
    degradedMachineCount: failing.length,
    conditions: conditionsWith(pool, wanted, now),
  };
}

/** What the pool is to have: its rendered MachineConfig by name, with what it was made of. */
function configurationOf(pool: KubernetesObject): JsonObject {
  return { name: '', ...objectAt(valueAt(pool, 'spec', 'configuration')) };
}

type Wanted = Readonly<Record<'type' | 'status' | 'reason' | 'message', string>>;

function condition(type: string, isTrue: boolean, message = '', reason = ''): Wanted {
  return { type, status: isTrue ? 'True' : 'False', reason, message };
}

function progress(pool: KubernetesObject, target: string, isAllUpdated: boolean): readonly Wanted[] {
  if (isAllUpdated)
    return [
      condition('Updated', true, `All nodes are updated with MachineConfig ${target}`),
      condition('Updating', false),
    ];
  const isPaused = valueAt(pool, 'spec', 'paused') === true;
  return [
    condition('Updated', false),
    isPaused
      ? condition('Updating', false, `Pool is paused; will not update to MachineConfig ${target}`)
      : condition('Updating', true, `All nodes are updating to MachineConfig ${target}`),
  ];
}

function degradations(failing: readonly Machine[], rendering: Rendering): readonly Wanted[] {
  const reports = failing.map(({ name, reason }) => `Node ${name} is reporting: ${JSON.stringify(reason)}`);
  const render = rendering.ok ? '' : `Failed to render configuration: ${rendering.message}`;
  const isDegraded = failing.length > 0 || !rendering.ok;
  return [
    condition(
      'NodeDegraded',
      failing.length > 0,
      reports.join(', '),
      failing.length > 0 ? `${failing.length} nodes are reporting degraded status on sync` : '',
    ),
    condition('RenderDegraded', !rendering.ok, render),
    condition('Degraded', isDegraded),
  ];
}

/** Conditions of others stay; a time changes with its status only. */
function conditionsWith(
  pool: KubernetesObject,
  wanted: readonly Wanted[],
  now: string,
): readonly JsonObject[] {
  const old = objectsAt(pool, 'status', 'conditions');
  const next = wanted.map((one): JsonObject => {
    const before = old.find(({ type }) => type === one.type);
    const since = before?.status === one.status ? before.lastTransitionTime : undefined;
    return { ...one, lastTransitionTime: since ?? now };
  });
  return [...old.filter(({ type }) => wanted.every((one) => one.type !== type)), ...next];
}
