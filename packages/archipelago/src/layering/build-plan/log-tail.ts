import { visibleText } from '@archipelago/apimachinery';

/** How many bytes are kept of one log, its first line included. */
export const longestLog = 64 * 1024;
/** How many bytes of a log are read; kubelets begin a new file long before. */
export const mostRead = 64 * 1024 * 1024;

const mostPieces = 1024;
const longestFirstLine = 200;
const lineFeed = 10;
/** Bytes that a byte may be shown with: `\u001b`. */
const widest = 6;

/**
 * The end of a log that comes in pieces: however long it is, never is much more than `longestLog` in memory. What is kept is valid
 * text, begins at the beginning of a line, shows control characters as escapes, and hides the logins of URLs. Where something was
 * left out, its first line says how much.
 */
export class LogTail {
  #pieces: Uint8Array[] = [];
  #held = 0;
  #seen = 0;

  push(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#held += piece.length;
    this.#seen += piece.length;
    if (this.#pieces.length < mostPieces && this.#held < 2 * longestLog) return;
    const end = Buffer.from(Buffer.concat(this.#pieces).subarray(-longestLog));
    this.#pieces = [end];
    this.#held = end.length;
  }

  text(): string {
    const end = Buffer.concat(this.#pieces).subarray(-longestLog);
    const lines = linesOf(end.length < this.#seen ? fromLineStart(end) : end);
    const kept = fitting(lines, longestLog - longestFirstLine);
    const left = this.#seen - kept.reduce((sum, { length }) => sum + length, 0);
    return firstLine(left, this.#seen) + kept.map(shown).join('');
  }
}

function firstLine(left: number, seen: number): string {
  if (left === 0) return '';
  const rest = seen < mostRead ? '' : `, and all that came after its first ${mostRead / 1024 / 1024} MiB`;
  return `archipelago: the first ${left} bytes of this log are left out${rest}\n`;
}

/** Without the part of a line that it begins with; where it is all one line, without the part of a word. */
function fromLineStart(bytes: Buffer): Buffer {
  const at = bytes.indexOf(lineFeed);
  return at >= 0 && at + 1 < bytes.length ? bytes.subarray(at + 1) : fromWordStart(bytes);
}

const blanks = [...' \t\r'].map((letter) => letter.charCodeAt(0));

/** A cut inside a URL would show the rest of its password; what has no blank is cut after the last sign of a login. */
function fromWordStart(bytes: Buffer): Buffer {
  const blank = bytes.findIndex((byte) => blanks.includes(byte));
  if (blank >= 0 && blank + 1 < bytes.length) return bytes.subarray(blank + 1);
  return fromCharacterStart(bytes.subarray(bytes.lastIndexOf('@') + 1));
}

function fromCharacterStart(bytes: Buffer): Buffer {
  const at = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80);
  return bytes.subarray(Math.max(at, 0));
}

/** Each with its line feed; the last one may have none. */
function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(lineFeed, start);
    const end = at < 0 ? bytes.length : at + 1;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}

/** The last lines that have room as they are shown; of a last line that has none its end. */
function fitting(lines: readonly Buffer[], room: number): readonly Buffer[] {
  let left = room;
  const tooMuch = lines.findLastIndex((line) => {
    left -= Buffer.byteLength(shown(line));
    return left < 0;
  });
  const kept = lines.slice(tooMuch + 1);
  const last = lines.at(-1);
  return kept.length > 0 || last === undefined
    ? kept
    : [fromWordStart(last.subarray(-Math.floor(room / widest)))];
}

function shown(line: Buffer): string {
  return visibleText(withoutLogins(line.toString('utf8')), '\n\t');
}

/** What stands before the host of a URL: a name and a password. */
const login = /:\/\/[^\s/'"<>]+@/g;

function withoutLogins(line: string): string {
  return line.replace(login, '://***@');
}
