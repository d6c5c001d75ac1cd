/** What came of a conversion. */
export type Converted<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: string };

/** More values than any object can have. */
const mostNodes = 1_000_000;

export const tooLarge = { ok: false, problem: `the value has more than ${mostNodes} parts` } as const;

/**
 * Counts values that are converted: lists that hold the same list many times over have more members than could ever be made one by
 * one.
 */
export class NodeBudget {
  #left = mostNodes;

  /** False where no more are to be converted. */
  take(): boolean {
    this.#left -= 1;
    return this.#left >= 0;
  }

  get isSpent(): boolean {
    return this.#left < 0;
  }
}
