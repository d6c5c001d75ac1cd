/** A piece of a text, and whether it is code. */
interface CodePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** A text in pieces: what stands between two backticks is code. A backtick without another is one. */
export function codeParts(text: string): readonly CodePart[] {
  const pieces = text.split('`');
  const lone = pieces.length % 2 === 0 ? pieces.splice(-2).join('`') : undefined;
  if (lone !== undefined) pieces.push(lone);
  return pieces
    .map((piece, index) => ({ text: piece, isCode: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
