import type { JsonValue } from '../api/json-value.ts';
import { quote } from '../go-text/quote.ts';
import { jsonErrorOffset } from './json-error-offset.ts';

/** Deeper documents would exhaust the stack of whoever walks them. */
const maxDepth = 1000;
const maxInt64 = 2n ** 63n - 1n;
const minInt64 = -(2n ** 63n);

/**
 * Reads a JSON document. Integers of 64 bits stay exact (bigint outside ±2^53), larger ones become the nearest
 * double, as in the API server. Throws SyntaxError with line and column for what is no JSON, for numbers no
 * double holds and for more than 1000 nested levels.
 */
export function parseJson(text: string): JsonValue {
  refuseDepth(text);
  const paired = withoutLoneSurrogates(text);
  const parsed: JsonValue = parsePlain(paired);
  return /[0-9]{16}|[0-9][eE]\+?[0-9]{3}/.test(paired) ? parseExact(paired) : parsed;
}

const surrogate = '[dD][89a-fA-F][0-9a-fA-F]{2}';
const pair = `u[dD][89abAB][0-9a-fA-F]{2}\\\\u[dD][c-fC-F][0-9a-fA-F]{2}`;
const escapeSequence = new RegExp(`\\\\(?:(${pair})|(u${surrogate})|.)`, 'gs');

/** Half of a pair stands for no character: it becomes U+FFFD, as in the API server. */
function withoutLoneSurrogates(text: string): string {
  if (!/\\u[dD][89a-fA-F]/.test(text)) return text;
  return text.replace(escapeSequence, (whole, _pair, lone?: string) =>
    lone === undefined ? whole : '\\ufffd',
  );
}

function parsePlain(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const offset = jsonErrorOffset(text);
    const found = text.codePointAt(offset);
    const what =
      found === undefined
        ? 'the document ends too early'
        : `unexpected ${quote(String.fromCodePoint(found))}`;
    throw new SyntaxError(`${what} at ${place(text, offset)}`);
  }
}

function place(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `line ${before.length} column ${(before.at(-1)?.length ?? 0) + 1}`;
}

const stringToken = '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"';

/** Counts brackets outside of strings. A string that does not end takes the rest, or each quote in it would be tried. */
function refuseDepth(text: string): void {
  if (text.length <= 2 * maxDepth) return;
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(
    new RegExp(`${stringToken.slice(0, -1)}(?:"|\\\\?$)|[[\\]{}]`, 'gs'),
  )) {
    if (token === '[' || token === '{') depth++;
    else if (token === ']' || token === '}') depth--;
    if (depth > maxDepth) {
      throw new SyntaxError(`more than ${maxDepth} nested levels at ${place(text, index)}`);
    }
  }
}

/**
 * Carries long integers through JSON.parse as strings marked `#i`; a string that could be taken for one is
 * marked `#s`. Keys stay as they are.
 */
function parseExact(text: string): JsonValue {
  const tokens = new RegExp(`${stringToken}(?=\\s*:)|(${stringToken})|-?[0-9][0-9.eE+-]*`, 'gs');
  const marked = text.replace(tokens, (token, string: string | undefined, offset: number) => {
    if (string !== undefined) return /^"[#\\]/.test(string) ? `"#s${string.slice(1)}` : string;
    if (token.startsWith('"')) return token;
    if (!Number.isFinite(Number(token))) {
      throw new SyntaxError(`number ${token.slice(0, 40)} is out of range at ${place(text, offset)}`);
    }
    return /^-?[0-9]{16,}$/.test(token) ? `"#i${token}"` : token;
  });
  return JSON.parse(marked, (_key, value: JsonValue) => (typeof value === 'string' ? unmark(value) : value));
}

function unmark(text: string): string | number | bigint {
  if (!text.startsWith('#')) return text;
  return text.startsWith('#i') ? exactInteger(text.slice(2)) : text.slice(2);
}

function exactInteger(digits: string): number | bigint {
  const value = Number(digits);
  if (Number.isSafeInteger(value)) return value;
  const exact = BigInt(digits);
  return exact >= minInt64 && exact <= maxInt64 ? exact : value;
}
