/** Chunks as HTTP/1.1 frames them. What goes to many readers, one after the other, is framed and encoded once. */
export class ChunkFrames {
  #text = '';
  #frame: Buffer = Buffer.alloc(0);

  of(text: string): Buffer {
    if (text !== this.#text) {
      this.#frame = framed(text);
      this.#text = text;
    }
    return this.#frame;
  }
}

function framed(text: string): Buffer {
  const size = Buffer.byteLength(text).toString(16);
  return Buffer.from(`${size}\r\n${text}\r\n`);
}
