import { type Clock, jitteredDelayMs, sleep, systemClock } from '@archipelago/apimachinery';
import { type AbsenceWait, createAbsenceWait } from './absence-wait.ts';
import { followWatch } from './follow-watch.ts';
import { InformerAudience } from './informer-audience.ts';
import {
  defaultInformerTiming,
  type Informer,
  type InformerOptions,
  type InformerTiming,
} from './informer-options.ts';
import { type ActiveState, afterWatch, type InformerState } from './informer-state.ts';
import { createInformerStore, type InformerStore } from './informer-store.ts';
import { createKnowledgeGate, type Knowledge } from './knowledge.ts';
import { isExpired, type KubernetesStatus } from './kubernetes-status.ts';
import { listInPages } from './list-in-pages.ts';
import { createWriteThrough, type WriteThrough } from './write-through.ts';

/** Makes an informer; it does nothing until `start`. */
export function createInformer<T>(options: InformerOptions<T>): Informer<T> {
  return new StoreInformer(options);
}

class StoreInformer<T> implements Informer<T> {
  readonly store: InformerStore<T>;
  readonly writeThrough: WriteThrough;
  readonly #options: InformerOptions<T>;
  readonly #timing: InformerTiming;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #stopping = new AbortController();
  #state: InformerState = { phase: 'idle' };
  #running: Promise<void> = Promise.resolve();
  /** Monotonic: a clock that is set is no silence. Undefined: never. */
  #heardAt: number | undefined;
  readonly #knowledge = createKnowledgeGate();
  readonly #absence: AbsenceWait;
  readonly #audience: InformerAudience<T>;

  constructor(options: InformerOptions<T>) {
    this.#options = options;
    this.#audience = new InformerAudience(options, this.#stopping.signal);
    this.#timing = { ...defaultInformerTiming, ...options.timing };
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    this.#absence = createAbsenceWait({
      mode: options.whenNotServed ?? 'poll',
      clock: this.#clock,
      random: this.#random,
      backoff: this.#timing.notServedBackoff,
    });
    this.store = createInformerStore(options);
    this.writeThrough = createWriteThrough(this.store, (events) => this.#audience.changed(events));
  }

  start(): void {
    if (this.#state.phase === 'idle') {
      this.#state = { phase: 'listing', failures: 0 };
      this.#running = this.#run();
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#absence.told();
    await this.#running;
    this.#state = { phase: 'stopped' };
    this.#knowledge.release();
  }

  state(): InformerState {
    return this.#state;
  }

  knowledge(): Knowledge {
    return this.#knowledge.value();
  }

  refusal(): KubernetesStatus | undefined {
    return this.#audience.refusal();
  }

  hasSynced(): boolean {
    return this.#knowledge.value() === 'complete';
  }

  whenSettled(): Promise<void> {
    return this.#knowledge.settled();
  }

  lastActivity(): number {
    if (this.#heardAt === undefined) return 0;
    return Math.round(this.#clock.now() - (this.#clock.monotonic() - this.#heardAt));
  }

  recheck(): void {
    this.#absence.told();
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      this.#state = await this.#next(this.#state);
    }
  }

  #next(state: InformerState): Promise<InformerState> | InformerState {
    switch (state.phase) {
      case 'listing':
        return this.#orPause(state, () => this.#list(state.failures));
      case 'watching':
        return this.#orPause(state, () => this.#watch(state.resourceVersion, state.failures));
      case 'pausing':
        return this.#pause(state.next);
      case 'not-served':
        return this.#absence.wait().then(() => ({ phase: 'listing', failures: 0 }));
      case 'idle':
      case 'stopped':
        return state;
    }
  }

  /** Nothing ends an informer but `stop`: what a step throws is told, and the step comes again. */
  async #orPause(state: ActiveState, step: () => Promise<InformerState>): Promise<InformerState> {
    try {
      const next = await step();
      if (next.phase === 'pausing') {
        this.#audience.problem(state.phase, next.because);
      }
      return next;
    } catch (error) {
      const because = error instanceof Error ? error.message : String(error);
      this.#audience.problem(state.phase, because);
      return { phase: 'pausing', next: { ...state, failures: state.failures + 1 }, because };
    }
  }

  async #list(failures: number): Promise<InformerState> {
    const { client, resource, selection } = this.#options;
    const call = { ...selection, signal: this.#stopping.signal, deadlineMs: this.#timing.deadlineMs };
    let replacement = this.store.beginReplacement();
    const listed = await listInPages(
      (page) => client.listPageOf(resource, (object) => this.store.gather(object), { ...call, ...page }),
      this.#timing.pageSize,
      {
        begin: () => {
          replacement = this.store.beginReplacement();
        },
        page: (items) => {
          replacement.add(items);
          this.#heard();
        },
      },
    );
    if (this.#audience.permission(listed)) this.#knowledge.release();
    if (listed.ok) {
      this.#audience.changed(replacement.finish(listed.value.resourceVersion));
      this.#know('complete');
      return { phase: 'watching', resourceVersion: listed.value.resourceVersion, failures };
    }
    const { code, message } = listed.status;
    return code === 404
      ? this.#notServed()
      : {
          phase: 'pausing',
          next: { phase: 'listing', failures: failures + 1 },
          because: `${code} ${message}`,
        };
  }

  #notServed(): InformerState {
    const checks = this.#absence.missing(this.#knowledge.value() === 'not-served');
    this.#audience.changed(this.store.beginReplacement().finish());
    this.#know('not-served');
    return { phase: 'not-served', checks };
  }

  async #watch(resourceVersion: string, failures: number): Promise<InformerState> {
    const { client, resource, selection } = this.#options;
    const { watchSeconds, idleMs, deadlineMs } = this.#timing;
    const opened = await client.watch(resource, {
      ...selection,
      resourceVersion,
      timeoutSeconds: Math.ceil(watchSeconds * (1 + this.#random())),
      idleMs,
      deadlineMs,
      signal: this.#stopping.signal,
    });
    this.#audience.permission(opened);
    if (!opened.ok) {
      const { code, message } = opened.status;
      const kind = code === 404 || isExpired(opened.status) ? 'expired' : 'broken';
      return afterWatch(failures, { kind, resourceVersion, healthy: false, message: `${code} ${message}` });
    }
    this.#heard();
    const end = await followWatch(opened.value, resourceVersion, {
      clock: this.#clock,
      changed: ({ type, object }) =>
        this.#audience.changed(type === 'DELETED' ? this.store.remove(object) : this.store.put(object)),
      heard: () => this.#heard(),
    });
    this.#audience.watchEnded(end.kind);
    return afterWatch(failures, end);
  }

  async #pause(next: ActiveState): Promise<InformerState> {
    const { backoff, forbiddenBackoff } = this.#timing;
    const suited = this.refusal() === undefined ? backoff : forbiddenBackoff;
    const delayMs = jitteredDelayMs(suited, next.failures - 1, this.#random);
    await sleep(this.#clock, delayMs, this.#stopping.signal);
    return next;
  }

  #heard(): void {
    this.#heardAt = this.#clock.monotonic();
  }

  #know(knowledge: Knowledge): void {
    if (this.#knowledge.set(knowledge)) {
      this.#audience.knows(knowledge);
    }
  }
}
