import type { Clock } from '@archipelago/apimachinery';
import type {
  Informer,
  InformerTiming,
  KubernetesClient,
  Resource,
  Selection,
} from '@archipelago/kube-client';

export interface MirrorSettings {
  readonly client: KubernetesClient;
  readonly namespace: string;
  /** Something a reconcile could see has changed. */
  readonly onChange: () => void;
  /** Nodes come and go, or change their labels, by the thousand. */
  readonly onNodeChange: () => void;
  /** A kind may be served now that was not, or the other way round. */
  readonly onDefinitionChange: () => void;
  readonly onProblem: (message: string) => void;
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

type AnyInformer = Pick<
  Informer<unknown>,
  'start' | 'stop' | 'whenSettled' | 'recheck' | 'lastActivity' | 'knowledge' | 'refusal'
> & { readonly store: { readonly size: number } };

/** A resource and who mirrors it. */
export interface Followed {
  readonly resource: Resource;
  readonly selection: Selection | undefined;
  readonly informer: AnyInformer;
}
