import {
  type JsonObject,
  type KubernetesObject,
  objectAt,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import type { PlayedWrite } from '../players/play.ts';
import { isFinished } from './instance-phase.ts';
import { labelValue } from './label-value.ts';
import { machineDemand } from './machine-demand.ts';
import { type MachineWorld, machineKinds } from './machine-kinds.ts';
import { ownedObject } from './owned-object.ts';
import { stayOnNode } from './stay-on-node.ts';
import { toldStatus } from './told-status.ts';

/** Keeps an evicted pod until its machine has moved: the pod is all that a drain sees of it. */
const finalizer = 'archipelago.dev/machine-runs-here';
const createdBy = 'kubevirt.io/created-by';

const resource = machineKinds.Pod;

/** Pods of machines by the uid of their VirtualMachineInstance. */
export type Launchers = ReadonlyMap<string, readonly KubernetesObject[]>;

/** Those that are played here. */
export function launchersOf(world: MachineWorld): Launchers {
  const found = world
    .list('Pod')
    .filter(
      ({ metadata: { labels = {}, annotations = {} } }) =>
        labels['kubevirt.io'] === 'virt-launcher' && annotations[simulatedAnnotation] === 'true',
    );
  const byMachine = new Map<string, readonly KubernetesObject[]>();
  for (const pod of found) {
    const uid = pod.metadata.labels?.[createdBy] ?? '';
    byMachine.set(uid, [...(byMachine.get(uid) ?? []), pod]);
  }
  return byMachine;
}

/** One running pod for each machine that has a node; others go. */
export function launcherWrites(
  instances: readonly KubernetesObject[],
  launchers: Launchers,
  now: number,
): readonly PlayedWrite[] {
  const running = new Map(
    instances.filter(hasLauncher).map((instance) => [instance.metadata.uid ?? '', instance]),
  );
  const made = [...running].flatMap(([uid, instance]) => standing(instance, launchers.get(uid) ?? [], now));
  const gone = [...launchers].flatMap(([uid, pods]) =>
    pods.filter((pod) => pod.metadata.name !== launcherName(running.get(uid))).flatMap(farewell),
  );
  return [...made, ...gone];
}

function hasLauncher(instance: KubernetesObject): boolean {
  return textAt(instance, 'status', 'nodeName') !== '' && !isFinished(instance);
}

function standing(
  instance: KubernetesObject,
  pods: readonly KubernetesObject[],
  now: number,
): readonly PlayedWrite[] {
  const name = launcherName(instance);
  const present = pods.find(({ metadata }) => metadata.name === name);
  if (present === undefined) return [{ do: 'create', resource, object: newLauncher(instance, name) }];
  if (textAt(present, 'status', 'phase') === 'Running') return [];
  const startedAt = timestamp(now);
  const compute = {
    name: 'compute',
    image: 'simulated',
    imageID: '',
    ready: true,
    started: true,
    restartCount: 0,
  };
  return toldStatus(resource, present, {
    phase: 'Running',
    startTime: startedAt,
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: startedAt }],
    containerStatuses: [{ ...compute, state: { running: { startedAt } } }],
  });
}

/** Another one after each migration. */
function launcherName(instance: KubernetesObject | undefined): string {
  if (instance === undefined) return '';
  // a name that fits into a label, each part of which ends with a letter or a digit
  const machine = instance.metadata.name.slice(0, 40).replace(/[^a-z0-9]+$/, '');
  return `virt-launcher-${machine}-${stayOnNode(instance, 5)}`;
}

function newLauncher(instance: KubernetesObject, name: string): KubernetesObject {
  const { name: machine, uid = '' } = instance.metadata;
  const spec: JsonObject = {
    nodeName: textAt(instance, 'status', 'nodeName'),
    nodeSelector: { 'kubernetes.io/arch': textAt(instance, 'spec', 'architecture') },
    tolerations: valueAt(instance, 'spec', 'tolerations'),
    containers: [{ name: 'compute', image: 'simulated', resources: launcherResources(instance) }],
  };
  const labels = {
    'kubevirt.io': 'virt-launcher',
    [createdBy]: uid,
    'vm.kubevirt.io/name': labelValue(machine),
  };
  const annotations = { 'kubevirt.io/domain': machine };
  return ownedObject(resource, instance, { name, labels, annotations, finalizers: [finalizer], spec });
}

/** As KubeVirt has it: the pod asks for what its machine takes, also where that is said otherwise than by requests. */
function launcherResources(instance: KubernetesObject): JsonObject {
  const { cpu = 0, memory = 0 } = machineDemand(objectAt(instance, 'spec'));
  const resources = objectAt(instance, 'spec', 'domain', 'resources');
  const demand = { cpu: `${Math.ceil(cpu * 1000)}m`, ...(memory === 0 ? {} : { memory: String(memory) }) };
  return { ...resources, requests: { ...demand, ...objectAt(resources, 'requests') } };
}

/** Asked to go, it is let go. */
function farewell(pod: KubernetesObject): readonly PlayedWrite[] {
  const { deletionTimestamp, finalizers = [] } = pod.metadata;
  if (deletionTimestamp === undefined) return [{ do: 'delete', resource, object: pod }];
  if (!finalizers.includes(finalizer)) return [];
  const others = finalizers.filter((each) => each !== finalizer);
  return [{ do: 'patch', resource, object: pod, patch: { metadata: { finalizers: others } } }];
}

/** Somebody has evicted, or deleted, the pod in which the machine runs. */
export function isEvicted(instance: KubernetesObject, launchers: Launchers): boolean {
  const name = launcherName(instance);
  return (launchers.get(instance.metadata.uid ?? '') ?? []).some(
    ({ metadata }) => metadata.name === name && metadata.deletionTimestamp !== undefined,
  );
}
