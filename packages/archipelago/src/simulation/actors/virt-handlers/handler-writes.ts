import {
  type JsonObject,
  type KubernetesObject,
  listAt,
  objectAt,
  textAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { daemonPodFits } from '../players/daemon-pod-fits.ts';
import type { PlayedWrite } from '../players/play.ts';
import { nodeLabels } from './node-labels.ts';

/** How often a virt-handler says that it is there, in milliseconds. */
export const beatMs = 60_000;

export const nodes: Resource = {
  group: '',
  version: 'v1',
  plural: 'nodes',
  kind: 'Node',
  namespaced: false,
};

const schedulable = 'kubevirt.io/schedulable';
const heartbeat = 'kubevirt.io/heartbeat';
const device = 'devices.kubevirt.io/kvm';
const devices = '110';

/** Where KubeVirt's `spec.workloads` lets virt-handler run. */
export function handlerPodSpec(kubeVirt: KubernetesObject): JsonObject {
  const placement = objectAt(kubeVirt, 'spec', 'workloads', 'nodePlacement');
  return {
    ...placement,
    nodeSelector: { ...objectAt(placement, 'nodeSelector'), 'kubernetes.io/os': 'linux' },
    tolerations: [...listAt(placement, 'tolerations'), { key: 'CriticalAddonsOnly', operator: 'Exists' }],
  };
}

/** What the virt-handler of a simulated node writes now, and what is written of a node that has none any more. */
export function handlerWrites(
  node: KubernetesObject,
  podSpec: JsonObject,
  now: number,
): readonly PlayedWrite[] {
  if (node.metadata.annotations?.[simulatedAnnotation] !== 'true') return [];
  if (!daemonPodFits(podSpec, node)) return farewell(node);
  return [...beat(node, now), ...offer(node, devices)];
}

/** Labels are written with the first beat; later ones put back what somebody has changed. */
function beat(node: KubernetesObject, now: number): readonly PlayedWrite[] {
  const last = Date.parse(node.metadata.annotations?.[heartbeat] ?? '');
  const isDue = Number.isNaN(last) || now - last >= beatMs;
  if (!isDue && offers(node) === devices) return [];
  const found = isSkipped(node) ? {} : nodeLabels(textAt(node, 'status', 'nodeInfo', 'architecture'));
  const patch = {
    metadata: {
      labels: { ...found, [schedulable]: 'true' },
      annotations: { [heartbeat]: timestamp(now) },
    },
  };
  return [{ do: 'patch', resource: nodes, object: node, patch }];
}

/** Somebody has asked the node labeller to leave the node alone. */
function isSkipped({ metadata: { annotations = {} } }: KubernetesObject): boolean {
  return Object.hasOwn(annotations, 'node-labeller.kubevirt.io/skip-node');
}

/** virt-controller takes the label back, and the kubelet the devices. */
function farewell(node: KubernetesObject): readonly PlayedWrite[] {
  if (node.metadata.labels?.[schedulable] !== 'true') return [];
  const patch = { metadata: { labels: { [schedulable]: 'false' } } };
  return [{ do: 'patch', resource: nodes, object: node, patch }, ...offer(node, '0')];
}

function offers(node: KubernetesObject): unknown {
  return valueAt(node, 'status', 'allocatable', device);
}

function offer(node: KubernetesObject, count: string): readonly PlayedWrite[] {
  if (offers(node) === count) return [];
  const patch = { status: { capacity: { [device]: count }, allocatable: { [device]: count } } };
  // the patch before has changed the version
  const { resourceVersion: _, ...metadata } = node.metadata;
  return [{ do: 'patchStatus', resource: nodes, object: { ...node, metadata }, patch }];
}
