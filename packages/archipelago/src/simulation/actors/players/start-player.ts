import {
  type Clock,
  type JsonObject,
  type KubernetesObject,
  objectAt,
  systemClock,
} from '@archipelago/apimachinery';
import {
  type ApiResult,
  createInformer,
  createWorkQueue,
  type Informer,
  type KubernetesClient,
  type Resource,
  type WorkOutcome,
  type WorkQueue,
} from '@archipelago/kube-client';
import { isAbortion } from '../is-abortion.ts';
import { throughInformers } from '../through-informers.ts';
import { withoutManagers } from '../without-managers.ts';
import type { Play, PlayedWorld, PlayedWrite } from './play.ts';

/** What a player plays with. */
interface PlayerOptions {
  readonly client: KubernetesClient;
  /** Told in a sentence; the player goes on by itself. */
  readonly onProblem: (problem: string) => void;
  readonly clock?: Clock;
}

const mostAtOnce = 8;
const notFound = 404;
const conflict = 409;

/** Plays a controller of its own: it looks at everything when something changes, and writes what is to be written. */
export function startPlayer<Kind extends string>(
  play: Play<Kind>,
  options: PlayerOptions,
): { stop(): Promise<void> } {
  const player = new Player(play, options);
  return { stop: () => player.stop() };
}

class Player<Kind extends string> {
  readonly #play: Play<Kind>;
  readonly #options: PlayerOptions;
  readonly #client: KubernetesClient;
  readonly #clock: Clock;
  readonly #queue: WorkQueue<string>;
  readonly #informers: ReadonlyMap<string, Informer<KubernetesObject>>;

  constructor(play: Play<Kind>, options: PlayerOptions) {
    const { clock = systemClock, onProblem } = options;
    this.#play = play;
    this.#options = options;
    this.#clock = clock;
    this.#queue = createWorkQueue({
      clock,
      concurrency: 1,
      process: (_key, signal) => this.#look(signal),
      onProcessed: ({ result }) => {
        if (result.outcome === 'retry') onProblem(`simulated ${play.name}: ${result.because}`);
        if (result.outcome === 'threw' && !isAbortion(result.error))
          onProblem(`simulated ${play.name}: ${String(result.error)}`);
      },
    });
    const resources: readonly (readonly [string, Resource])[] = Object.entries(play.resources);
    const followed = resources.map(([kind, resource]) => [kind, resource, this.#follow(resource)] as const);
    this.#informers = new Map(followed.map(([kind, , informer]) => [kind, informer]));
    this.#client = throughInformers(
      options.client,
      followed.map(([, resource, informer]) => [resource, informer]),
    );
    for (const informer of this.#informers.values()) informer.start();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#informers.values()].map((informer) => informer.stop()));
    await this.#queue.shutdown();
  }

  #follow(resource: Resource): Informer<KubernetesObject> {
    const { client, onProblem } = this.#options;
    const changed = () => this.#queue.add('everything');
    return createInformer({
      client,
      resource,
      clock: this.#clock,
      trim: withoutManagers,
      onEvent: changed,
      onKnowledge: changed,
      onProblem: ({ doing, message }) => onProblem(`simulated ${this.#play.name}: ${doing}: ${message}`),
    });
  }

  async #look(signal: AbortSignal): Promise<WorkOutcome> {
    const isBlind = [...this.#informers.values()].some((one) => one.knowledge() === 'unknown');
    if (isBlind) return { outcome: 'done' };
    const { writes, afterMs } = this.#play.look(this.#world());
    const because = await this.#carryOut(writes, signal);
    if (because !== undefined) return { outcome: 'retry', because };
    return afterMs === undefined ? { outcome: 'done' } : { outcome: 'again', delayMs: afterMs };
  }

  #world(): PlayedWorld<Kind> {
    return {
      list: (kind) => this.#informers.get(kind)?.store.list() ?? [],
      get: (kind, name, namespace) => this.#informers.get(kind)?.store.get({ namespace, name }),
      now: this.#clock.now(),
    };
  }

  /** The first problem; all writes are tried. */
  async #carryOut(writes: readonly PlayedWrite[], signal: AbortSignal): Promise<string | undefined> {
    const problems: string[] = [];
    const rest = writes.values();
    const worker = async () => {
      for (const write of rest) {
        const problem = problemOf(write, await this.#send(write, signal));
        if (problem !== undefined) problems.push(problem);
      }
    };
    await Promise.all(Array.from({ length: Math.min(mostAtOnce, writes.length) }, worker));
    return problems[0];
  }

  #send(write: PlayedWrite, signal: AbortSignal): Promise<ApiResult<unknown>> {
    const client = this.#client;
    const { resource, object } = write;
    const { name, namespace, resourceVersion } = object.metadata;
    const place = { name, namespace };
    const options = { fieldManager: `archipelago-simulated-${this.#play.name.replaceAll(' ', '-')}`, signal };
    switch (write.do) {
      case 'create':
        return client.create(resource, object, options);
      case 'update':
        return client.update(resource, object, options);
      case 'patch':
        return client.patch(resource, place, mergePatch(object, write.patch), options);
      case 'patchStatus':
        return client.patchStatus(resource, place, mergePatch(object, write.patch), options);
      case 'delete':
        return client.delete(resource, place, {
          signal,
          ...(resourceVersion === undefined ? {} : { preconditions: { resourceVersion } }),
        });
    }
  }
}

/** Holds only if the object still is the one that was looked at. */
function mergePatch({ metadata: { resourceVersion } }: KubernetesObject, patch: JsonObject) {
  const metadata = objectAt(patch, 'metadata');
  const version = resourceVersion === undefined ? {} : { resourceVersion };
  return { type: 'merge', body: { ...patch, metadata: { ...metadata, ...version } } } as const;
}

/** What has changed or is gone meanwhile shows in the next look. */
function problemOf({ object }: PlayedWrite, result: ApiResult<unknown>): string | undefined {
  if (result.ok || result.status.code === notFound || result.status.code === conflict) return undefined;
  return `${object.kind} ${object.metadata.name}: ${result.status.message}`;
}
