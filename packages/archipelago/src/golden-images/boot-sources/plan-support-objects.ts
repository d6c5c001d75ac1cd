import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { Plan } from '../../engine/plan/plan.ts';
import { creates, deletes, type PlanItem, patches, planOf } from '../../engine/plan/plan-item.ts';
import { type ObservedObjects, readBootSources } from './observed-boot-sources.ts';
import { isOwnedBy, type Owner } from './ownership.ts';
import { supportObjects } from './support-objects.ts';

/**
 * Makes the support objects so. Roles and bindings are ours by their names, whatever their annotations; a namespace that
 * somebody else made is used as it is, so that it is not deleted as ours one day. On a cluster the installation brings all of them:
 * to make a role the operator would have to hold what is in it. There it may only tell what is missing, or is not as it was.
 */
export function planSupportObjects(
  namespace: string,
  owner: Owner,
  observed: readonly KubernetesObject[],
): Plan<never, never> {
  return planOf(supportObjects(namespace, owner).flatMap((wanted) => planOne(wanted, owner, observed)));
}

function planOne(
  wanted: KubernetesObject,
  owner: Owner,
  observed: readonly KubernetesObject[],
): readonly PlanItem[] {
  const live = observed.find((object) => isSameObject(object, wanted));
  if (live === undefined) return [creates(wanted, 'boot sources need it', roleOf(wanted))];
  if (live.metadata.deletionTimestamp !== undefined) return [];
  if (wanted.kind === 'Namespace' && !isOwnedBy(owner, live.metadata)) return [];
  const { apiVersion: _, kind: __, metadata, ...rest } = wanted;
  // labels of roles and bindings are those of the installation, which may be of another version
  if (wanted.kind !== 'Namespace' && patches(live, { ...rest, metadata: {} }, '').length === 0) return [];
  const { labels = {}, annotations = {} } = metadata;
  return patches(live, { metadata: { labels, annotations }, ...rest }, 'boot sources need it as it was made');
}

/** The role has to be there: an API server binds none that it cannot look up. */
function roleOf({ kind, metadata, roleRef }: KubernetesObject): readonly string[] {
  if (kind !== 'RoleBinding') return [];
  return [`Role/${metadata.namespace ?? ''}/${textAt(roleRef, 'name')}`];
}

function isSameObject(a: KubernetesObject, b: KubernetesObject): boolean {
  return (
    a.kind === b.kind && a.metadata.name === b.metadata.name && a.metadata.namespace === b.metadata.namespace
  );
}

/**
 * One step towards nothing of ours being left: crons, then DataSources, then their namespace. Imports stay or go
 * as each cron's retentionPolicy says; a namespace in which anything is left stays.
 */
export function planRemoval(input: {
  readonly observed: ObservedObjects;
  readonly support: readonly KubernetesObject[];
  readonly owner: Owner;
}): Plan<never, never> {
  const { observed, support, owner } = input;
  const live = readBootSources(observed, owner);
  const reason = 'golden images are not managed here any more';
  const crons = live.crons.filter(({ owned }) => owned);
  if (crons.length > 0)
    return planOf(crons.filter(({ deleting }) => !deleting).map(({ object }) => deletes(object, reason)));
  const sources = live.dataSources.filter(({ owned }) => owned);
  if (sources.length > 0)
    return planOf(sources.filter(({ deleting }) => !deleting).map(({ object }) => deletes(object, reason)));
  const left = new Set(Object.values(observed).flatMap((list) => namespacesOf(list)));
  const ours = support.filter(
    ({ kind, metadata }) =>
      // roles and bindings came with the installation, and go with it or with their namespace
      kind === 'Namespace' &&
      isOwnedBy(owner, metadata) &&
      metadata.deletionTimestamp === undefined &&
      !left.has(metadata.name),
  );
  return planOf(ours.map((object) => deletes(object, reason)));
}

/** Whether crons or DataSources of ours are there, be it that they are going. */
export function isAnyLeft(observed: ObservedObjects, owner: Owner): boolean {
  const live = readBootSources(observed, owner);
  return [...live.crons, ...live.dataSources].some(({ owned }) => owned);
}

function namespacesOf(objects: readonly KubernetesObject[]): readonly string[] {
  return objects.map(({ metadata }) => metadata.namespace ?? '');
}
