import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** A table of figures, as it stands in docs/performance.md. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export function printTable({ head, rows }: Table): string {
  return [lineOf(head), `|${head.map(() => '---|').join('')}`, ...rows.map(lineOf)].join('\n');
}

/** Of the last minute. */
export function load(): string {
  return (loadavg()[0] ?? 0).toFixed(1);
}

/** The middle one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Puts it between the document's two marks of that name. */
export function writeInto(path: string, name: string, table: string): void {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const text = readFileSync(path, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path} has no place for the table (${begin})`);
  writeFileSync(path, `${text.slice(0, from)}${begin}\n\n${table.trim()}\n\n${text.slice(to)}`);
}
