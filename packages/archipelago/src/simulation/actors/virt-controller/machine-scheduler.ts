import {
  canonicalJson,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { type Demand, type NodeRoom, type Placement, placePod } from '@archipelago/kube-sandbox';
import { machineDemand } from './machine-demand.ts';

const nobody: ReadonlyMap<string, number> = new Map();

/** Finds nodes for machines, one after the other; thousands of them ask for the same few things, which are answered once. */
export class MachineScheduler {
  readonly #nodes: readonly KubernetesObject[];
  readonly #room: NodeRoom;
  /** By what is asked of a node beside room. */
  readonly #suitable = new Map<string, readonly KubernetesObject[]>();
  /** By all that is asked: room only becomes less. */
  readonly #refused = new Map<string, Placement>();

  constructor(nodes: readonly KubernetesObject[], room: NodeRoom) {
    this.#nodes = nodes;
    this.#room = room;
  }

  /**
   * Takes room for a machine, by the spec of its VirtualMachineInstance: on a node of its architecture on which virt-handler
   * runs, that its nodeSelector, affinity and tolerations allow. `except` is the node that it is to leave.
   */
  place(spec: JsonObject, except = ''): Placement {
    const [pod, demand] = [launcherPlacement(spec), machineDemand(spec)];
    const key = canonicalJson([pod, demand, except]);
    const known = this.#refused.get(key);
    if (known !== undefined) return known;
    const node = this.#emptiest(this.#suitableFor(pod), demand, except);
    if (node !== undefined) {
      this.#room.take(node, demand);
      return { kind: 'placed', node };
    }
    const refused = placePod(pod, this.#nodes, this.#room.load, (one) =>
      this.#shortages(one, demand, except),
    );
    this.#refused.set(key, refused);
    return refused;
  }

  #suitableFor(pod: JsonObject): readonly KubernetesObject[] {
    const key = canonicalJson(pod);
    const known = this.#suitable.get(key);
    if (known !== undefined) return known;
    const found = this.#nodes.filter((node) => placePod(pod, [node], nobody).kind === 'placed');
    this.#suitable.set(key, found);
    return found;
  }

  /** That with the fewest machines, then the first by name. */
  #emptiest(nodes: readonly KubernetesObject[], demand: Demand, except: string): string | undefined {
    let best: { readonly name: string; readonly load: number } | undefined;
    for (const node of nodes) {
      const { name } = node.metadata;
      const load = this.#room.load.get(name) ?? 0;
      const isBetter = best === undefined || load < best.load || (load === best.load && name < best.name);
      if (isBetter && this.#shortages(node, demand, except).length === 0) best = { name, load };
    }
    return best?.name;
  }

  #shortages(node: KubernetesObject, demand: Demand, except: string): readonly string[] {
    return node.metadata.name === except
      ? ["node(s) didn't match pod anti-affinity rules"]
      : this.#room.shortages(node, demand);
  }
}

/** Where the pod of a machine may go. */
function launcherPlacement(spec: JsonObject): JsonObject {
  return {
    nodeSelector: {
      ...objectAt(spec, 'nodeSelector'),
      'kubernetes.io/arch': textAt(spec, 'architecture'),
      'kubevirt.io/schedulable': 'true',
    },
    affinity: valueAt(spec, 'affinity'),
    tolerations: valueAt(spec, 'tolerations'),
  };
}
