/** A compile error at a place in the source (code point offset), or at none when negative. */
export interface CompileIssue {
  readonly offset: number;
  readonly message: string;
}

const wideDot = '\uff0e';
const wideCaret = '\uff3e';

interface Place {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

function placeOf(lines: readonly string[][], offset: number): Place {
  let rest = offset;
  for (const [index, line] of lines.entries()) {
    if (rest <= line.length || index === lines.length - 1) {
      return { line: index + 1, column: Math.min(rest, line.length), text: line.join('') };
    }
    rest -= line.length + 1;
  }
  return { line: 1, column: 0, text: '' };
}

function isWide(char: string | undefined): boolean {
  return char !== undefined && (char.codePointAt(0) ?? 0) > 0x7f;
}

function issueText(place: Place, message: string): string {
  const snippet = Array.from(place.text.replaceAll('\t', ' '));
  const dots = snippet.slice(0, place.column).map((char) => (isWide(char) ? wideDot : '.'));
  const caret = isWide(snippet[place.column]) ? wideCaret : '^';
  return (
    `ERROR: <input>:${place.line}:${place.column + 1}: ${message}\n` +
    ` | ${snippet.join('')}\n | ${dots.join('')}${caret}`
  );
}

/** The issues as the server prints them: sorted by place, each with the source line and a caret under the place. */
export function formatIssues(source: string, issues: readonly CompileIssue[]): string {
  const lines = source.split('\n').map((line) => Array.from(line));
  return [...issues]
    .sort((a, b) => a.offset - b.offset)
    .map(({ offset, message }) =>
      offset < 0 ? `ERROR: <input>:-1:0: ${message}` : issueText(placeOf(lines, offset), message),
    )
    .join('\n');
}
