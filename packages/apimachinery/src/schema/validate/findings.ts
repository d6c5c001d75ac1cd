import type { FieldError } from '../field-errors/field-error.ts';

/** The errors found so far, each once, and how many checks were made: junctors report their closest branch. */
export class Findings {
  readonly #errors = new Map<string, FieldError>();
  matches = 0;

  get count(): number {
    return this.#errors.size;
  }

  get errors(): readonly FieldError[] {
    return [...this.#errors.values()];
  }

  add(error: FieldError): void {
    const key = `${error.type} ${error.field} ${error.message}`;
    if (!this.#errors.has(key)) this.#errors.set(key, error);
  }

  merge(other: Findings): void {
    this.matches += other.matches;
    for (const error of other.#errors.values()) this.add(error);
  }

  /** Forgets the errors after the first `count`. */
  backTo(count: number): void {
    for (const key of [...this.#errors.keys()].slice(count)) this.#errors.delete(key);
  }
}
