import { type KubernetesObject, objectAt, textAt } from '@archipelago/apimachinery';
import { NodeRoom, podDemand } from '@archipelago/kube-sandbox';
import type { Play, PlayedWrite } from '../players/play.ts';
import { defaultArchitecture } from './default-architecture.ts';
import { isFinished } from './instance-phase.ts';
import { instanceStep } from './instance-step.ts';
import { dataVolumeNames } from './instance-volumes.ts';
import { launchersOf, launcherWrites } from './launcher-pods.ts';
import { machineDemand } from './machine-demand.ts';
import type { MachineFacts } from './machine-facts.ts';
import { type MachineWorld, machineKinds } from './machine-kinds.ts';
import { MachineScheduler } from './machine-scheduler.ts';
import { machineStep } from './machine-step.ts';
import { evacuation, migrationStep } from './migration-step.ts';
import { volumeStep } from './volume-step.ts';

/** How long it takes to fill a disk, in milliseconds. */
const usualCloneMs = 1_000;

/**
 * Plays virt-controller, virt-launcher and CDI for VirtualMachines while there is a KubeVirt: nothing runs and nothing is
 * copied. `cloneMs`: how long it takes to fill a disk.
 */
export function virtController(cloneMs = usualCloneMs): Play<keyof typeof machineKinds> {
  return {
    name: 'virt-controller',
    resources: machineKinds,
    look(world) {
      const [kubeVirt] = world.list('KubeVirt').filter(isDeployed);
      if (kubeVirt === undefined) return { writes: launcherWrites([], launchersOf(world), world.now) };
      return look(factsOf(kubeVirt, world), cloneMs);
    },
  };
}

function isDeployed({ metadata, status }: KubernetesObject): boolean {
  return metadata.deletionTimestamp === undefined && textAt(status, 'phase') !== '';
}

function factsOf(kubeVirt: KubernetesObject, world: MachineWorld): MachineFacts {
  const nodes = world.list('Node');
  const room = new NodeRoom();
  for (const instance of world.list('VirtualMachineInstance')) {
    const demand = machineDemand(objectAt(instance, 'spec'));
    for (const node of takenNodes(instance)) room.take(node, demand);
  }
  for (const pod of world.list('Pod'))
    if (takesRoom(pod)) room.reserve(textAt(pod, 'spec', 'nodeName'), podDemand(pod));
  return {
    world,
    kubeVirt,
    scheduler: new MachineScheduler(nodes, room),
    defaultArchitecture: defaultArchitecture(kubeVirt, nodes),
    launchers: launchersOf(world),
  };
}

/** Pods of machines are counted as the machines they are. */
function takesRoom({ metadata, spec, status }: KubernetesObject): boolean {
  const isOver = ['Succeeded', 'Failed'].includes(textAt(status, 'phase'));
  return textAt(spec, 'nodeName') !== '' && !isOver && metadata.labels?.['kubevirt.io'] !== 'virt-launcher';
}

/** Where it runs, and where it is on its way to. */
function takenNodes(instance: KubernetesObject): readonly string[] {
  if (isFinished(instance)) return [];
  const state = objectAt(instance, 'status', 'migrationState');
  const target = state.completed === true ? '' : textAt(state, 'targetNode');
  return [textAt(instance, 'status', 'nodeName'), target].filter((node) => node !== '');
}

function look(facts: MachineFacts, cloneMs: number) {
  const { world } = facts;
  const instances = [...world.list('VirtualMachineInstance')].sort(byAge);
  const consumed = consumedVolumes(instances);
  const volumes = world
    .list('DataVolume')
    .map((dataVolume) =>
      volumeStep(dataVolume, { world, isConsumed: consumed.has(keyOf(dataVolume)), cloneMs }),
    );
  const waits = volumes.map(({ afterMs }) => afterMs).filter((wait) => wait !== undefined);
  const writes: readonly PlayedWrite[] = [
    ...world.list('VirtualMachine').flatMap((machine) => machineStep(machine, facts)),
    ...instances.flatMap((instance) => instanceStep(instance, facts)),
    ...volumes.flatMap((step) => step.writes),
    ...instances.flatMap((instance) => evacuation(instance, facts)),
    ...world.list('Migration').flatMap((migration) => migrationStep(migration, facts)),
    ...launcherWrites(instances, facts.launchers, world.now),
  ];
  return { writes, ...(waits.length === 0 ? {} : { afterMs: Math.min(...waits) }) };
}

/** Whoever has waited longest is placed first. */
function byAge({ metadata: one }: KubernetesObject, { metadata: other }: KubernetesObject): number {
  const [a, b] = [one, other].map(({ creationTimestamp = '', name }) => `${creationTimestamp} ${name}`);
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

/** Disks of machines that have a node. */
function consumedVolumes(instances: readonly KubernetesObject[]): ReadonlySet<string> {
  return new Set(
    instances
      .filter((instance) => textAt(instance, 'status', 'nodeName') !== '')
      .flatMap(({ spec, metadata }) => dataVolumeNames(spec).map((name) => `${metadata.namespace}/${name}`)),
  );
}

function keyOf({ metadata }: KubernetesObject): string {
  return `${metadata.namespace}/${metadata.name}`;
}
