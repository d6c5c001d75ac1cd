import { isKubernetesObject, type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient, Resource } from '@archipelago/kube-client';
import { factKinds } from '../../../../doctor/facts/fact-kinds.ts';
import type { FixStep } from '../../../../doctor/fixes/fix-plan.ts';

/** Whom managedFields name. */
export const fieldManager = 'archipelago-doctor';

/** Where an object of a step is written. */
export function resourceOfStep({
  fact,
  apiVersion,
  namespace,
}: Pick<FixStep, 'fact' | 'apiVersion' | 'namespace'>): Resource {
  const { group, plural, kind } = factKinds[fact];
  const version = apiVersion.split('/').at(-1) ?? '';
  return { group, version, plural, kind, namespaced: namespace !== '' };
}

/** Writes a step, or only asks; an object that has changed since it was read is refused with 409. */
export function writeStep(
  client: Pick<KubernetesClient, 'create' | 'patch'>,
  step: FixStep,
  dryRun: boolean,
): Promise<ApiResult<unknown>> {
  const resource = resourceOfStep(step);
  const options = { dryRun, fieldManager };
  if (step.before === undefined) {
    if (!isKubernetesObject(step.after)) throw new Error(`${step.kind} ${step.name} is no object`);
    return client.create(resource, step.after, options);
  }
  const body = guarded(step.patch, textAt(step.before, 'metadata', 'resourceVersion'));
  return client.patch(resource, step, { type: 'merge', body }, options);
}

/** A patch that holds for one state of the object only. */
export function guarded(patch: JsonObject, resourceVersion: string): JsonObject {
  if (resourceVersion === '') return patch;
  return { ...patch, metadata: { ...objectAt(patch, 'metadata'), resourceVersion } };
}
