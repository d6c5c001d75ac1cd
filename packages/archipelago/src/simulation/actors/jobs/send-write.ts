import { type JsonObject, type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import { type ApiResult, type KubernetesClient, type Resource, resourcePath } from '@archipelago/kube-client';
import type { JobsWrite } from './jobs-write.ts';

export const jobs: Resource = {
  group: 'batch',
  version: 'v1',
  plural: 'jobs',
  kind: 'Job',
  namespaced: true,
};
export const pods: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true };

const fieldManager = 'archipelago-simulated-jobs';

/** Sends one write; a refusal is a value. */
export function sendWrite(
  client: KubernetesClient,
  write: JobsWrite,
  signal: AbortSignal,
): Promise<ApiResult<unknown>> {
  const { object } = write;
  const resource = object.kind === 'Job' ? jobs : pods;
  const { name, namespace, uid } = object.metadata;
  const place = { name, namespace };
  const options = { fieldManager, signal };
  switch (write.do) {
    case 'create':
      return client.create(resource, object, options);
    case 'patch':
      return client.patch(resource, place, onlyThis(object, write.patch), options);
    case 'patchStatus':
      return client.patchStatus(resource, place, onlyThis(object, write.patch), options);
    case 'bind':
      return bind(client, write, signal);
    case 'delete':
      return client.delete(resource, place, {
        signal,
        propagation: 'Background',
        ...(uid === undefined ? {} : { preconditions: { uid } }),
        ...(write.now === true ? { gracePeriodSeconds: 0 } : {}),
      });
  }
}

/** As the scheduler does; the embedded server, which has no bindings, lets everybody say where a pod is. */
async function bind(
  client: KubernetesClient,
  { object, node }: Extract<JobsWrite, { do: 'bind' }>,
  signal: AbortSignal,
): Promise<ApiResult<unknown>> {
  const { name, namespace, uid } = object.metadata;
  const bound = await client.raw({
    method: 'POST',
    path: resourcePath(pods, { namespace, name, subresource: 'binding' }),
    body: {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: {
        name,
        ...(namespace === undefined ? {} : { namespace }),
        ...(uid === undefined ? {} : { uid }),
      },
      target: { apiVersion: 'v1', kind: 'Node', name: node },
    },
    signal,
  });
  if (bound.ok || bound.status.code !== notImplemented) return bound;
  const patch = onlyThis(object, { spec: { nodeName: node } });
  return client.patch(pods, { name, namespace }, patch, { fieldManager, signal });
}

const notImplemented = 501;

/** Holds only if the object still is the one that was looked at. */
function onlyThis(object: KubernetesObject, patch: JsonObject) {
  const { resourceVersion } = object.metadata;
  const { metadata } = patch;
  const body = {
    ...patch,
    metadata: {
      ...objectAt(metadata),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
  };
  return { type: 'merge', body } as const;
}
