import { randomBytes } from 'node:crypto';

/** Logins that nobody else has, each under the name of where it is kept. */
export class Canaries {
  readonly #made = new Map<string, readonly string[]>();

  get count(): number {
    return this.#made.size;
  }

  /** One that is found in no text unless somebody copied it there. */
  make(where: string): string {
    const canary = `canary${randomBytes(12).toString('hex')}`;
    this.add(where, canary);
    return canary;
  }

  /** One that somebody else has made. */
  add(where: string, canary: string): void {
    this.#made.set(where, [canary, ...encoded(canary)]);
  }

  /** Whose canaries a text has, plainly or in base64. */
  foundIn(text: string): readonly string[] {
    return [...this.#made]
      .filter(([, forms]) => forms.some((form) => text.includes(form)))
      .map(([where]) => where);
  }
}

/** In base64, wherever in the encoded text it begins; what depends on neighbours is cut off. */
function encoded(canary: string): readonly string[] {
  return [0, 1, 2].map((offset) =>
    Buffer.from(`${' '.repeat(offset)}${canary}`)
      .toString('base64')
      .slice(4, -4),
  );
}
