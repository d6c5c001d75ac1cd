import {
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import { bootableArchitectures } from '../../../api/architectures.ts';
import type { PlayedWrite } from '../players/play.ts';
import { bootSourceOf, knownSource } from './boot-source.ts';
import { changeRequests } from './change-requests.ts';
import { isFinished, phaseOfInstance } from './instance-phase.ts';
import { labelValue } from './label-value.ts';
import type { MachineFacts } from './machine-facts.ts';
import { machineKinds } from './machine-kinds.ts';
import { type MachineParts, machineStatus } from './machine-status.ts';
import { ownedObject } from './owned-object.ts';
import { runStrategyOf } from './run-strategy.ts';
import { toldStatus } from './told-status.ts';
import { phaseOf } from './volume-step.ts';

const resource = machineKinds.VirtualMachineInstance;

interface Parts extends MachineParts {
  /** What it was asked to do and has not done yet. */
  readonly requests: readonly JsonObject[];
}

/** What happens next to a VirtualMachine: its disks, the machine that runs, and its status. */
export function machineStep(machine: KubernetesObject, facts: MachineFacts): readonly PlayedWrite[] {
  const parts = partsOf(machine, facts);
  const told = toldStatus(machineKinds.VirtualMachine, machine, {
    ...machineStatus(parts, facts.world.now),
    stateChangeRequests: parts.requests.length === 0 ? null : parts.requests,
  });
  if (machine.metadata.deletionTimestamp !== undefined) return told;
  return [...newVolumes(machine, facts), ...startOrStop(parts, facts), ...told];
}

function partsOf(machine: KubernetesObject, facts: MachineFacts): Parts {
  const { name, namespace } = machine.metadata;
  const { world } = facts;
  const found = world.get('VirtualMachineInstance', name, namespace);
  const instance = found !== undefined && isOwn(found, machine) ? found : undefined;
  const runStrategy = runStrategyOf(machine);
  const volumes = templatesOf(machine).map((template) =>
    world.get('DataVolume', textAt(template, 'metadata', 'name'), namespace),
  );
  const requests = changeRequests(machine, instance);
  const isWanted = requests[0]?.action === 'Start' || isToRun(runStrategy, instance);
  const architecture = architectureOf(machine, facts);
  const refusal =
    !isWanted || instance !== undefined || bootableArchitectures.includes(architecture)
      ? undefined
      : `KubeVirt runs no machines on ${architecture} (simulated)`;
  return { machine, instance, volumes, isWanted, runStrategy, refusal, requests };
}

function isOwn({ metadata }: KubernetesObject, machine: KubernetesObject): boolean {
  return (metadata.ownerReferences ?? []).some(({ uid }) => uid === machine.metadata.uid);
}

/** Unless it was asked to. Manual and WaitAsReceiver start nothing by themselves, and stop nothing either. */
function isToRun(runStrategy: string, instance: KubernetesObject | undefined): boolean {
  const phase = phaseOfInstance(instance);
  switch (runStrategy) {
    case 'Always':
      return true;
    case 'RerunOnFailure':
      return phase !== 'Succeeded';
    case 'Once':
      return phase !== 'Succeeded' && phase !== 'Failed';
    case 'Halted':
      return false;
    default:
      return instance !== undefined;
  }
}

function startOrStop(parts: Parts, facts: MachineFacts): readonly PlayedWrite[] {
  const { machine, instance, isWanted } = parts;
  if (instance !== undefined) {
    const isToStop = parts.requests[0]?.action === 'Stop' || isToGo(instance, parts.runStrategy);
    const isLeft = instance.metadata.deletionTimestamp !== undefined || !isToStop;
    return isLeft ? [] : [{ do: 'delete', resource, object: instance }];
  }
  const isReady = parts.volumes.every((volume) =>
    ['Succeeded', 'WaitForFirstConsumer'].includes(phaseOf(volume)),
  );
  if (!isWanted || !isReady || parts.refusal !== undefined) return [];
  return [{ do: 'create', resource, object: newInstance(machine, facts) }];
}

/** It is stopped, or has ended and is to run again. */
function isToGo(instance: KubernetesObject, runStrategy: string): boolean {
  if (runStrategy === 'Halted') return true;
  const isRerun = runStrategy === 'RerunOnFailure' && phaseOfInstance(instance) === 'Failed';
  return isFinished(instance) && (runStrategy === 'Always' || isRerun);
}

function newInstance(machine: KubernetesObject, facts: MachineFacts): KubernetesObject {
  const { name } = machine.metadata;
  const template = objectAt(machine, 'spec', 'template');
  const texts = (member: string) =>
    Object.fromEntries(
      Object.entries(objectAt(template, 'metadata', member)).flatMap(([key, value]) =>
        typeof value === 'string' ? [[key, value]] : [],
      ),
    );
  return ownedObject(resource, machine, {
    name,
    labels: { ...texts('labels'), 'vm.kubevirt.io/name': labelValue(name) },
    annotations: texts('annotations'),
    spec: { ...objectAt(template, 'spec'), architecture: architectureOf(machine, facts) },
  });
}

/** Its own, that of its boot source, or the default, as KubeVirt decides it. */
function architectureOf(machine: KubernetesObject, { world, defaultArchitecture }: MachineFacts): string {
  const own = textAt(machine, 'spec', 'template', 'spec', 'architecture');
  if (own !== '') return own;
  const { namespace = '' } = machine.metadata;
  const sources = templatesOf(machine).map((one) => bootSourceOf(objectAt(one, 'spec'), namespace, world));
  return knownSource(sources)?.architecture ?? defaultArchitecture;
}

function newVolumes(machine: KubernetesObject, { world }: MachineFacts): readonly PlayedWrite[] {
  const { namespace } = machine.metadata;
  return templatesOf(machine).flatMap((template): readonly PlayedWrite[] => {
    const name = textAt(template, 'metadata', 'name');
    if (name === '' || world.get('DataVolume', name, namespace) !== undefined) return [];
    const object = ownedObject(machineKinds.DataVolume, machine, {
      name,
      spec: volumeSpec(template, machine),
    });
    return [{ do: 'create', resource: machineKinds.DataVolume, object }];
  });
}

/** A DataSource without a namespace is one of the machine's. */
function volumeSpec(template: JsonObject, { metadata: { namespace = '' } }: KubernetesObject): JsonObject {
  const spec = objectAt(template, 'spec');
  const reference = objectAt(spec, 'sourceRef');
  return textAt(reference, 'kind') === '' ? spec : { ...spec, sourceRef: { namespace, ...reference } };
}

function templatesOf(machine: KubernetesObject): readonly JsonObject[] {
  return objectsAt(machine, 'spec', 'dataVolumeTemplates');
}
