/** The whole body; undefined when it is longer than `most` bytes, and then the rest is not read. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Uint8Array | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > most) return undefined;
    pieces.push(piece);
  }
  return pieces.length === 1 && pieces[0] !== undefined ? pieces[0] : Buffer.concat(pieces);
}
