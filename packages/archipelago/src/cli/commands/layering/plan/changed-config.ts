import { type JsonObject, type KubernetesObject, objectAt, textAt } from '@archipelago/apimachinery';
import { printFieldRefusal } from '../../../../layering/api/check-against-schema.ts';
import type { MachineOsConfig } from '../../../../layering/api/machine-os-config.ts';
import { parseMachineOsConfig } from '../../../../layering/api/parse-machine-os-config.ts';
import { plainObject } from '../../../cluster/live-cluster.ts';
import { UsageError } from '../../../process/io.ts';

/** A config that is to take the place of the stored one. */
interface ConfigChange {
  /** From a file; undefined: the stored one is the start. */
  readonly file: JsonObject | undefined;
  /** What somebody wants otherwise; undefined: nothing. A change that fits no config is a mistake of use. */
  readonly edit: ((object: JsonObject) => JsonObject) | undefined;
  /** Where a refusal comes from, for messages. */
  readonly source: string;
}

/** The config as it would be stored; one that would be refused is a mistake of use. */
export function changedConfig(stored: KubernetesObject | undefined, change: ConfigChange): MachineOsConfig {
  const start = change.file ?? (stored === undefined ? {} : plainObject(stored));
  const placed = inPlaceOf(stored, start);
  const object = change.edit?.(placed) ?? placed;
  const parsed = parseMachineOsConfig(kubernetesObject(object));
  if (parsed.ok) return parsed.config;
  throw new UsageError(
    parsed.refusals
      .slice(0, 10)
      .map((refusal) => `${change.source}: ${printFieldRefusal(refusal)}`)
      .join('\n'),
  );
}

/** Identity and status of the stored object, whatever a file says. */
function inPlaceOf(stored: KubernetesObject | undefined, start: JsonObject): JsonObject {
  const theirs = objectAt(start, 'metadata');
  if (stored === undefined) return { ...start, metadata: { uid: 'planned', ...theirs }, status: undefined };
  const own = objectAt(plainObject(stored), 'metadata');
  const annotations = { ...objectAt(own, 'annotations'), ...objectAt(theirs, 'annotations') };
  const metadata = { ...theirs, ...own, annotations };
  return { ...start, metadata, status: plainObject(stored).status };
}

/** What the reader of configs wants to see; texts where there are none are refused there. */
function kubernetesObject(object: JsonObject): KubernetesObject {
  const { apiVersion, kind } = object;
  const { name, uid, resourceVersion, annotations, ...rest } = objectAt(object, 'metadata');
  const generation = typeof rest.generation === 'number' ? rest.generation : 1;
  const texts = Object.entries(objectAt(annotations)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    ...object,
    apiVersion: String(apiVersion),
    kind: String(kind),
    metadata: {
      name: textAt(name),
      uid: String(uid),
      ...(typeof resourceVersion === 'string' ? { resourceVersion } : {}),
      generation,
      annotations: Object.fromEntries(texts),
    },
  };
}
