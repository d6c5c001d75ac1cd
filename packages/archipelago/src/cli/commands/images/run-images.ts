import type { Answer } from '../../answers/answer.ts';
import { type AnswerFlags, answered } from '../../answers/answered.ts';
import { withCluster } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { chosenImages, dataSourceType } from './chosen-images.ts';
import { type ImagesMatrix, imagesMatrix, type SizedRow } from './images-matrix.ts';
import { printImages } from './print-images.ts';

export interface ImagesOptions extends ClusterOptions, Omit<AnswerFlags, 'snapshot'> {
  readonly selector?: string;
}

/** Prints what has become of each golden image on each architecture, or of those that are named, and why. */
export async function runImages(
  names: readonly string[],
  options: ImagesOptions,
  given: Io,
): Promise<number> {
  return answered(options, given, (io) =>
    withCluster(options, io, async (cluster) => {
      const all = await imagesMatrix(cluster);
      const none = all.rows.length === 0 ? 'no golden images: nothing is imported on this cluster' : noneHas;
      return answerAbout(chosenImages(all, { names, selector: options.selector }), none);
    }),
  );
}

const noneHas = 'no golden image has these labels';

function answerAbout(matrix: ImagesMatrix, none: string): Answer {
  const { rows } = matrix;
  return {
    data: matrix,
    print: (isWide) => (rows.length === 0 ? `${none}\n` : printImages(rows, Date.now(), isWide)),
    names: rows.flatMap(({ cells }) =>
      cells.filter(isThere).map(({ dataSource }) => `${dataSourceType}${dataSource}`),
    ),
    code: 0,
  };
}

/** Of what is not made there is no DataSource. */
function isThere({ state }: SizedRow['cells'][number]): boolean {
  return !['notSupported', 'notWanted', 'refused'].includes(state);
}
