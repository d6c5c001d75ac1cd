import { type Clock, isKubernetesObject } from '@archipelago/apimachinery';
import type { ObjectStore, StoreEvent } from '../../storage/object-store.ts';
import type { Planned, WorkloadWrite } from '../plan/planned.ts';
import { isWorkloadKind, workloadKinds } from '../plan/workload-kinds.ts';
import { affectedKeys, keyOf, scheduler, type WorkKey } from './affected-keys.ts';
import { type Sent, sendWorkloadWrite, type WorkloadClient } from './send-workload-write.ts';
import { type StoreWorld, storageOf } from './store-world.ts';

interface LoopOptions {
  readonly store: ObjectStore;
  readonly world: StoreWorld;
  readonly client: WorkloadClient;
  readonly clock: Clock;
  /** What is to be done about an object now. */
  plan(key: WorkKey): Planned;
}

const atOnce = 8;
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;
const [conflict, notFound] = [409, 404];

const kindsByStorage = new Map(
  Object.keys(workloadKinds)
    .filter(isWorkloadKind)
    .map((kind) => [storageOf(kind), kind]),
);

/** Looks at what changes, or at what its time has come for, and sends what is planned: each object by itself, some at a time. */
export class WorkloadLoop {
  readonly #options: LoopOptions;
  readonly #waiting = new Map<string, WorkKey>();
  readonly #busy = new Set<string>();
  readonly #timers = new Map<string, () => void>();
  readonly #failures = new Map<string, number>();
  #turn: NodeJS.Immediate | undefined;
  #unsubscribe = () => {};
  #isStopped = false;

  constructor(options: LoopOptions) {
    this.#options = options;
  }

  start(): void {
    const { store, world } = this.#options;
    this.#unsubscribe = store.subscribeAll((event) => this.#heard(event));
    for (const kind of kindsByStorage.values()) {
      if (kind !== 'Event') for (const object of world.list(kind)) this.#add(keyOf(kind, object));
    }
    this.#add(scheduler);
  }

  stop(): void {
    this.#isStopped = true;
    this.#unsubscribe();
    clearImmediate(this.#turn);
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #heard(event: StoreEvent): void {
    const { world } = this.#options;
    world.record(event);
    const kind = kindsByStorage.get(event.stored.key.resource);
    if (kind === undefined || kind === 'Event') return;
    const { object } = event.stored;
    const previous = event.previous?.object;
    if (!isKubernetesObject(object)) return;
    const isGone = event.type === 'DELETED';
    const change = { kind, object, previous: isKubernetesObject(previous) ? previous : undefined, isGone };
    for (const key of affectedKeys(change, world)) this.#add(key);
    if (isGone) this.#forget(textOf(keyOf(kind, object)));
  }

  #add(key: WorkKey): void {
    this.#waiting.set(textOf(key), key);
    this.#wake();
  }

  #wake(): void {
    if (this.#isStopped || this.#turn !== undefined) return;
    this.#turn = setImmediate(() => {
      this.#turn = undefined;
      this.#work();
    });
  }

  #work(): void {
    for (const [text, key] of this.#waiting) {
      if (this.#busy.size >= atOnce) return;
      if (this.#busy.has(text)) continue;
      this.#waiting.delete(text);
      this.#busy.add(text);
      void this.#process(text, key).finally(() => {
        this.#busy.delete(text);
        if (this.#waiting.size > 0) this.#wake();
      });
    }
  }

  async #process(text: string, key: WorkKey): Promise<void> {
    this.#cancel(text);
    const { writes, afterMs } = this.#options.plan(key);
    const isWell = await this.#carryOut(key, writes);
    if (this.#isStopped) return;
    const failures = isWell ? 0 : (this.#failures.get(text) ?? 0) + 1;
    if (isWell) this.#failures.delete(text);
    else this.#failures.set(text, failures);
    const wait = isWell ? afterMs : Math.min(firstRetryMs * 2 ** (failures - 1), longestRetryMs);
    if (wait !== undefined) this.#later(text, key, wait);
  }

  #later(text: string, key: WorkKey, delayMs: number): void {
    this.#cancel(text);
    const cancel = this.#options.clock.after(delayMs, () => {
      this.#timers.delete(text);
      this.#add(key);
    });
    this.#timers.set(text, cancel);
  }

  #cancel(text: string): void {
    this.#timers.get(text)?.();
    this.#timers.delete(text);
  }

  #forget(text: string): void {
    this.#cancel(text);
    this.#failures.delete(text);
  }

  /** False when something was refused that another look does not mend. */
  async #carryOut(key: WorkKey, writes: readonly WorkloadWrite[]): Promise<boolean> {
    let isWell = true;
    for (const write of writes) {
      if (this.#isStopped) return true;
      const sent = await sendWorkloadWrite(write, this.#options.client);
      // what has changed, or is gone, is looked at again anyway
      if (sent.status < 300 || sent.status === conflict || sent.status === notFound) continue;
      if (isWell && write.do === 'create') await this.#complain(key, sent);
      isWell = false;
    }
    return isWell;
  }

  async #complain({ kind, name, namespace }: WorkKey, { message }: Sent): Promise<void> {
    const { world, client } = this.#options;
    const about = kind === 'Scheduler' ? undefined : world.get(kind, name, namespace);
    if (about === undefined) return;
    const event = {
      do: 'tell',
      about,
      type: 'Warning',
      reason: 'FailedCreate',
      message: `Error creating: ${message}`,
    } as const;
    await sendWorkloadWrite(event, client);
  }
}

function textOf({ kind, namespace, name }: WorkKey): string {
  return `${kind} ${namespace}/${name}`;
}
