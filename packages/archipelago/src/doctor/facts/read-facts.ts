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
  const readings = new Map<FactName, Reading>();
  let unused = 0;
  for (const object of objects) {
    const failed = failedReading(object);
    const name = failed?.name ?? nameOf(object);
    if (name === undefined) unused += 1;
    else readings.set(name, failed?.reading ?? withObject(readings.get(name), object));
  }
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

/** What could not be read as a whole stays so. */
function withObject(reading: Reading | undefined, object: JsonObject): Reading {
  if (reading?.state === 'failed') return reading;
  const before = reading?.state === 'read' ? reading.objects : [];
  return { state: 'read', objects: [...before, object] };
}
