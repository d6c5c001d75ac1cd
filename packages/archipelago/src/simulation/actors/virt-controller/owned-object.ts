import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';

/** What an object of somebody has of its own. */
interface OwnParts {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly spec: JsonObject;
}

/** An object that goes with its owner, beside which it is; it says that it is simulated. */
export function ownedObject(
  { group, version, kind }: Resource,
  owner: KubernetesObject,
  { name, annotations, spec, ...metadata }: OwnParts,
): KubernetesObject {
  const { name: ownerName, namespace = '', uid = '' } = owner.metadata;
  const reference = { apiVersion: owner.apiVersion, kind: owner.kind, name: ownerName, uid };
  return {
    apiVersion: group === '' ? version : `${group}/${version}`,
    kind,
    metadata: {
      name,
      namespace,
      ...metadata,
      annotations: { ...annotations, [simulatedAnnotation]: 'true' },
      ownerReferences: [{ ...reference, controller: true, blockOwnerDeletion: true }],
    },
    spec,
  };
}
