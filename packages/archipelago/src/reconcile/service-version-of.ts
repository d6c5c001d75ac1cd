import { type KubernetesObject, subdomainProblems } from '@archipelago/apimachinery';

/**
 * The ClusterServiceVersion that OLM made an object from. Commands that people copy have it in them, and API servers take any text as the
 * name of an owner: what no object can be called is none.
 */
export function serviceVersionOf({
  ownerReferences = [],
}: Pick<KubernetesObject['metadata'], 'ownerReferences'>): string | undefined {
  return ownerReferences.find(
    ({ kind, name }) => kind === 'ClusterServiceVersion' && subdomainProblems(name).length === 0,
  )?.name;
}
