import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import { unknown } from './looked-at.ts';
import type { StatusPart } from './status-schema.ts';

/** What the parts of a status look at. */
export interface StatusView {
  readonly client: KubernetesClient;
  readonly options: ClusterOptions;
  /** Of the HyperConverged. */
  readonly namespace: string;
  readonly hyperConverged: HyperConvergedSeen;
  /** Milliseconds since 1970; of a snapshot, when it was taken. */
  readonly now: number;
}

/** The HyperConverged, or why there is none to be seen. */
export type HyperConvergedSeen =
  | {
      readonly state: 'there';
      readonly object: KubernetesObject;
      /** Of other namespaces: nobody looks after them, or another operator does. */
      readonly others: readonly KubernetesObject[];
    }
  | {
      readonly state: 'none';
      /** Namespaces that have one. */
      readonly elsewhere: readonly string[];
    }
  | { readonly state: 'notServed' }
  | { readonly state: 'refused'; readonly message: string };

/** What follows from a HyperConverged, where none is to be seen. */
export function withoutHyperConverged({
  hyperConverged,
}: StatusView): Pick<StatusPart, 'state' | 'summary' | 'problems'> {
  return hyperConverged.state === 'refused'
    ? unknown('what is wanted is not known: the HyperConverged may not be read')
    : { state: 'absent', summary: 'none without a HyperConverged', problems: [] };
}
