/** Chunks as HTTP/1.1 frames them. What goes to many readers, one after the other, is framed and encoded once. */
export class ChunkFrames {
  #texts: readonly string[] = [];
  #frame: Buffer = Buffer.alloc(0);

  /** One chunk with all the texts, of which one at least is not empty. */
  of(texts: readonly string[]): Buffer {
    if (!isSame(texts, this.#texts)) {
      this.#frame = framed(texts.join(''));
      this.#texts = texts;
    }
    return this.#frame;
  }
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((text, index) => text === others[index]);
}

function framed(text: string): Buffer {
  const size = Buffer.byteLength(text).toString(16);
  return Buffer.from(`${size}\r\n${text}\r\n`);
}
