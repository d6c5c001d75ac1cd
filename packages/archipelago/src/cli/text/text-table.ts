/** Rows as aligned columns, two spaces apart, each line indented by two. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) => {
      const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
      return `  ${cells.join('  ')}`.trimEnd();
    })
    .map((line) => `${line}\n`)
    .join('');
}
