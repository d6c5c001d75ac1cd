import { columnsOf } from './columns-of.ts';

/** Rows as aligned columns, two spaces apart, each line indented by two. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, columnsOf(cell));
    });
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - columnsOf(cell)));
      return `  ${cells.join('  ')}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join('');
}
