import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import type { NodeFacts } from '../../cluster-facts/cluster-facts.ts';
import { ourLabels } from '../../layering/api/layering-definitions.ts';
import { defaultsSchema } from '../../reconcile/server-defaults.ts';

/** What is kept of a CustomResourceDefinition. */
export interface ServedKind {
  /** `kubevirts.kubevirt.io`. */
  readonly name: string;
  readonly established: boolean;
  /** Whether it came with us, by its labels. */
  readonly isOurs: boolean;
  /** Why no objects of it can be made, as what follows its name; undefined: they can. */
  readonly lack: string | undefined;
  /** Counts changes of what it says; only of our operands. */
  readonly generation: number | undefined;
  /** What fills in defaults of the versions we use; only of our operands. */
  readonly defaults: JsonObject | undefined;
}

/** Whether nothing changed that placement or architectures could see: heartbeats do not wake anybody. */
export function isSameNode(old: NodeFacts, now: NodeFacts): boolean {
  if (old.architecture !== now.architecture) return false;
  const keys = Object.keys(now.labels);
  return (
    keys.length === Object.keys(old.labels).length && keys.every((key) => old.labels[key] === now.labels[key])
  );
}

/** Keeps of a CustomResourceDefinition its state and, for kinds of ours, its defaults. */
export function servedKindOf(
  definition: KubernetesObject,
  versionOf: (name: string) => string | undefined,
): ServedKind {
  const { name } = definition.metadata;
  const version = versionOf(name);
  const whole: unknown = definition;
  return {
    name,
    established: isEstablished(definition.status),
    isOurs: Object.entries(ourLabels).every(([key, value]) => definition.metadata.labels?.[key] === value),
    lack: lackOf(definition, version),
    generation: version === undefined ? undefined : definition.metadata.generation,
    defaults: version === undefined || !isJsonObject(whole) ? undefined : defaultsSchema(whole, version),
  };
}

function lackOf(
  { metadata, status, spec }: KubernetesObject,
  version: string | undefined,
): string | undefined {
  if (metadata.deletionTimestamp !== undefined) return 'is being deleted';
  if (!isEstablished(status)) return 'is not established';
  const versions: JsonValue | undefined = isJsonObject(spec) ? spec.versions : undefined;
  const list: readonly JsonValue[] = Array.isArray(versions) ? versions : [];
  const isServed = list.some((each) => isJsonObject(each) && each.name === version && each.served === true);
  return version === undefined || isServed ? undefined : `does not serve the version ${version}`;
}

function isEstablished(status: KubernetesObject['status']): boolean {
  const conditions: JsonValue | undefined = isJsonObject(status) ? status.conditions : undefined;
  const list: readonly JsonValue[] = Array.isArray(conditions) ? conditions : [];
  return list.some(
    (condition) => isJsonObject(condition) && condition.type === 'Established' && condition.status === 'True',
  );
}
