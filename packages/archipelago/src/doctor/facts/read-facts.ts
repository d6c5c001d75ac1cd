import { isJsonObject, type JsonObject, numberAt, objectAt, textAt } from '@archipelago/apimachinery';
import { type FactName, factKinds, factNames, resourceOf } from './fact-kinds.ts';
import type { Facts, Reading } from './facts.ts';

/** What a file gives, and how many of its objects no check looks at. */
interface ReadFacts {
  readonly facts: Facts;
  readonly unused: number;
}

const byKind = new Map(
  factNames.map((name) => [`${factKinds[name].group}/${factKinds[name].kind}`, name] as const),
);
const byResource = new Map(factNames.map((name) => [resourceOf(name), name] as const));

/**
 * Facts from objects as `kubectl get -o json` prints them. An entry `{"$error": {"resource": "nodes", "code": 403}}` says that a kind could
 * not be read.
 */
export function readFacts(objects: readonly JsonObject[], now: number): ReadFacts {
  const failures = objects.flatMap((object) => failedReading(object) ?? []);
  const given = objects.filter(({ $error: error }) => !isJsonObject(error));
  const read = new Map<FactName, JsonObject[]>();
  let unused = objects.length - given.length - failures.length;
  for (const object of given) {
    const name = nameOf(object);
    if (name === undefined) unused += 1;
    else membersOf(read, name).push(object);
  }
  // what could not be read as a whole stays so, whatever is given of it
  const readings = new Map<FactName, Reading>([
    ...[...read].map(([name, all]) => [name, { state: 'read', objects: all }] as const),
    ...failures.map(({ name, reading }) => [name, reading] as const),
  ]);
  return { facts: { readings, now }, unused };
}

function failedReading({ $error: error }: JsonObject): { name: FactName; reading: Reading } | undefined {
  if (!isJsonObject(error)) return undefined;
  const name = byResource.get(textAt(error, 'resource'));
  const code = numberAt(error, 'code') ?? 0;
  return name === undefined ? undefined : { name, reading: { state: 'failed', code } };
}

function nameOf(object: JsonObject): FactName | undefined {
  const [group = '', version] = textAt(object, 'apiVersion').split('/');
  const named = textAt(objectAt(object, 'metadata'), 'name') !== '';
  return named ? byKind.get(`${version === undefined ? '' : group}/${textAt(object, 'kind')}`) : undefined;
}

function membersOf(read: Map<FactName, JsonObject[]>, name: FactName): JsonObject[] {
  const members = read.get(name) ?? [];
  read.set(name, members);
  return members;
}
