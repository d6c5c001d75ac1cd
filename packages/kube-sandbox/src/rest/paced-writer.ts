import type { StreamSink } from '../requests/api-response.ts';

/** Where chunks go. */
export interface Outlet {
  /** Writes texts, none of them empty, in one. False: what was written waits for the reader. */
  write(texts: readonly string[]): boolean;
  end(): void;
  /** Breaks the connection. */
  destroy(): void;
  once(event: 'drain', listener: () => void): unknown;
}

/** When what was written goes out. */
interface Turns {
  add(write: () => void): void;
}

/** How much may wait for a reader who does not read, in characters; beside what the stream began with. */
const MOST_WAITING = 64 * 1024 * 1024;

/** What is written in one has no more characters than this, and one text. */
const MOST_IN_ONE = 64 * 1024;

/**
 * Writes in its turn, and no faster than the reader reads. What waits is kept as the texts that all readers of an event share, not as
 * bytes of each. A reader who is too far behind is cut off, as a kube-apiserver does it with slow watchers; he can resume.
 */
export class PacedWriter implements StreamSink {
  readonly #outlet: Outlet;
  readonly #turns: Turns;
  readonly #mostWaiting: number;
  #waiting: string[] = [];
  #characters = 0;
  /** Undefined while the stream begins. */
  #allowance: number | undefined;
  /** Whether a turn, or the reader, will have it go on. */
  #goesOn = false;
  #isBlocked = false;
  #state: 'open' | 'ending' | 'over' = 'open';

  constructor(outlet: Outlet, turns: Turns, mostWaiting = MOST_WAITING) {
    this.#outlet = outlet;
    this.#turns = turns;
    this.#mostWaiting = mostWaiting;
  }

  /** What was written until now is all that there was, and does not count. */
  begun(): void {
    this.#allowance = this.#characters;
  }

  write(chunk: string): void {
    // an empty chunk would be the end
    if (this.#state !== 'open' || chunk === '') return;
    this.#waiting.push(chunk);
    this.#characters += chunk.length;
    if (this.#allowance !== undefined && this.#characters > this.#mostWaiting + this.#allowance) {
      this.#cut();
      return;
    }
    if (this.#goesOn) return;
    this.#goesOn = true;
    this.#turns.add(() => this.#goOn());
  }

  /** What waits is written at once, as far as the reader reads: there may be no other turn. */
  end(): void {
    if (this.#state !== 'open') return;
    this.#state = 'ending';
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isBlocked || this.#state === 'over') return;
    this.#goesOn = false;
    while (this.#waiting.length > 0) {
      if (this.#outlet.write(this.#next())) continue;
      this.#isBlocked = true;
      this.#goesOn = true;
      this.#outlet.once('drain', () => this.#unblocked());
      break;
    }
    if (this.#waiting.length > 0) return;
    if (this.#allowance !== undefined) this.#allowance = 0;
    if (this.#state === 'ending' && !this.#isBlocked) this.#finish();
  }

  #unblocked(): void {
    this.#isBlocked = false;
    this.#goOn();
  }

  /** Takes the first of what waits, and as much after it as goes in one. */
  #next(): readonly string[] {
    let [count, length] = [0, 0];
    for (const text of this.#waiting) {
      if (count > 0 && length + text.length > MOST_IN_ONE) break;
      count += 1;
      length += text.length;
    }
    this.#characters -= length;
    return this.#waiting.splice(0, count);
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
