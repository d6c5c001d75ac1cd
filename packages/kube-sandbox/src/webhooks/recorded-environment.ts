import type { Environment } from '../resources/environment.ts';

/**
 * An environment that gives the same values again, in the same order, each time the request is answered anew: names, uids and
 * times that webhooks were told are those that are stored.
 */
export class RecordedEnvironment implements Environment {
  readonly #source: Environment;
  readonly #uuids: string[] = [];
  readonly #times: number[] = [];
  readonly #numbers: number[] = [];
  #position = { uuid: 0, time: 0, number: 0 };
  #isRecording = true;

  constructor(source: Environment) {
    this.#source = source;
  }

  /** Begins anew. */
  rewind(): void {
    this.#position = { uuid: 0, time: 0, number: 0 };
  }

  /** The request is answered; a watch goes on with the time as it is. */
  end(): void {
    this.#isRecording = false;
  }

  now(): number {
    return this.#next(this.#times, 'time', () => this.#source.now());
  }

  uuid(): string {
    return this.#next(this.#uuids, 'uuid', () => this.#source.uuid());
  }

  random(limit: number): number {
    return this.#next(this.#numbers, 'number', () => this.#source.random(limit));
  }

  #next<T>(known: T[], kind: 'uuid' | 'time' | 'number', draw: () => T): T {
    if (!this.#isRecording) return draw();
    const at = this.#position[kind];
    this.#position[kind] += 1;
    const value = known[at] ?? draw();
    known[at] = value;
    return value;
  }
}
