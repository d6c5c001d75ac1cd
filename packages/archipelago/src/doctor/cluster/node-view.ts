import {
  isConditionTrue,
  type JsonObject,
  matchesPodPlacement,
  objectsAt,
  type Taint,
  textAt,
  tolerates,
  valueAt,
} from '@archipelago/apimachinery';
import { labelsOf } from './labels-of.ts';
import { millisecondsAt } from './moments.ts';

/** A node as checks see it. */
export interface NodeView {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly architecture: string;
  /** NoSchedule and NoExecute, without those that Kubernetes sets itself for a while: with them nothing is configured wrong. */
  readonly taints: readonly Taint[];
  readonly isReady: boolean;
  /** Ready and not cordoned. */
  readonly isUsable: boolean;
  readonly isControlPlane: boolean;
  readonly isWorker: boolean;
  readonly object: JsonObject;
}

const roles = ['node-role.kubernetes.io/control-plane', 'node-role.kubernetes.io/master'];
/** Of nodes that are drained, gone or short of something; pods of DaemonSets tolerate them without being told to. */
const passing = [
  'unschedulable',
  'not-ready',
  'unreachable',
  'disk-pressure',
  'memory-pressure',
  'pid-pressure',
  'network-unavailable',
].map((name) => `node.kubernetes.io/${name}`);

/** Reads a Node. */
export function nodeView(object: JsonObject): NodeView {
  const labels = labelsOf(object);
  const isReady = isConditionTrue(object, 'Ready');
  return {
    name: textAt(object, 'metadata', 'name'),
    labels,
    architecture: labels['kubernetes.io/arch'] ?? textAt(object, 'status', 'nodeInfo', 'architecture'),
    taints: taintsOf(object),
    isReady,
    isUsable: isReady && valueAt(object, 'spec', 'unschedulable') !== true,
    isControlPlane: roles.some((role) => Object.hasOwn(labels, role)),
    isWorker: Object.hasOwn(labels, 'node-role.kubernetes.io/worker'),
    object,
  };
}

function taintsOf(object: JsonObject): readonly Taint[] {
  return objectsAt(object, 'spec', 'taints')
    .map((taint) => ({
      key: textAt(taint, 'key'),
      value: textAt(taint, 'value'),
      effect: textAt(taint, 'effect'),
    }))
    .filter(({ key, effect }) => !passing.includes(key) && ['NoSchedule', 'NoExecute'].includes(effect));
}

/** The taint of control planes: whoever does not tolerate it does not want to be there. */
export function isRoleTaint({ key }: Taint): boolean {
  return roles.includes(key);
}

/** `key=value:effect`, as kubectl writes it. */
export function taintText({ key, value, effect }: Taint): string {
  return `${key}${value === '' ? '' : `=${value}`}:${effect}`;
}

/** Whether selector and required affinity of a pod take the node; taints are not looked at. */
export function matches(placement: JsonObject, { name, labels }: NodeView): boolean {
  return matchesPodPlacement(placement, { name, labels });
}

/** Taints that keep a pod with this placement off the node. */
export function untolerated(placement: JsonObject, { taints }: NodeView): readonly Taint[] {
  const tolerations = objectsAt(placement, 'tolerations');
  return taints.filter((taint) => !tolerations.some((toleration) => tolerates(toleration, taint)));
}

/** Whether a pod with this placement may run there. */
export function takes(placement: JsonObject, node: NodeView): boolean {
  return matches(placement, node) && untolerated(placement, node).length === 0;
}

/** Whether a node offers hardware virtualization. */
export function hasKvm({ object }: NodeView): boolean {
  return Number(valueAt(object, 'status', 'allocatable', 'devices.kubevirt.io/kvm') ?? 0) > 0;
}

/** How long ago the node's virt-handler was heard of; undefined: never. */
export function heartbeatAgeMs({ object }: NodeView, now: number): number | undefined {
  const at = millisecondsAt(textAt(object, 'metadata', 'annotations', 'kubevirt.io/heartbeat'), now);
  return at === undefined ? undefined : now - at;
}
