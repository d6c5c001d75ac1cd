/** A preference for nodes without another pod of the component. */
export function spreadOverNodes(component: string) {
  const labelSelector = {
    matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'In', values: [component] }],
  };
  const podAffinityTerm = { labelSelector, topologyKey: 'kubernetes.io/hostname' };
  return {
    podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 90, podAffinityTerm }] },
  };
}
