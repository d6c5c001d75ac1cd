import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';

/** Asked first: V8 looks at every sixteenth character only until it meets a digit. */
const sixteenDigits = /[0-9]{16}/;
/** Only a number can stand like this outside a string; most digests and ids in strings do not match. */
const longNumber = /(?:^|[:[,\s])-?[0-9]{16,}(?:$|[,\]}\s])/;
const plainInteger = /^-?(0|[1-9][0-9]*)$/;

/**
 * Parses JSON without losing anything: integers outside ±2^53 become `bigint`. Texts without
 * sixteen digits in a row, nearly all of them, cost one `JSON.parse`. Throws a SyntaxError on bad JSON.
 */
export function parseJson(text: string): JsonValue {
  const value: JsonValue = JSON.parse(text);
  const unsafe = sixteenDigits.test(text) && longNumber.test(text) ? unsafeIntegers(text) : [];
  if (unsafe.length === 0) {
    return value;
  }
  const mark = markAbsentFrom(text);
  const revive = (_key: string, part: unknown) =>
    typeof part === 'string' && part.startsWith(mark) ? BigInt(part.slice(mark.length)) : part;
  return JSON.parse(quoted(text, unsafe, mark), revive);
}

/** Writes JSON; `bigint` as an integer, `undefined` members left out. */
export function stringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // nearly nothing holds any: to look before costs more than to try
    if (holdsBigint(value)) return writeExactly(value);
    throw error;
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where `text`, valid JSON, has integers that a double cannot hold. */
function unsafeIntegers(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < text.length; ) {
    const character = text.charAt(at);
    const end =
      character === '"' ? stringEnd(text, at) : /[-0-9]/.test(character) ? numberEnd(text, at) : at + 1;
    if (end - at >= 16 && character !== '"' && isUnsafe(text.slice(at, end))) {
      spans.push({ start: at, end });
    }
    at = end;
  }
  return spans;
}

function isUnsafe(token: string): boolean {
  return plainInteger.test(token) && !Number.isSafeInteger(Number(token));
}

function stringEnd(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (isEscaped(text, quote)) {
    quote = text.indexOf('"', quote + 1);
  }
  return quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charAt(quote - 1 - backslashes) === '\\') {
    backslashes += 1;
  }
  return backslashes % 2 === 1;
}

function numberEnd(text: string, start: number): number {
  let end = start + 1;
  while (/[-+.eE0-9]/.test(text.charAt(end))) {
    end += 1;
  }
  return end;
}

/** A mark no string of the text holds, however its characters are escaped. */
function markAbsentFrom(text: string): string {
  const decoded = text.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  let mark = 'integer:';
  while (decoded.includes(mark)) {
    mark = `integer${mark}`;
  }
  return mark;
}

function quoted(text: string, spans: readonly Span[], mark: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(done, start), `"${mark}${text.slice(start, end)}"`);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

function holdsBigint(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(holdsBigint);
  }
  return typeof value === 'bigint' || (isJsonObject(value) && Object.values(value).some(holdsBigint));
}

function writeExactly(value: unknown): string {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (Array.isArray(value)) {
    return `[${value.map(writeExactly).join(',')}]`;
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).flatMap(([key, member]) =>
      member === undefined ? [] : [`${JSON.stringify(key)}:${writeExactly(member)}`],
    );
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
