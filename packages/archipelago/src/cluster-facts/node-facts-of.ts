import { isJsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import type { NodeFacts } from './cluster-facts.ts';

/** Keeps of a Node what placement and architectures need: some hundred bytes of some ten thousand. */
export function nodeFactsOf({ metadata, status }: KubernetesObject): NodeFacts {
  const info = isJsonObject(status) ? status.nodeInfo : undefined;
  const architecture = isJsonObject(info) ? info.architecture : undefined;
  return {
    name: metadata.name,
    labels: metadata.labels ?? {},
    architecture: typeof architecture === 'string' && architecture !== '' ? architecture : undefined,
  };
}
