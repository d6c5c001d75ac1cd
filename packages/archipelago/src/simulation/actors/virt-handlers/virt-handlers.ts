import { textAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import type { Play } from '../players/play.ts';
import { beatMs, handlerPodSpec, handlerWrites, nodes } from './handler-writes.ts';

const kubeVirts: Resource = {
  group: 'kubevirt.io',
  version: 'v1',
  plural: 'kubevirts',
  kind: 'KubeVirt',
  namespaced: true,
};

/** Plays virt-handler and its node labeller on every node that says that it is simulated, as soon as a KubeVirt is being deployed. */
export const virtHandlers: Play<'KubeVirt' | 'Node'> = {
  name: 'virt-handler',
  resources: { KubeVirt: kubeVirts, Node: nodes },
  look(world) {
    const [kubeVirt] = world
      .list('KubeVirt')
      .filter(({ metadata, status }) => metadata.deletionTimestamp === undefined && phaseOf(status) !== '');
    if (kubeVirt === undefined) return { writes: [] };
    const podSpec = handlerPodSpec(kubeVirt);
    const all = world.list('Node');
    return {
      writes: all.flatMap((node) => handlerWrites(node, podSpec, world.now)),
      ...(all.length === 0 ? {} : { afterMs: beatMs }),
    };
  },
};

function phaseOf(status: unknown): string {
  return textAt(status, 'phase');
}
