import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listAt,
  objectAt,
  objectsAt,
  printJson,
  textAt,
} from '@archipelago/apimachinery';

function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item ?? null)] as const));
}

function sortBy<T>(items: readonly T[], key: (item: T) => string): readonly T[] {
  return [...items].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Managers are compared without their order. */
function managers(list: readonly JsonValue[]): readonly JsonValue[] {
  return sortBy(list, (entry) => {
    if (!isJsonObject(entry)) return '';
    const names = ['operation', 'manager', 'apiVersion', 'subresource'].map((name) => textAt(entry, name));
    return [...names, printJson(sorted(entry.fieldsV1 ?? null))].join('\u0000');
  });
}

/** Causes and the texts in a message of several are compared without their order. */
function status(object: JsonObject): JsonObject {
  const details = objectAt(object, 'details');
  const causes = objectsAt(details, 'causes');
  if (object.kind !== 'Status' || causes.length < 2) return object;
  const ordered = sortBy(causes, (cause) =>
    ['field', 'message', 'reason'].map((name) => textAt(cause, name)).join('\u0000'),
  );
  const match = /^([\s\S]*?: )\[([\s\S]*)\]$/.exec(textAt(object, 'message'));
  const message =
    match === null ? object.message : `${match[1]}[${(match[2] ?? '').split(', ').sort().join(', ')}]`;
  return { ...object, message, details: { ...details, causes: ordered } };
}

function rulesReview(object: JsonObject): JsonObject {
  if (object.kind !== 'SelfSubjectRulesReview') return object;
  const own = objectAt(object, 'status');
  const rules = ['resourceRules', 'nonResourceRules'].map((name) => {
    return [name, sortBy(listAt(own, name), (rule) => printJson(sorted(rule)))] as const;
  });
  return { ...object, status: { ...own, ...Object.fromEntries(rules) } };
}

/** The parts of an answer whose order means nothing, in one order. */
export function canonical(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(canonical);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(rulesReview(status(value))).map(([key, item]) => {
    const ordered = key.endsWith('managedFields') && Array.isArray(item) ? managers(item) : (item ?? null);
    return [key, canonical(ordered)] as const;
  });
  return Object.fromEntries(entries);
}
