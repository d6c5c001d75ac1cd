import { type JsonObject, textAt, valueAt } from '@archipelago/apimachinery';

const architecturesAnnotation = 'ssp.kubevirt.io/dict.architectures';

/** What becomes of a golden image on one architecture. */
type ImageCell =
  /** It is imported. */
  | 'yes'
  /** The image is built for it, but no workload node has it. */
  | 'no node'
  /** The image is not built for it. */
  | '-'
  /** Nobody said what the image is built for. */
  | '?';

/** Golden images by architecture. */
export interface ImageMatrix {
  readonly architectures: readonly string[];
  readonly images: readonly {
    readonly name: string;
    readonly dataSource: string;
    readonly origin: 'common' | 'modified' | 'custom';
    readonly cells: Readonly<Record<string, ImageCell>>;
  }[];
}

/**
 * The golden images (entries as in `status.dataImportCronTemplates` of a HyperConverged whose gate
 * enableMultiArchBootImageImport is on) against the architectures of the workload nodes and the images.
 */
export function imageMatrix(
  entries: readonly JsonObject[],
  workloadArchitectures: readonly string[],
): ImageMatrix {
  const read = entries.map(readEntry);
  const built = read.flatMap(({ builtFor }) => builtFor ?? []);
  const architectures = [...new Set([...workloadArchitectures, ...built])].sort();
  return {
    architectures,
    images: read.map(({ builtFor, ...image }) => ({
      ...image,
      cells: Object.fromEntries(
        architectures.map((architecture) => [
          architecture,
          cellOf(architecture, builtFor, workloadArchitectures),
        ]),
      ),
    })),
  };
}

function cellOf(
  architecture: string,
  builtFor: readonly string[] | undefined,
  workloadArchitectures: readonly string[],
): ImageCell {
  if (builtFor === undefined) return '?';
  if (!builtFor.includes(architecture)) return '-';
  return workloadArchitectures.includes(architecture) ? 'yes' : 'no node';
}

function readEntry(entry: JsonObject) {
  const name = textAt(entry, 'metadata', 'name');
  const text =
    textAt(entry, 'status', 'originalSupportedArchitectures') ||
    textAt(entry, 'metadata', 'annotations', architecturesAnnotation) ||
    undefined;
  return {
    name,
    dataSource: textAt(entry, 'spec', 'managedDataSource'),
    origin: originOf(entry),
    builtFor: text
      ?.split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  };
}

function originOf(entry: JsonObject): ImageMatrix['images'][number]['origin'] {
  if (valueAt(entry, 'status', 'modified') === true) return 'modified';
  return valueAt(entry, 'status', 'commonTemplate') === true ? 'common' : 'custom';
}
