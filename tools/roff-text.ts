/** A text as roff prints it: nothing of it is a request, a hyphen is one to be copied, and other scripts are named by their code. */
export function roffText(text: string): string {
  const line = text.replaceAll(/\s*\n\s*/g, ' ').trim();
  return guarded(line);
}

/** Lines that stay as they are. */
export function roffBlock(text: string): string {
  return ['.nf', ...text.split('\n').map(guarded), '.fi'].join('\n');
}

function guarded(line: string): string {
  const plain = line
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/[^\x20-\x7e]/gu, (character) => `\\[u${codeOf(character)}]`);
  return /^[.']/.test(plain) ? `\\&${plain}` : plain;
}

function codeOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}
