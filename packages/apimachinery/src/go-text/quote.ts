const named = new Map([
  [0x07, '\\a'],
  [0x08, '\\b'],
  [0x09, '\\t'],
  [0x0a, '\\n'],
  [0x0b, '\\v'],
  [0x0c, '\\f'],
  [0x0d, '\\r'],
  [0x22, '\\"'],
  [0x5c, '\\\\'],
]);

const plainAscii = /^[ !#-[\]-~]*$/;
let plain: RegExp | undefined;

/** Characters that stand for themselves: letters, marks, numbers, punctuation, symbols and the space. */
function isPlain(text: string): boolean {
  // built on first use: reading the expression alone takes milliseconds
  plain ??= /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u;
  return plain.test(text);
}

/** The text in double quotes with Go's escapes (strconv.Quote, `%q`). */
export function quote(text: string): string {
  if (plainAscii.test(text)) return `"${text}"`;
  if (isPlain(text) && !/["\\]/.test(text)) return `"${text}"`;
  return `"${Array.from(text, escapeCharacter).join('')}"`;
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const short = named.get(code);
  if (short !== undefined) return short;
  if (isPlain(character)) return character;
  if (code < 0x80) return `\\x${hex(code, 2)}`;
  return code < 0x1_0000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}
