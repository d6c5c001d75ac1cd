import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient, Resource } from '@archipelago/kube-client';
import { names } from '../../../../layering/api/layering-names.ts';
import { resultLabels } from '../../../../layering/build-plan/pod-template.ts';
import type { ReportedFiles } from './report-files.ts';

/** What a job has made, and where it is told. */
export interface JobResult {
  /** Of the ConfigMap. */
  readonly name: string;
  readonly namespace: string;
  readonly job: { readonly name: string; readonly uid: string };
  readonly files: ReportedFiles;
}

const configMaps: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};

const notFound = 404;
const conflict = 409;

/**
 * Writes a result, which goes with its job. One that is there is changed only when it is of the same job: a job that was made
 * again under the same name does not take over what the first has said. Safe to do twice; refusals are values.
 */
export async function reportResult(
  client: KubernetesClient,
  result: JobResult,
): Promise<ApiResult<KubernetesObject>> {
  const { name, namespace, job, files } = result;
  const created = await client.create(configMaps, configMapOf(result));
  if (created.ok || created.status.reason !== 'AlreadyExists') return created;
  const found = await client.get(configMaps, { namespace, name });
  if (!found.ok) return changed(found);
  const { labels = {}, uid = '', resourceVersion = '' } = found.value.metadata;
  const owner = labels[names.jobUid];
  if (owner !== job.uid) return othersResult(result, owner);
  const body = { metadata: { uid, resourceVersion }, ...files };
  return changed(await client.patch(configMaps, { namespace, name }, { type: 'merge', body }));
}

/** What has gone between two looks is to be looked at again. */
function changed(written: ApiResult<KubernetesObject>): ApiResult<KubernetesObject> {
  if (written.ok || written.status.code !== notFound) return written;
  return { ok: false, status: { ...written.status, code: conflict, reason: 'Conflict' } };
}

function configMapOf({ name, namespace, job, files }: JobResult): KubernetesObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace,
      labels: resultLabels(job.uid),
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: job.name, uid: job.uid }],
    },
    ...files,
  };
}

function othersResult({ name, job }: JobResult, uid = 'none'): ApiResult<KubernetesObject> {
  const message = `ConfigMap ${name} is there and of another job (uid ${uid}, this one is ${job.uid}); delete it, or wait until it goes with its job`;
  return { ok: false, status: { code: conflict, reason: 'AlreadyExists', message } };
}
