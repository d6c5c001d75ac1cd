import { printAge } from '../../text/print-age.ts';
import { printBytes } from '../../text/print-bytes.ts';
import { textTable } from '../../text/text-table.ts';
import type { SizedRow } from './images-matrix.ts';

type Cell = SizedRow['cells'][number];

/** Golden images as people read them, a line for each architecture; `now` in milliseconds since 1970. */
export function printImages(rows: readonly SizedRow[], now: number, isWide: boolean): string {
  const wide = (...cells: readonly string[]) => (isWide ? cells : []);
  const lines = rows.flatMap((row) =>
    row.cells.map((cell, index) => [
      ...wide(row.namespace),
      index === 0 || isWide ? row.template : '',
      cell.architecture ?? 'any',
      row.pointsTo === cell.dataSource ? `${cell.dataSource} ← ${row.dataSource}` : cell.dataSource,
      cell.state,
      cell.importedAt === undefined ? '' : printAge(Date.parse(cell.importedAt), now),
      cell.claim ?? '',
      ...wide(cell.size === undefined ? '' : printBytes(cell.size)),
      digestOf(cell, isWide),
      cell.cause,
    ]),
  );
  const head = [
    'TEMPLATE',
    'ARCH',
    'DATASOURCE',
    'STATE',
    'AGE',
    'SIZE',
    ...wide('DOWNLOAD'),
    'DIGEST',
    'CAUSE',
  ];
  return textTable([[...wide('NAMESPACE'), ...head], ...lines]);
}

function digestOf({ digest = '' }: Cell, isWide: boolean): string {
  return isWide ? digest : digest.slice(digest.indexOf(':') + 1).slice(0, 12);
}
