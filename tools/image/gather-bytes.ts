/** All pieces of a stream of bytes in one. */
export async function gatherBytes(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream)
    if (piece instanceof Uint8Array) pieces.push(piece);
    else throw new TypeError('the stream gives something else than bytes');
  return Buffer.concat(pieces);
}
