import {
  canonicalJson,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectsAt,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';

/**
 * Objects by what they are, in a form in which two that mean the same are equal: rights one by one and without those that wider ones
 * give, arguments by their flags, what has a name by its name. What Helm alone is told is left out.
 */
export function comparableObjects(objects: readonly JsonObject[]): Readonly<Record<string, JsonValue>> {
  const entries = objects.map((object): [string, JsonValue] => {
    const name = [
      object.kind,
      textAt(object, 'metadata', 'namespace'),
      textAt(object, 'metadata', 'name'),
    ].join(' ');
    const { rules, ...rest } = object;
    const rights = /Role$/.test(textAt(object, 'kind'))
      ? { rules: [...rightsOf(object)] }
      : rules === undefined
        ? {}
        : { rules };
    return [name, ordered({ ...rest, ...rights })];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function rightsOf(role: JsonObject): readonly string[] {
  const all = objectsAt(role, 'rules').flatMap((rule) => {
    const text = (key: string) => textsAt(rule[key] ?? []);
    const names = text('resourceNames').length === 0 ? ['*'] : text('resourceNames');
    const things = [
      ...text('apiGroups').flatMap((group) => text('resources').map((resource) => `${group}/${resource}`)),
      ...text('nonResourceURLs'),
    ];
    return things.flatMap((thing) =>
      names.flatMap((name) => text('verbs').map((verb) => [thing, verb, name])),
    );
  });
  const wide = new Set(all.filter(([, , name]) => name === '*').map(([thing, verb]) => `${thing} ${verb}`));
  const kept = all.filter(([thing, verb, name]) => name === '*' || !wide.has(`${thing} ${verb}`));
  return [...new Set(kept.map((each) => each.join(' ')))].sort();
}

function ordered(value: JsonValue): JsonValue {
  if (isJsonList(value)) return orderedList(value);
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).flatMap(([key, below]): [string, JsonValue][] =>
    below === undefined || key === 'helm.sh/resource-policy' ? [] : [[key, ordered(below)]],
  );
  return Object.fromEntries(
    members.filter(([key, below]) => key !== 'annotations' || JSON.stringify(below) !== '{}'),
  );
}

function orderedList(list: readonly JsonValue[]): JsonValue {
  if (list[0] === 'operator') return flagsOf(list.map(String));
  const isNamed = list.every(
    (item) => isJsonObject(item) && (textAt(item, 'name') !== '' || item.port !== undefined),
  );
  const items = list.map(ordered);
  return isNamed ? items.sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1)) : items;
}

function flagsOf(list: readonly string[]): readonly string[] {
  return ` ${list.join(' ')}`.split(/ (?=--)/).sort();
}
