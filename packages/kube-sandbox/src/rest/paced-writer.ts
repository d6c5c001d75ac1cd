import type { StreamSink } from '../requests/api-response.ts';

/** Where chunks go, as Node's responses have it. */
export interface Outlet {
  /** False: what was written waits for the reader. */
  write(chunk: string): boolean;
  end(): void;
  /** Breaks the connection. */
  destroy(): void;
  once(event: 'drain', listener: () => void): unknown;
}

/** How much may wait for a reader who does not read, in characters; beside what the stream began with. */
const MOST_WAITING = 64 * 1024 * 1024;

/**
 * Writes no faster than the reader reads. What waits is kept as the texts that all readers of an event share, not as bytes of
 * each. A reader who is too far behind is cut off, as a kube-apiserver does it with slow watchers; he can resume.
 */
export class PacedWriter implements StreamSink {
  readonly #outlet: Outlet;
  readonly #mostWaiting: number;
  #waiting: string[] = [];
  #characters = 0;
  /** Undefined while the stream begins. */
  #allowance: number | undefined;
  #isBlocked = false;
  #state: 'open' | 'ending' | 'over' = 'open';

  constructor(outlet: Outlet, mostWaiting = MOST_WAITING) {
    this.#outlet = outlet;
    this.#mostWaiting = mostWaiting;
  }

  /** What was written until now is all that there was, and does not count. */
  begun(): void {
    this.#allowance = this.#characters;
  }

  write(chunk: string): void {
    if (this.#state !== 'open') return;
    if (!this.#isBlocked) {
      this.#send(chunk);
      return;
    }
    this.#waiting.push(chunk);
    this.#characters += chunk.length;
    if (this.#allowance !== undefined && this.#characters > this.#mostWaiting + this.#allowance) this.#cut();
  }

  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ending';
    if (!this.#isBlocked) this.#finish();
  }

  #send(chunk: string): void {
    if (this.#outlet.write(chunk)) return;
    this.#isBlocked = true;
    this.#outlet.once('drain', () => this.#goOn());
  }

  #goOn(): void {
    this.#isBlocked = false;
    let sent = 0;
    for (const chunk of this.#waiting) {
      if (this.#isBlocked) break;
      this.#characters -= chunk.length;
      this.#send(chunk);
      sent += 1;
    }
    this.#waiting.splice(0, sent);
    if (this.#waiting.length > 0) return;
    if (this.#allowance !== undefined) this.#allowance = 0;
    if (this.#state === 'ending' && !this.#isBlocked) this.#finish();
  }

  #finish(): void {
    this.#state = 'over';
    this.#outlet.end();
  }

  #cut(): void {
    this.#state = 'over';
    this.#waiting = [];
    this.#outlet.destroy();
  }
}
