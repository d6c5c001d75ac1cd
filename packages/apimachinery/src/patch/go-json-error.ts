import { jsonErrorOffset } from '../json/json-error-offset.ts';

/** Why a text is no JSON, in the words of Go's decoder; the text must not be JSON. */
export function goJsonError(text: string): string {
  const offset = jsonErrorOffset(text);
  const found = text.codePointAt(offset);
  if (found === undefined || endsInString(text.slice(offset))) return 'unexpected end of JSON input';
  const character = String.fromCodePoint(found);
  const shown = character === "'" ? "\\'" : character;
  return `invalid character '${shown}' ${expectation(text.slice(0, offset))}`;
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
