/** One request, as the registry saw it. */
export interface RegistryRequestLine {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** 0: it was never answered. */
  readonly status: number;
  readonly userAgent: string;
  /** It carried credentials; whether they were accepted, the status says. */
  readonly authorized: boolean;
}

/** Lines kept; older ones are forgotten. */
export const MOST_LINES = 10_000;

/** The latest requests, oldest first. */
export class RequestLog {
  readonly #lines: RegistryRequestLine[] = [];

  get lines(): readonly RegistryRequestLine[] {
    return this.#lines;
  }

  add(line: RegistryRequestLine): void {
    this.#lines.push(line);
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
  }
}
