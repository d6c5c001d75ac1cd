import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../definitions/declaration/simulated.ts';
import { standardWorkers, type WorkerCount } from './node-counts.ts';

const controlPlanes = 3;

/**
 * The v1 Nodes of a sandbox: three amd64 control planes and the workers, as kubelets would have registered
 * them. `now` is an RFC 3339 time. Nothing runs on them; the annotation archipelago.dev/simulated says so.
 */
export function simulatedNodes(
  now: string,
  workers: readonly WorkerCount[] = standardWorkers,
): readonly KubernetesObject[] {
  const control = sequence(controlPlanes).map((index) => ({
    name: `control-plane-${index}`,
    architecture: 'amd64',
    roles: ['control-plane', 'master'],
  }));
  const work = workers.flatMap(({ architecture, count }) =>
    sequence(count).map((index) => ({
      name: `worker-${architecture}-${index}`,
      architecture,
      roles: ['worker'],
    })),
  );
  return [...control, ...work].map((machine, index) => simulatedNode(machine, { now, index }));
}

/** What distinguishes one simulated node from another. */
interface SimulatedMachine {
  readonly name: string;
  readonly architecture: string;
  readonly roles: readonly string[];
}

/** One Node; `index` gives it an address of its own. */
export function simulatedNode(
  { name, architecture, roles }: SimulatedMachine,
  { now, index }: { readonly now: string; readonly index: number },
): KubernetesObject {
  const isControlPlane = roles.includes('control-plane');
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      annotations: { [simulatedAnnotation]: 'true' },
      labels: {
        'beta.kubernetes.io/arch': architecture,
        'beta.kubernetes.io/os': 'linux',
        'kubernetes.io/arch': architecture,
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        ...Object.fromEntries(roles.map((role) => [`node-role.kubernetes.io/${role}`, ''])),
      },
    },
    spec: isControlPlane
      ? { taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }] }
      : {},
    status: {
      addresses: [
        { type: 'InternalIP', address: addressOf(index) },
        { type: 'Hostname', address: name },
      ],
      capacity: { ...capacity, memory: '64Gi' },
      allocatable: { ...capacity, memory: '60Gi' },
      conditions: conditions(now),
      nodeInfo: nodeInfo(architecture),
    },
  };
}

const capacity = { cpu: '16', pods: '250' } as const;

/** From 198.18.0.0/15, which is kept for benchmarks (RFC 2544) and never a real host's. */
function addressOf(index: number): string {
  return `198.18.${Math.floor(index / 250) % 256}.${(index % 250) + 1}`;
}

function conditions(now: string): readonly JsonObject[] {
  const condition = (type: string, status: string, reason: string): JsonObject => ({
    type,
    status,
    reason,
    message: 'simulated: no kubelet behind this node',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  });
  return [
    condition('MemoryPressure', 'False', 'KubeletHasSufficientMemory'),
    condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure'),
    condition('PIDPressure', 'False', 'KubeletHasSufficientPID'),
    condition('Ready', 'True', 'KubeletReady'),
  ];
}

function nodeInfo(architecture: string): JsonObject {
  return {
    architecture,
    operatingSystem: 'linux',
    osImage: 'simulated',
    kernelVersion: 'simulated',
    kubeletVersion: 'v1.36.2',
    kubeProxyVersion: '',
    containerRuntimeVersion: 'simulated://0',
    machineID: '',
    systemUUID: '',
    bootID: '',
  };
}

function sequence(length: number): readonly number[] {
  return Array.from({ length }, (_, index) => index);
}
