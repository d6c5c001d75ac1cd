/** The end of a text that comes in pieces: no more than `most` characters of it are held or told. */
export async function boundedText(
  chunks: AsyncIterable<string>,
  most: number,
): Promise<{ readonly text: string; readonly isCut: boolean }> {
  let text = '';
  let isCut = false;
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length <= most) continue;
    text = text.slice(-most);
    isCut = true;
  }
  return { text, isCut };
}
