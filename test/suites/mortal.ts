import type { HttpRequest } from '@archipelago/kube-client';
import type { RunningOperator } from '../../packages/archipelago/src/operator/options/running-operator.ts';
import type { World } from './operator-world.ts';

/** A write to the cluster; events tell of it only, and a dry run is none. */
export function isWrite({ method, path }: Pick<HttpRequest, 'method' | 'path'>): boolean {
  return method !== 'GET' && !/\/events|dryRun=All/.test(path);
}

/** An operator that ends when the server has carried out one of its writes and before it hears of that, and begins anew. */
export class Mortal {
  deaths = 0;
  readonly #world: World;
  /** Which writes are the last ones, counted over all lives. */
  readonly #isLast: (write: number) => boolean;
  readonly #ended: Promise<void>[] = [];
  #current: RunningOperator | undefined;
  #writes = 0;

  constructor(world: World, isLast: (write: number) => boolean) {
    this.#world = world;
    this.#isLast = isLast;
  }

  start(): void {
    let last: HttpRequest | undefined;
    this.#current = this.#world.startOperator({
      random: () => 0.5,
      fault: (request) => {
        if (last !== undefined) return 'before';
        if (!isWrite(request)) return undefined;
        this.#writes += 1;
        if (!this.#isLast(this.#writes)) return undefined;
        last = request;
        this.deaths += 1;
        return 'after';
      },
      // not before: who stops breaks off what has not arrived
      onAnswer: ({ method, path }) => {
        if (method === last?.method && path === last.path) setImmediate(() => this.#revive());
      },
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#ended);
  }

  #revive(): void {
    if (this.#current !== undefined) this.#ended.push(this.#current.stop());
    this.start();
  }
}
