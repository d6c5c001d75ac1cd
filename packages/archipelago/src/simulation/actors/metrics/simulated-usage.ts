import {
  digestOf,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import { amount } from '@archipelago/kube-sandbox';

/** What is used, in cores and bytes. */
export interface Usage {
  readonly cpu: number;
  readonly memory: number;
}

const mebibyte = 2 ** 20;

/** Of containers that ask for nothing, and of what a node needs for itself: the least, and how much more it may be. */
const modest = { cpu: [0.001, 0.009], memory: [16 * mebibyte, 48 * mebibyte] } as const;
const ofNode = { cpu: [0.1, 0.2], memory: [700 * mebibyte, 500 * mebibyte] } as const;

/** Of what was asked for: the least, and how much more it may be; never all of it. */
const ofRequest = { cpu: [0.2, 0.5], memory: [0.4, 0.4] } as const;

/**
 * What each container of a pod is said to use. Nothing is measured: it is a share of what the container asks for, always the same for the
 * same pod.
 */
export function containerUsages(pod: KubernetesObject): readonly (Usage & { readonly name: string })[] {
  const { namespace = '', name } = pod.metadata;
  return objectsAt(pod, 'spec', 'containers').map((container) => {
    const [of, key] = [textAt(container, 'name'), `${namespace}/${name}`];
    const used = (what: keyof Usage): number => {
      const share = shareOf([key, of, what]);
      const asked = askedFor(container, what);
      return asked === 0 ? between(modest[what], share) : asked * between(ofRequest[what], share);
    };
    return { name: of, cpu: used('cpu'), memory: used('memory') };
  });
}

/** What a node is said to use: its own needs, and what its pods use; no more than there is. */
export function nodeUsage(node: KubernetesObject, pods: readonly KubernetesObject[]): Usage {
  const all = pods.flatMap(containerUsages);
  const used = (what: keyof Usage): number => {
    const own = between(ofNode[what], shareOf([node.metadata.name, what]));
    const sum = all.reduce((total, one) => total + one[what], own);
    return Math.min(sum, amount(objectAt(node, 'status', 'allocatable')[what]));
  };
  return { cpu: used('cpu'), memory: used('memory') };
}

function askedFor(container: JsonObject, what: keyof Usage): number {
  const { requests, limits } = {
    requests: objectAt(container, 'resources', 'requests')[what],
    limits: objectAt(container, 'resources', 'limits')[what],
  };
  return amount(requests ?? limits);
}

function between([least, more]: readonly [number, number], share: number): number {
  return least + more * share;
}

/** A number from 0 to 1 that looks like chance. */
function shareOf(key: readonly string[]): number {
  return Buffer.from(digestOf([...key]), 'base64').readUInt32BE() / 2 ** 32;
}
