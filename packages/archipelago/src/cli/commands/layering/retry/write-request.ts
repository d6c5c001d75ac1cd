import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient } from '@archipelago/kube-client';
import { names } from '../../../../layering/api/layering-names.ts';
import { groupOf } from '../../../../layering/api/parse-machine-os-config.ts';
import { configKinds } from '../../../../operator/layering/layering-kinds.ts';
import type { RequestedBuild } from './request-build.ts';

interface BuildRequest extends Pick<Extract<RequestedBuild, { kind: 'asked' }>, 'annotation' | 'value'> {
  /** The server tries it, and stores nothing. */
  readonly dryRun?: boolean;
  /** Refused with 409 where the config is another by now; absent: whatever it is. */
  readonly resourceVersion?: string | undefined;
}

/** Asks the operator for a build, by annotation. */
export function writeRequest(
  { client }: { readonly client: Pick<KubernetesClient, 'patch'> },
  config: KubernetesObject,
  { annotation, value, dryRun = false, resourceVersion }: BuildRequest,
): Promise<ApiResult<KubernetesObject>> {
  const group = groupOf(config.apiVersion);
  if (group === undefined) throw new Error(`${config.apiVersion} is no group of a MachineOSConfig`);
  const ofVersion = resourceVersion === undefined ? {} : { resourceVersion };
  const body = { metadata: { annotations: { [names[annotation]]: value }, ...ofVersion } };
  return client.patch(configKinds[group], config.metadata, { type: 'merge', body }, { dryRun });
}
