import { columnsOf, isWide } from './columns-of.ts';

const width = 80;

/**
 * The text in lines of at most 80 columns behind `start`, each next one indented as far as `start` reaches, or by ten. Lines are broken at
 * spaces, and between East Asian characters where their scripts allow it.
 */
export function wrapped(start: string, text: string): string {
  const indent = ' '.repeat(Math.min(columnsOf(start), 10));
  const lines: string[] = [];
  let line = start;
  let isEmpty = true;
  for (const { piece, space } of piecesOf(text)) {
    const added = isEmpty ? piece : space + piece;
    if (!isEmpty && columnsOf(line) + columnsOf(added) > width) {
      lines.push(line);
      line = indent + piece;
    } else line += added;
    isEmpty = false;
  }
  return `${[...lines, line].join('\n').trimEnd()}\n`;
}

/** What stays on one line, and what stands before it where it does not begin one. */
interface Piece {
  readonly piece: string;
  readonly space: string;
}

function piecesOf(text: string): readonly Piece[] {
  const words = text.split(/\s+/).filter((each) => each !== '');
  return words.flatMap((word) =>
    unbroken(word).map((piece, index) => ({ piece, space: index === 0 ? ' ' : '' })),
  );
}

/** No line begins with these, and none ends with those. */
const closing = '、。，．・：；！？）」』】〉》〕ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々…';
const opening = '（「『【〈《〔';

/** A word in pieces: a line may be broken before and after each wide character, as far as the rules of Japanese typesetting allow. */
function unbroken(word: string): readonly string[] {
  const pieces: string[] = [];
  let before = '';
  for (const character of word) {
    const last = pieces.at(-1);
    if (last !== undefined && !mayBreak(before, character)) pieces[pieces.length - 1] = last + character;
    else pieces.push(character);
    before = character;
  }
  return pieces;
}

function mayBreak(before: string, after: string): boolean {
  if (closing.includes(after) || opening.includes(before) || /[,.;:!?)\]}]/.test(after)) return false;
  return isWide(before) || isWide(after);
}
