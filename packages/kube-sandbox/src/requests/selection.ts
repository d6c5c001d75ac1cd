import {
  type JsonObject,
  type LabelSelector,
  objectAt,
  parseFieldSelector,
  parseLabelSelectorText,
  textAt,
} from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest } from '../refusals/status.ts';
import type { ResourceType } from '../resources/resource-type.ts';

/** Picks objects of a list or watch by labels and fields. */
export interface Selection {
  /** True when it picks everything. */
  readonly everything: boolean;
  /** What it requires of labels. */
  readonly labels: LabelSelector['requirements'];
  matches(object: JsonObject): boolean;
}

type FieldReader = (object: JsonObject) => string;

const COMMON: ReadonlyMap<string, FieldReader> = new Map([
  ['metadata.name', (object: JsonObject) => textAt(metadataOf(object), 'name')],
  ['metadata.namespace', (object: JsonObject) => textAt(metadataOf(object), 'namespace')],
]);

/** Kinds with fields of their own name all that can be asked for: those of the cluster have no namespace among them. */
function commonReader(field: string, { namespaced, selectable }: ResourceType): FieldReader | undefined {
  const isNamed = namespaced || selectable.size === 0 || field !== 'metadata.namespace';
  return isNamed ? COMMON.get(field) : undefined;
}

function unknownField(name: string, type: ResourceType): Refusal {
  if (type.custom || type.selectable.size > 0) return badRequest(`field label not supported: ${name}`);
  return badRequest(`"${name}" is not a known field selector: only "metadata.name", "metadata.namespace"`);
}

/** Labels of an object, those that a selector asks about: lists look at thousands of objects. */
function labelsOf(object: JsonObject, keys: readonly string[]): Record<string, string> {
  const labels = objectAt(metadataOf(object), 'labels');
  const asked: Record<string, string> = {};
  for (const key of keys) {
    const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
    if (typeof value === 'string') asked[key] = value;
  }
  return asked;
}

function fieldTest(text: string, type: ResourceType): ((object: JsonObject) => boolean) | Refusal {
  const parsed = parseFieldSelector(text);
  if (!parsed.ok) return badRequest(parsed.message);
  const readers = new Map<string, FieldReader>();
  for (const { field } of parsed.selector.requirements) {
    const reader = type.selectable.get(field) ?? commonReader(field, type);
    if (reader === undefined) return unknownField(field, type);
    readers.set(field, reader);
  }
  return (object) => {
    const values = [...readers].map(([name, read]) => [name, read(object)] as const);
    return parsed.selector.matches(Object.fromEntries(values));
  };
}

/** What is wrong with the selectors as texts, whatever the labels and fields are. */
export function selectorProblem(query: URLSearchParams): Refusal | undefined {
  const labels = parseLabelSelectorText(query.get('labelSelector') ?? '');
  if (!labels.ok) return badRequest(labels.message);
  const fields = parseFieldSelector(query.get('fieldSelector') ?? '');
  return fields.ok ? undefined : badRequest(fields.message);
}

/** Reads `labelSelector` and `fieldSelector`. */
export function readSelection(query: URLSearchParams, type: ResourceType): Selection | Refusal {
  const labelText = query.get('labelSelector') ?? '';
  const fieldText = query.get('fieldSelector') ?? '';
  const labels = parseLabelSelectorText(labelText);
  if (!labels.ok) return badRequest(labels.message);
  const fields = fieldTest(fieldText, type);
  if (fields instanceof Refusal) return fields;
  const keys = labels.selector.requirements.map(({ key }) => key);
  const byLabels = keys.length > 0;
  return {
    labels: labels.selector.requirements,
    everything: !byLabels && fieldText === '',
    matches: (object) =>
      (!byLabels || labels.selector.matches(labelsOf(object, keys))) && (fieldText === '' || fields(object)),
  };
}
