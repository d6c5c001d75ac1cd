/** Lets requests hold so many bytes at once; the others wait their turn. */
export class ByteBudget {
  #left: number;
  readonly #waiting: { readonly bytes: number; readonly begin: () => void }[] = [];

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Resolves when the bytes may be held, to what gives them back. */
  take(bytes: number): Promise<() => void> {
    return new Promise((resolve) => {
      const giveBack = () => {
        this.#left += bytes;
        this.#next();
      };
      this.#waiting.push({ bytes, begin: () => resolve(giveBack) });
      this.#next();
    });
  }

  #next(): void {
    for (
      let [first] = this.#waiting;
      first !== undefined && first.bytes <= this.#left;
      [first] = this.#waiting
    ) {
      this.#left -= first.bytes;
      this.#waiting.shift();
      first.begin();
    }
  }
}
