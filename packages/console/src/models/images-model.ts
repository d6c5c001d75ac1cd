import { type JsonObject, type JsonValue, numberAt, objectsAt, textsAt } from '@archipelago/apimachinery';
import type { ImagesModelWords } from '../words/images-words.ts';
import { said } from './said.ts';

/** A golden image on one architecture. */
export interface ImageCell {
  readonly architecture: string;
  readonly dataSource: string;
  readonly state: string;
  readonly cause: string;
  readonly digest: string;
  readonly importedAt: string;
  readonly claim: string;
  readonly downloadBytes: number | undefined;
  /** Of its import; undefined: none is under way, or CDI does not tell. */
  readonly percent: number | undefined;
}

/** A template, with a cell for each architecture of the matrix; undefined: imported as it comes. */
export interface ImageRow {
  readonly template: string;
  readonly namespace: string;
  readonly dataSource: string;
  readonly pointsTo: string;
  /** Who says which architectures it has. */
  readonly decided: string;
  readonly cells: readonly (ImageCell | undefined)[];
  /** Of an image that is imported as it comes. */
  readonly anyNode: ImageCell | undefined;
}

/** Templates × architectures. */
export interface ImagesModel {
  readonly architectures: readonly string[];
  readonly rows: readonly ImageRow[];
  /** How many places are in which state, for who listens rather than looks. */
  readonly counts: readonly { readonly state: string; readonly count: number }[];
}

/** The matrix, of what the console says. */
export function imagesModel(view: JsonValue, words: ImagesModelWords): ImagesModel {
  const architectures = textsAt(view, 'architectures').map((_, index) => said(view, 'architectures', index));
  const percents = new Map(
    objectsAt(view, 'imports').map((each) => [sourceOf(each), numberAt(each, 'percent')]),
  );
  const rows = objectsAt(view, 'rows').map((row) => rowModel(row, { architectures, words, percents }));
  const states = rows.flatMap(({ cells, anyNode }) =>
    [...cells, anyNode].flatMap((cell) => cell?.state ?? []),
  );
  return {
    architectures,
    rows,
    counts: [...new Set(states)].sort().map((state) => ({
      state,
      count: states.filter((each) => each === state).length,
    })),
  };
}

/** What a namespace and a DataSource in it are found by. */
function sourceOf(each: JsonObject): string {
  return `${said(each, 'namespace')}/${said(each, 'dataSource')}`;
}

interface RowContext {
  readonly architectures: readonly string[];
  readonly words: ImagesModelWords;
  readonly percents: ReadonlyMap<string, number | undefined>;
}

function rowModel(row: JsonObject, { architectures, words, percents }: RowContext): ImageRow {
  const namespace = said(row, 'namespace');
  const cells = objectsAt(row, 'cells').map((cell) => ({
    ...cellModel(cell),
    percent: percents.get(`${namespace}/${said(cell, 'dataSource')}`),
  }));
  return {
    template: said(row, 'template'),
    namespace,
    dataSource: said(row, 'dataSource'),
    pointsTo: said(row, 'pointsTo'),
    decided: decidedText(row, words),
    cells: architectures.map((name) => cells.find(({ architecture }) => architecture === name)),
    anyNode: cells.find(({ architecture }) => architecture === ''),
  };
}

function cellModel(cell: JsonObject): Omit<ImageCell, 'percent'> {
  return {
    architecture: said(cell, 'architecture'),
    dataSource: said(cell, 'dataSource'),
    state: said(cell, 'state'),
    cause: said(cell, 'cause'),
    digest: said(cell, 'digest'),
    importedAt: said(cell, 'importedAt'),
    claim: said(cell, 'claim'),
    downloadBytes: numberAt(cell, 'size'),
  };
}

function decidedText(row: JsonObject, words: ImagesModelWords): string {
  switch (said(row, 'decided', 'kind')) {
    case 'known': {
      const list = textsAt(row, 'decided', 'architectures').map((_, index) =>
        said(row, 'decided', 'architectures', index),
      );
      const source = words.sources[said(row, 'decided', 'source')] ?? words.sources[''] ?? '';
      return words.known(list.join(', ') || words.noArchitecture, source);
    }
    case 'undecided':
      return words.undecided(said(row, 'decided', 'because'));
    default:
      return words.asItComes(said(row, 'decided', 'because'));
  }
}
