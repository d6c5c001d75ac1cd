import {
  type FieldError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  valueAt,
} from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import { annotationErrors, labelErrors } from '../validation/metadata-errors.ts';
import { goType } from './go-type.ts';

type Restored =
  | { readonly ok: true; readonly object: JsonObject }
  | { readonly ok: false; readonly problem: string };

const FIELDS = [
  { name: 'labels', check: labelErrors },
  { name: 'annotations', check: (all: JsonObject) => annotationErrors(all, 'metadata.annotation') },
] as const;

function aggregate(errors: readonly FieldError[]): string | undefined {
  if (errors.length === 0) return undefined;
  const texts = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))];
  return texts.length === 1 ? texts.join('') : `[${texts.join(', ')}]`;
}

function textProblem(name: string, given: JsonObject): string | undefined {
  const wrong = Object.entries(given).find(([, value]) => typeof value !== 'string');
  if (wrong === undefined) return undefined;
  return `metadata.${name}[${wrong[0]}] must be a string, but is ${goType(wrong[1])} in converted object`;
}

type Restorable = (typeof FIELDS)[number];

/** What is wrong with labels or annotations that a webhook gives back. */
function fieldProblem(
  { name, check }: Restorable,
  given: JsonValue,
  former: JsonValue | undefined,
): string | undefined {
  if (!isJsonObject(given)) return `invalid metadata.${name} of type ${goType(given)} in converted object`;
  const isSame = isJsonObject(former) && jsonEqual(former, given);
  return textProblem(name, given) ?? (isSame ? undefined : aggregate(check(given)));
}

/** The converted object with the metadata of the original: a webhook changes labels and annotations only. */
export function restoreMetadata(original: JsonObject, converted: JsonObject): Restored {
  const given = valueAt(converted, 'metadata');
  if (given === undefined) return { ok: false, problem: 'missing metadata in converted object' };
  if (!isJsonObject(given))
    return { ok: false, problem: `invalid metadata of type ${goType(given)} in converted object` };
  let metadata = metadataOf(original);
  for (const field of FIELDS) {
    const { [field.name]: former, ...others } = metadata;
    const value = valueAt(given, field.name) ?? null;
    const problem = value === null ? undefined : fieldProblem(field, value, former);
    if (problem !== undefined) return { ok: false, problem };
    metadata = value === null ? others : { ...others, [field.name]: value };
  }
  return { ok: true, object: { ...converted, metadata } };
}
