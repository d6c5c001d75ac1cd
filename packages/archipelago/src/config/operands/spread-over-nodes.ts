import type { DerivedFacts } from '../../cluster-facts/cluster-facts.ts';

/** A preference for nodes without another pod of the component; none where there is one worker at most. */
export function spreadOverNodes(
  component: string,
  { infrastructureHighlyAvailable }: Pick<DerivedFacts, 'infrastructureHighlyAvailable'>,
) {
  if (!infrastructureHighlyAvailable) return undefined;
  const labelSelector = {
    matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'In', values: [component] }],
  };
  const podAffinityTerm = { labelSelector, topologyKey: 'kubernetes.io/hostname' };
  return {
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 90, podAffinityTerm }] },
  };
}
