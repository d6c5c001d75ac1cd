import {
  conditionOf,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import type { PlayedWrite } from '../players/play.ts';
import { timedConditions } from '../timed-conditions.ts';
import { type MachineWorld, machineKinds } from './machine-kinds.ts';
import { ownedObject } from './owned-object.ts';
import { sourceProblem } from './source-problem.ts';
import { chooseStorage, claimSpec, type StorageClassChoice } from './storage-choice.ts';
import { toldStatus } from './told-status.ts';

/** On a DataVolume that a DataImportCron has made: the importer's. */
const cronLabel = 'cdi.kubevirt.io/dataImportCron';
const immediateBinding = 'cdi.kubevirt.io/storage.bind.immediate.requested';

interface VolumeFacts {
  readonly world: MachineWorld;
  /** A machine that uses it has a node. */
  readonly isConsumed: boolean;
  /** How long it takes to fill a disk, in milliseconds. */
  readonly cloneMs: number;
}

interface VolumeStep {
  readonly writes: readonly PlayedWrite[];
  readonly afterMs?: number;
}

type VolumeState =
  | { readonly phase: 'Pending'; readonly reason: string; readonly message: string }
  | { readonly phase: 'WaitForFirstConsumer' }
  | { readonly phase: 'CloneInProgress' | 'ImportInProgress' }
  | { readonly phase: 'Succeeded' };

/** What CDI does next about a DataVolume that is not of a DataImportCron. No byte is moved. */
export function volumeStep(dataVolume: KubernetesObject, facts: VolumeFacts): VolumeStep {
  const { metadata } = dataVolume;
  const isOthers = metadata.labels?.[cronLabel] !== undefined || metadata.deletionTimestamp !== undefined;
  if (isOthers || phaseOf(dataVolume) === 'Succeeded') return { writes: [] };
  const obstacle = obstacleOf(dataVolume, facts.world);
  return obstacle.phase === 'Pending'
    ? report(dataVolume, obstacle, facts)
    : provide(dataVolume, obstacle.choice, facts);
}

/** Why nothing can be done yet, or of what its disk is made. */
function obstacleOf({ metadata, spec: written }: KubernetesObject, world: MachineWorld) {
  const spec = objectAt({ spec: written }, 'spec');
  const problem = sourceProblem(spec, metadata.namespace ?? '', world);
  if (problem !== undefined) return { phase: 'Pending', reason: 'NoSource', message: problem } as const;
  const choice = chooseStorage(spec, world);
  return choice.kind === 'none'
    ? ({ phase: 'Pending', reason: 'ErrClaimNotValid', message: choice.message } as const)
    : ({ phase: 'none', choice } as const);
}

/** A claim, and what it is filled with. */
function provide(dataVolume: KubernetesObject, choice: StorageClassChoice, facts: VolumeFacts): VolumeStep {
  const { metadata } = dataVolume;
  const claim = facts.world.get('PersistentVolumeClaim', metadata.name, metadata.namespace);
  if (claim === undefined) return { writes: [newClaim(dataVolume, choice.name, facts.world)] };
  const isUrged = metadata.annotations?.[immediateBinding] !== undefined;
  return choice.waits && !isUrged && !facts.isConsumed
    ? report(dataVolume, { phase: 'WaitForFirstConsumer' }, facts)
    : fill(dataVolume, claim, facts);
}

/** It takes its time, and is done. */
function fill(dataVolume: KubernetesObject, claim: KubernetesObject, facts: VolumeFacts): VolumeStep {
  const phase = isClone(dataVolume) ? 'CloneInProgress' : 'ImportInProgress';
  if (phaseOf(dataVolume) !== phase)
    return { ...report(dataVolume, { phase }, facts), afterMs: facts.cloneMs };
  const since = Date.parse(textAt(conditionOf(dataVolume, 'Running'), 'lastTransitionTime'));
  const leftMs = since + facts.cloneMs - facts.world.now;
  if (leftMs > 0) return { writes: [], afterMs: leftMs };
  const bound = {
    phase: 'Bound',
    accessModes: valueAt(claim, 'spec', 'accessModes') ?? [],
    capacity: valueAt(claim, 'spec', 'resources', 'requests') ?? {},
  };
  const { writes } = report(dataVolume, { phase: 'Succeeded' }, facts);
  return { writes: [...toldStatus(machineKinds.PersistentVolumeClaim, claim, bound), ...writes] };
}

function isClone({ spec }: KubernetesObject): boolean {
  return valueAt(spec, 'sourceRef') !== undefined || valueAt(spec, 'source', 'pvc') !== undefined;
}

function newClaim(dataVolume: KubernetesObject, storageClass: string, world: MachineWorld): PlayedWrite {
  const resource = machineKinds.PersistentVolumeClaim;
  const { name, labels } = dataVolume.metadata;
  const spec = claimSpec(objectAt(dataVolume, 'spec'), storageClass, world);
  const own = { name, spec, ...(labels === undefined ? {} : { labels }) };
  return { do: 'create', resource, object: ownedObject(resource, dataVolume, own) };
}

function report(dataVolume: KubernetesObject, state: VolumeState, { world }: VolumeFacts): VolumeStep {
  const now = timestamp(world.now);
  const status: JsonObject = {
    claimName: dataVolume.metadata.name,
    phase: state.phase,
    progress: state.phase === 'Succeeded' ? '100.0%' : 'N/A',
    conditions: timedConditions(conditionsOf(state), dataVolume, now),
  };
  return { writes: toldStatus(machineKinds.DataVolume, dataVolume, status) };
}

function conditionsOf(state: VolumeState) {
  const isDone = state.phase === 'Succeeded';
  const isAtWork = !isDone && state.phase !== 'Pending' && state.phase !== 'WaitForFirstConsumer';
  const why =
    state.phase === 'Pending'
      ? { reason: state.reason, message: state.message }
      : { reason: state.phase, message: 'simulated' };
  return [
    { type: 'Bound', status: isDone ? 'True' : 'False', ...why },
    { type: 'Ready', status: isDone ? 'True' : 'False', ...why },
    { type: 'Running', status: isAtWork ? 'True' : 'False', ...why },
  ] as const;
}

/** Of a DataVolume; empty: nobody has looked at it yet. */
export function phaseOf(dataVolume: KubernetesObject | undefined): string {
  return textAt(dataVolume, 'status', 'phase');
}
