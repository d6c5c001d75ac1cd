/** Streams that are written in one turn of the event loop. */
const AT_ONCE = 16;

/** Lets streams write in their turn, some at a time: between turns requests are answered, and what they change is written together. */
export class WriteTurns {
  #due: (() => void)[] = [];
  #isSet = false;

  /** Writes later, in this turn of the event loop or in one of the next. */
  add(write: () => void): void {
    this.#due.push(write);
    if (this.#isSet) return;
    this.#isSet = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    const now = this.#due.splice(0, AT_ONCE);
    this.#isSet = this.#due.length > 0;
    if (this.#isSet) setImmediate(() => this.#turn());
    for (const write of now) write();
  }
}
