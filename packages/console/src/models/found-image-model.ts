import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectsAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { said } from './said.ts';

/** What became of looking an image up: why it was not found, or what it is made of and the patch that adds it. */
export type FoundImageModel =
  | { readonly isFound: false; readonly message: string; readonly fix: string }
  | {
      readonly isFound: true;
      readonly name: string;
      readonly reference: string;
      readonly digest: string;
      readonly platforms: readonly {
        readonly architecture: string;
        /** Of all layers; `''`: not told. */
        readonly download: string;
        /** A workload node has it. */
        readonly isWanted: boolean;
      }[];
      readonly patch: JsonObject;
    };

/** An answer about an image that is to be added. */
export function foundImageModel(answer: JsonValue): FoundImageModel {
  const patch = valueAt(answer, 'patch');
  if (!isJsonObject(patch))
    return {
      isFound: false,
      message: said(answer, 'failure', 'message') || said(answer, 'problem', 'message'),
      fix: said(answer, 'failure', 'fix'),
    };
  const workload = textsAt(answer, 'workload');
  return {
    isFound: true,
    name: said(answer, 'entry', 'spec', 'managedDataSource'),
    reference: said(answer, 'image', 'reference'),
    digest: said(answer, 'image', 'digest'),
    platforms: objectsAt(answer, 'image', 'platforms').map((platform) => ({
      architecture: [said(platform, 'architecture'), said(platform, 'variant')]
        .filter((text) => text !== '')
        .join('/'),
      download: bytesText(numberAt(platform, 'size')),
      isWanted: workload.some((name) => name === platform.architecture),
    })),
    patch,
  };
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

function bytesText(bytes: number | undefined): string {
  if (bytes === undefined) return '';
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const digits = power === 0 ? 0 : 1;
  return `${(bytes / 1024 ** power).toFixed(digits)} ${units[power] ?? ''}`;
}
