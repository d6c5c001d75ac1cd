import {
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { intOrPercent } from '../plan/int-or-percent.ts';
import { ownerReference } from '../plan/owner-reference.ts';
import { ageOf } from '../plan/pod-state.ts';
import { templateHash } from '../plan/template-hash.ts';
import type { RolloutSize, SetSize } from './rolling-update.ts';

const hashLabel = 'pod-template-hash';
const domain = 'deployment.kubernetes.io';
const revisionKey = `${domain}/revision`;
const historyKey = `${domain}/revision-history`;
const desiredKey = `${domain}/desired-replicas`;
const greatestKey = `${domain}/max-replicas`;

/** What a Deployment asks for in pods. One of the two limits is always at least 1, else nothing could ever move. */
export function rolloutSize(deployment: KubernetesObject): RolloutSize {
  const replicas = numberAt(deployment, 'spec', 'replicas') ?? 1;
  const rolling = objectAt(deployment, 'spec', 'strategy', 'rollingUpdate');
  if (textAt(deployment, 'spec', 'strategy', 'type') === 'Recreate')
    return { replicas, maxSurge: 0, maxUnavailable: replicas };
  const maxSurge = intOrPercent(rolling.maxSurge, replicas, 'up');
  const unavailable = Math.min(replicas, intOrPercent(rolling.maxUnavailable, replicas, 'down'));
  return { replicas, maxSurge, maxUnavailable: maxSurge === 0 && unavailable === 0 ? 1 : unavailable };
}

export function sizeOf(set: KubernetesObject): SetSize {
  return {
    name: set.metadata.name,
    replicas: numberAt(set, 'spec', 'replicas') ?? 1,
    available: numberAt(set, 'status', 'availableReplicas') ?? 0,
  };
}

/** The set with the Deployment's template: the oldest, should there be several. */
export function currentSet(
  deployment: KubernetesObject,
  sets: readonly KubernetesObject[],
): KubernetesObject | undefined {
  const wanted = plainTemplate(deployment);
  return [...sets]
    .sort((one, other) => (ageOf(one) < ageOf(other) ? -1 : 1))
    .find((set) => jsonEqual(plainTemplate(set), wanted));
}

/** A template without the label that tells sets apart. */
function plainTemplate(object: KubernetesObject): JsonObject {
  const template = objectAt(object, 'spec', 'template');
  const metadata = objectAt(template, 'metadata');
  const { [hashLabel]: _hash, ...labels } = objectAt(metadata, 'labels');
  return { ...template, metadata: { ...metadata, labels } };
}

export function revisionOf({ metadata }: KubernetesObject): number {
  return Number(metadata.annotations?.[revisionKey] ?? 0) || 0;
}

/** A set for the template of a Deployment, of no pods yet. */
export function newSet(
  deployment: KubernetesObject,
  {
    revision,
    collisions,
    replicas,
  }: { readonly revision: number; readonly collisions: number; readonly replicas: number },
): JsonObject {
  const hash = templateHash(valueAt(deployment, 'spec', 'template'), collisions);
  const { name, namespace = '' } = deployment.metadata;
  const template = plainTemplate(deployment);
  const labels = { ...objectAt(template, 'metadata', 'labels'), [hashLabel]: hash };
  const selector = objectAt(deployment, 'spec', 'selector');
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      annotations: { ...copied(deployment), ...sizeAnnotations(deployment), [revisionKey]: String(revision) },
      ownerReferences: [ownerReference(deployment)],
    },
    spec: {
      replicas,
      minReadySeconds: numberAt(deployment, 'spec', 'minReadySeconds') ?? 0,
      selector: { ...selector, matchLabels: { ...objectAt(selector, 'matchLabels'), [hashLabel]: hash } },
      template: { ...template, metadata: { ...objectAt(template, 'metadata'), labels } },
    },
  };
}

function sizeAnnotations(deployment: KubernetesObject): Readonly<Record<string, string>> {
  const { replicas, maxSurge } = rolloutSize(deployment);
  return { [desiredKey]: String(replicas), [greatestKey]: String(replicas + maxSurge) };
}

/** Whether the Deployment had another size when the set got its own. */
export function isResized(deployment: KubernetesObject, sets: readonly KubernetesObject[]): boolean {
  const { replicas } = rolloutSize(deployment);
  return sets.some((set) => {
    const told = set.metadata.annotations?.[desiredKey];
    return sizeOf(set).replicas > 0 && told !== undefined && told !== String(replicas);
  });
}

/** What a Deployment hands to its sets: `kubernetes.io/change-cause` and whatever else people write. */
function copied({ metadata }: KubernetesObject): Readonly<Record<string, string>> {
  const kept = Object.entries(metadata.annotations ?? {}).filter(
    ([key]) => key !== 'kubectl.kubernetes.io/last-applied-configuration' && !key.startsWith(`${domain}/`),
  );
  return Object.fromEntries(kept);
}

/** Annotations that a set is to have and has not; undefined when it has them. */
export function missingAnnotations(
  deployment: KubernetesObject,
  set: KubernetesObject,
  revision: number | undefined,
): JsonObject | undefined {
  const before = revisionOf(set);
  const history = set.metadata.annotations?.[historyKey];
  const isNewer = revision !== undefined && before < revision;
  const wanted = {
    ...sizeAnnotations(deployment),
    ...(revision === undefined ? {} : copied(deployment)),
    ...(isNewer ? { [revisionKey]: String(revision) } : {}),
    ...(isNewer && before > 0
      ? { [historyKey]: history === undefined ? String(before) : `${history},${before}` }
      : {}),
  };
  const missing = Object.entries(wanted).filter(([key, value]) => set.metadata.annotations?.[key] !== value);
  return missing.length === 0 ? undefined : Object.fromEntries(missing);
}

/** The annotation that a Deployment tells its revision by. */
export function revisionAnnotation(revision: number): JsonObject {
  return { [revisionKey]: String(revision) };
}
