import type { Backoff, Clock } from '@archipelago/apimachinery';
import type { InformerProblem, InformerState, WatchEnd } from './informer-state.ts';
import type { StoreReader, StoreShape } from './informer-store.ts';
import type { Knowledge } from './knowledge.ts';
import type { KubernetesClient, Selection } from './kubernetes-client.ts';
import type { KubernetesStatus } from './kubernetes-status.ts';
import { defaultPageSize } from './list-in-pages.ts';
import type { Resource } from './resource.ts';
import type { StoreEvent } from './store-event.ts';
import type { WriteThrough } from './write-through.ts';

/** What an informer follows, what it keeps and whom it tells. */
export interface InformerOptions<T> extends StoreShape<T> {
  readonly client: Pick<KubernetesClient, 'listPageOf' | 'watch'>;
  readonly resource: Resource;
  readonly selection?: Selection;
  /** Called for every change, in order, after the store holds it. What it throws is reported, no more. */
  readonly onEvent?: (event: StoreEvent<T>) => void;
  /** Called when knowledge begins, ends or the resource is found not to be served. */
  readonly onKnowledge?: (knowledge: Knowledge) => void;
  /** Called when the server refuses to let us read the resource (403), and with undefined when it lets us again. */
  readonly onRefusal?: (refusal: KubernetesStatus | undefined) => void;
  /** Called when a watch has ended that was not to end: another one follows, or a list. */
  readonly onWatchEnd?: (kind: WatchEnd['kind']) => void;
  /** Told of failures; the informer goes on by itself. */
  readonly onProblem?: (problem: InformerProblem) => void;
  /**
   * A resource that is not served is asked for again and again (`poll`, at most once a minute), or
   * only after `recheck()` (`when-told`), as an informer of CRDs can tell.
   */
  readonly whenNotServed?: 'poll' | 'when-told';
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly timing?: Partial<InformerTiming>;
}

/** Waits and sizes; the defaults suit a real cluster. */
export interface InformerTiming {
  readonly backoff: Backoff;
  readonly notServedBackoff: Backoff;
  /** Between tries where a permission is missing, which nobody announces when it is granted. */
  readonly forbiddenBackoff: Backoff;
  readonly pageSize: number;
  /** Silence after which a watch counts as dead. */
  readonly idleMs: number;
  /** The server is asked to end each watch after this time to twice this time, as it does by itself. */
  readonly watchSeconds: number;
  /** For one page, and for a watch to begin. */
  readonly deadlineMs: number;
}

/** Mirrors one resource of an API server, trimmed. */
export interface Informer<T> {
  readonly store: StoreReader<T>;
  start(): void;
  readonly writeThrough: WriteThrough;
  /** Ends all requests; resolves when nothing runs any more. */
  stop(): Promise<void>;
  state(): InformerState;
  knowledge(): Knowledge;
  /** The server's words while it does not let us list or watch (403). The store keeps what it had. */
  refusal(): KubernetesStatus | undefined;
  /** True when the store is `complete`. */
  hasSynced(): boolean;
  /** Resolves when the store is complete the resource is known not to be served or not to be for us, or on stop. */
  whenSettled(): Promise<void>;
  /** When the server was last heard, milliseconds since the epoch; 0 for never. */
  lastActivity(): number;
  /** The resource may be served by now: look at once, and a few times more if it is not yet. */
  recheck(): void;
}

/** Waits and sizes for a real cluster. */
export const defaultInformerTiming: InformerTiming = {
  backoff: { baseMs: 200, capMs: 30_000 },
  notServedBackoff: { baseMs: 250, capMs: 60_000 },
  forbiddenBackoff: { baseMs: 250, capMs: 5_000 },
  pageSize: defaultPageSize,
  idleMs: 180_000,
  watchSeconds: 1_800,
  deadlineMs: 30_000,
};
