import { demandKnown } from '../../answers/demand-known.ts';
import { labelChoice } from '../../answers/label-choice.ts';
import type { ImagesMatrix, SizedRow } from './images-matrix.ts';

interface Choice {
  /** Of templates and DataSources, also as `-o name` prints them. */
  readonly names: readonly string[];
  /** On labels of templates. */
  readonly selector: string | undefined;
}

/** What `-o name` puts before the name of a DataSource, as kubectl does. */
export const dataSourceType = 'datasource.cdi.kubevirt.io/';

/** The images that are meant; of one whose DataSource for an architecture is named, that one. Throws a UsageError for what there is not. */
export function chosenImages({ architectures, rows }: ImagesMatrix, choice: Choice): ImagesMatrix {
  const isMeant = labelChoice(choice);
  const names = choice.names.map((name) =>
    name.startsWith(dataSourceType) ? name.slice(dataSourceType.length) : name,
  );
  const known = rows.flatMap((row) => [
    row.template,
    row.dataSource,
    ...row.cells.map((cell) => cell.dataSource),
  ]);
  demandKnown('golden image', names, known);
  const chosen = rows
    .filter(({ labels }) => isMeant(labels))
    .map((row) => (names.length === 0 ? row : named(row, names)))
    .filter(({ cells }) => cells.length > 0);
  return { architectures, rows: chosen };
}

function named(row: SizedRow, names: readonly string[]): SizedRow {
  const isWhole = names.includes(row.template) || names.includes(row.dataSource);
  return isWhole ? row : { ...row, cells: row.cells.filter(({ dataSource }) => names.includes(dataSource)) };
}
