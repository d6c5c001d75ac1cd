import { isKubernetesObject, objectAt } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import type { TakeoverStep } from '../../../reconcile/takeover/takeover-step.ts';
import { takeoverResources } from './takeover-resources.ts';

/** Whom managedFields name. */
const fieldManager = 'archipelago-adopt';

export type WritingClient = Pick<KubernetesClient, 'create' | 'patch' | 'delete'>;

/** Writes a step, or only asks; an object that has changed since it was looked at is refused with 409. */
export async function writeStep(
  client: WritingClient,
  step: TakeoverStep,
  dryRun: boolean,
): Promise<ApiResult<unknown>> {
  const { write, kind, namespace, name } = step;
  const resource = takeoverResources[kind];
  const place = namespace === '' ? { name } : { name, namespace };
  const options = { dryRun, fieldManager };
  switch (write.verb) {
    case 'wait':
      return { ok: true, value: undefined };
    case 'create':
      if (!isKubernetesObject(write.object)) throw new Error(`${kind} ${name} is no object`);
      return client.create(resource, write.object, options);
    case 'delete':
      return client.delete(resource, place, { dryRun, preconditions: { uid: write.uid } });
    case 'patch': {
      const metadata = { ...objectAt(write.patch, 'metadata'), resourceVersion: write.resourceVersion };
      return client.patch(resource, place, { type: 'merge', body: { ...write.patch, metadata } }, options);
    }
  }
}
