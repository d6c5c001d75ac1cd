import { withCluster } from '../../cluster/live-cluster.ts';
import { imagesMatrix, type SizedRow } from '../images/images-matrix.ts';
import { lookedAt } from './looked-at.ts';
import type { StatusReport } from './status-schema.ts';
import { type StatusView, withoutHyperConverged } from './status-view.ts';

type Images = StatusReport['images'];
type Cell = SizedRow['cells'][number];

const more = 'archipelago images';

/** The matrix of golden images in short. */
export async function imagesPart(view: StatusView): Promise<Images> {
  if (view.hyperConverged.state !== 'there')
    return { ...withoutHyperConverged(view), more, architectures: [] };
  const looked = await lookedAt(
    () => withCluster(view.options, { err: () => undefined }, imagesMatrix),
    view.options.advice,
  );
  return 'rows' in looked ? ofRows(looked.rows) : { ...looked, more, architectures: [] };
}

const notWanted: readonly Cell['state'][] = ['notSupported', 'notWanted', 'leaving'];
const wrong: readonly Cell['state'][] = ['failed', 'refused'];

function ofRows(rows: readonly SizedRow[]): Images {
  const cells = rows.flatMap(({ template, cells: each }) =>
    each
      .filter(({ state }) => !notWanted.includes(state))
      .map((cell) => ({ ...cell, template, architecture: cell.architecture ?? 'any' })),
  );
  const names = [...new Set(cells.map(({ architecture }) => architecture))].sort();
  const architectures = names.map((name) => {
    const wanted = cells.filter(({ architecture }) => architecture === name);
    return { name, ready: wanted.filter(({ state }) => state === 'ready').length, wanted: wanted.length };
  });
  const problems = cells
    .filter(({ state }) => state !== 'ready')
    .sort((a, b) => Number(wrong.includes(b.state)) - Number(wrong.includes(a.state)))
    .map(({ template, architecture, state, cause }) => ({
      object: `${template} on ${architecture}`,
      message: cause === '' ? state : `${state}: ${cause}`,
    }));
  return {
    state: cells.length === 0 ? 'absent' : problems.length === 0 ? 'well' : 'notWell',
    summary:
      cells.length === 0
        ? 'none are wanted'
        : `${cells.length - problems.length} of ${cells.length} ready: ${architectures.map(({ name, ready, wanted }) => `${name} ${ready}/${wanted}`).join(', ')}`,
    problems,
    more,
    architectures,
  };
}
