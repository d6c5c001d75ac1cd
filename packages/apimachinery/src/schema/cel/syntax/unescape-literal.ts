type Unescaped =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message: string };

interface Escape {
  readonly code: number;
  /** Source characters the escape takes after the backslash. */
  readonly length: number;
}

const simpleEscapes: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['b', 8],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
  ['\\', 92],
  ["'", 39],
  ['"', 34],
  ['`', 96],
  ['?', 63],
]);

const hexDigits: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['X', 2],
  ['u', 4],
  ['U', 8],
]);

const badEscape = 'unable to unescape string';

function isScalarValue(code: number): boolean {
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

function numericEscape(text: string, pattern: RegExp, radix: number): number | undefined {
  return pattern.test(text) ? Number.parseInt(text, radix) : undefined;
}

function readHex(body: string, at: number, digits: number, bytes: boolean): Escape | string {
  if (bytes && digits > 2) return badEscape;
  const value = numericEscape(body.slice(at, at + digits), new RegExp(`^[0-9a-fA-F]{${digits}}$`), 16);
  if (value === undefined) return badEscape;
  return bytes || isScalarValue(value) ? { code: value, length: digits + 1 } : 'invalid unicode code point';
}

function readEscape(body: string, at: number, bytes: boolean): Escape | string {
  const char = body[at] ?? '';
  const code = simpleEscapes.get(char);
  if (code !== undefined) return { code, length: 1 };
  const digits = hexDigits.get(char);
  if (digits !== undefined) return readHex(body, at + 1, digits, bytes);
  if (!/[0-3]/.test(char)) return badEscape;
  const octal = numericEscape(body.slice(at, at + 3), /^[0-3][0-7]{2}$/, 8);
  return octal === undefined ? 'unable to unescape octal sequence in string' : { code: octal, length: 3 };
}

/**
 * In bytes, characters above 0x7f stand for their UTF-8 bytes while `\x` and octal escapes are one byte each,
 * so the result of a bytes literal has one UTF-16 unit per byte.
 */
function plainText(text: string, bytes: boolean): string {
  return bytes ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

function unescapeBody(body: string, bytes: boolean): Unescaped {
  let value = '';
  let from = 0;
  for (let at = body.indexOf('\\'); at >= 0; at = body.indexOf('\\', from)) {
    const read = readEscape(body, at + 1, bytes);
    if (typeof read === 'string') return { ok: false, message: read };
    value += plainText(body.slice(from, at), bytes) + String.fromCodePoint(read.code);
    from = at + 1 + read.length;
  }
  return { ok: true, value: value + plainText(body.slice(from), bytes) };
}

/** The text of a string literal's token (with quotes and an optional `r` prefix). With `bytes`, one UTF-16 unit per byte. */
export function unescapeLiteral(token: string, bytes: boolean): Unescaped {
  const raw = token.startsWith('r') || token.startsWith('R');
  const quoted = (raw ? token.slice(1) : token).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const triple = quoted.length >= 6 && (quoted.startsWith("'''") || quoted.startsWith('"""'));
  const body = triple ? quoted.slice(3, -3) : quoted.slice(1, -1);
  return raw ? { ok: true, value: plainText(body, bytes) } : unescapeBody(body, bytes);
}
