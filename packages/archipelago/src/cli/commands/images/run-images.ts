import { withCluster } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { printAge } from '../../text/print-age.ts';
import { type Output, printData } from '../../text/print-data.ts';
import { textTable } from '../../text/text-table.ts';
import { imagesMatrix, type SizedRow } from './images-matrix.ts';

export interface ImagesOptions extends ClusterOptions {
  readonly output?: Output;
}

/** Prints what has become of each golden image on each architecture, and why. */
export async function runImages(options: ImagesOptions, io: Io): Promise<number> {
  return withCluster(options, io, async (cluster) => {
    const matrix = await imagesMatrix(cluster);
    io.out(options.output === undefined ? print(matrix.rows, Date.now()) : printData(matrix, options.output));
    return 0;
  });
}

function print(rows: readonly SizedRow[], now: number): string {
  if (rows.length === 0) return 'no golden images: nothing is imported on this cluster\n';
  const lines = rows.flatMap((row) =>
    row.cells.map((cell, index) => [
      index === 0 ? row.template : '',
      cell.architecture ?? 'any',
      row.pointsTo === cell.dataSource ? `${cell.dataSource} ← ${row.dataSource}` : cell.dataSource,
      cell.state,
      cell.importedAt === undefined ? '' : printAge(Date.parse(cell.importedAt), now),
      cell.claim ?? '',
      shortDigest(cell.digest),
      cell.cause,
    ]),
  );
  return textTable([['TEMPLATE', 'ARCH', 'DATASOURCE', 'STATE', 'AGE', 'SIZE', 'DIGEST', 'CAUSE'], ...lines]);
}

function shortDigest(digest: string | undefined): string {
  return digest === undefined || digest === '' ? '' : digest.slice(digest.indexOf(':') + 1).slice(0, 12);
}
