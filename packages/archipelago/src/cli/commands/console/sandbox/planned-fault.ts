import type { KubernetesObject } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { keeperOf } from '../../../../api/keeper-of.ts';
import { plainObject } from '../../../cluster/live-cluster.ts';
import type { PlannedWrite } from '../writes/planned-write.ts';

interface WantedFault {
  readonly annotation: string;
  /** `''`: none. */
  readonly value: string;
  readonly before: string;
  readonly namespace: string;
  readonly name: string;
  /** As it was read. */
  readonly found: KubernetesObject;
}

/** The write that has something fail, or sets it right again; refused where the object is another by now. */
export function plannedFault(
  client: Pick<KubernetesClient, 'patch'>,
  resource: Resource,
  { annotation, before, value, namespace, name, found }: WantedFault,
): PlannedWrite {
  const { resourceVersion = '' } = found.metadata;
  const annotations = { [annotation]: value === '' ? null : value };
  const body = { metadata: { annotations, resourceVersion } };
  const change = { before: before || undefined, after: value || undefined };
  return {
    verb: 'change',
    object: `${resource.kind} ${namespace === '' ? '' : `${namespace}/`}${name}`,
    fields: [{ field: `metadata.annotations['${annotation}']`, ...change }],
    keptBy: keeperOf(plainObject(found)),
    run: (dryRun) => client.patch(resource, { namespace, name }, { type: 'merge', body }, { dryRun }),
  };
}
