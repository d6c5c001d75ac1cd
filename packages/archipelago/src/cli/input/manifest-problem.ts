import type { LineCounter } from 'yaml';

/** Where something stands in a file; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with a file before anybody looks at its fields. */
export interface ManifestProblem {
  readonly ok: false;
  readonly position: Position | undefined;
  readonly message: string;
  readonly fix: string;
}

/** A problem as a value. */
export function problem(message: string, fix: string, position?: Position): ManifestProblem {
  return { ok: false, message, fix, position };
}

/** The place of an offset. */
export function positionAt(lines: LineCounter, offset: number): Position {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
}

/** `file:line:column`, as editors understand it. */
export function place(file: string, position: Position | undefined): string {
  const name = file === '-' ? 'standard input' : file;
  return position === undefined ? name : `${name}:${position.line}:${position.column}`;
}

/** The problem of a file in one sentence. */
export function problemText(file: string, { position, message, fix }: ManifestProblem): string {
  return `${place(file, position)}: ${message}; ${fix}`;
}
