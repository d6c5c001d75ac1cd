import { jsonErrorOffset } from '../json/json-error-offset.ts';

/** Why a text is no JSON, in the words of Go's decoder; the text must not be JSON. */
export function goJsonError(text: string): string {
  const offset = jsonErrorOffset(text);
  const found = text.codePointAt(offset);
  if (found === undefined || endsInString(text.slice(offset))) return 'unexpected end of JSON input';
  const literal = brokenLiteral(text.slice(offset));
  if (literal !== undefined) return literal;
  return `invalid character ${shown(String.fromCodePoint(found))} ${expectation(text.slice(0, offset))}`;
}

function shown(character: string): string {
  return character === "'" ? "'\\''" : `'${character}'`;
}

/** A word that begins as one of JSON's and goes on otherwise. */
function brokenLiteral(rest: string): string | undefined {
  const word = ['true', 'false', 'null'].find((one) => rest.startsWith(one.charAt(0)));
  if (word === undefined) return undefined;
  const at = Array.from(word).findIndex((character, index) => rest[index] !== character);
  const found = rest.codePointAt(at);
  if (at < 0) return undefined;
  if (found === undefined) return 'unexpected end of JSON input';
  return `invalid character ${shown(String.fromCodePoint(found))} in literal ${word} (expecting '${word.charAt(at)}')`;
}

function endsInString(rest: string): boolean {
  return /^"(?:[^"\\]|\\.)*\\?$/s.test(rest);
}

/** What would have been right after a beginning that is right. */
function expectation(before: string): string {
  const { level, last } = whereItEnds(before);
  const isStart = last === '' || '[{,:'.includes(last);
  if (isStart && last !== ':' && level.startsWith('{')) return 'looking for beginning of object key string';
  if (isStart) return 'looking for beginning of value';
  if (level === '') return 'after top-level value';
  if (level.startsWith('[')) return 'after array element';
  return level.endsWith(':') ? 'after object key:value pair' : 'after object key';
}

/** The innermost open bracket with the last comma or colon in it, and the last token. */
function whereItEnds(before: string): { readonly level: string; readonly last: string } {
  const levels: string[] = [];
  let last = '';
  for (const [token] of before.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/gs)) {
    if (token === '[' || token === '{') levels.push(token);
    else if (token === ']' || token === '}') levels.pop();
    else if (token === ',' || token === ':') levels.push(`${levels.pop()?.charAt(0)}${token}`);
    last = token;
  }
  return { level: levels.at(-1) ?? '', last };
}
