import type { Clock } from '@archipelago/apimachinery';
import type { InformerTiming, KubernetesClient } from '@archipelago/kube-client';
import type { MoreOfNodes } from './mirrored-node.ts';

export interface MirrorOptions {
  readonly client: KubernetesClient;
  readonly namespace: string;
  /** Something a reconcile could see has changed, and not by a write of ours. */
  readonly onChange: () => void;
  /** Nodes come and go, or change their labels, by the thousand. */
  readonly onNodeChange: () => void;
  /** Nodes are a cluster's largest kind: one informer is for everybody. Absent: nobody needs more of them. */
  readonly moreOfNodes?: MoreOfNodes | undefined;
  /** A kind may be served now that was not, or the other way round. */
  readonly onDefinitionChange: () => void;
  readonly onProblem: (message: string) => void;
  /** A watch has ended that was not to end. */
  readonly onWatchEnd?: (resource: string) => void;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timing?: Partial<InformerTiming>;
}

/** An informer, as far as metrics look at it. */
export interface Mirrored {
  readonly resource: string;
  /** Which of its objects, as a field selector; empty: all. */
  readonly selection: string;
  readonly isServed: boolean;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly lastActivity: number;
}
