import { createHash } from 'node:crypto';
import ts from 'typescript';

/** The code of a function; the file itself is the function that starts at -1. */
interface FunctionSpan {
  readonly start: number;
  readonly end: number;
  /** Where something can be inserted that runs first: after `{`, or around an arrow's expression. */
  readonly body: { readonly kind: 'block' | 'expression'; readonly start: number; readonly end: number };
}

/** All functions of a TypeScript source that have a body, in the order in which they stand. */
export function functionsOf(source: string, file = 'source.ts'): readonly FunctionSpan[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.ES2022, true);
  const found: FunctionSpan[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const { body } = node;
      found.push({
        start: node.getStart(),
        end: node.getEnd(),
        body: {
          kind: ts.isBlock(body) ? 'block' : 'expression',
          start: body.getStart(),
          end: body.getEnd(),
        },
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** The start of the innermost function around an offset; -1 where it stands in none. */
export function functionAround(functions: readonly FunctionSpan[], offset: number): number {
  const around = functions.filter(({ body }) => body.start <= offset && offset < body.end);
  return around.reduce((innermost, { start }) => Math.max(innermost, start), -1);
}

/** A text of a file: offsets that were recorded hold for this text only. */
export function textKey(file: string, source: string): string {
  return `${file}#${createHash('sha256').update(source).digest('hex').slice(0, 12)}`;
}

/** The same source, telling `globalThis.recordHit(key, start)` which of its functions ran, and -1 when it was loaded. */
export function instrument(source: string, file: string): string {
  const key = JSON.stringify(textKey(file, source));
  const call = (start: number) => `globalThis.recordHit?.(${key}, ${start})`;
  const inserts = functionsOf(source, file).flatMap(({ start, body }) =>
    body.kind === 'block'
      ? [{ at: body.start + 1, text: `${call(start)};` }]
      : [
          { at: body.start, text: `(${call(start)}, ` },
          { at: body.end, text: ')' },
        ],
  );
  const ordered = [...inserts].sort((a, b) => b.at - a.at);
  const text = ordered.reduce((made, { at, text }) => made.slice(0, at) + text + made.slice(at), source);
  return `${text}\n;${call(-1)};\n`;
}
