import type { DerivedFacts } from '../../cluster-facts/cluster-facts.ts';

/** The one name a HyperConverged may have; the CRD refuses others. */
export const hyperConvergedName = 'kubevirt-hyperconverged';

/** The labels every object of ours carries. */
export function commonLabels(
  component: string,
  { deployment }: DerivedFacts,
): Readonly<Record<string, string>> {
  return {
    app: hyperConvergedName,
    'app.kubernetes.io/component': component,
    'app.kubernetes.io/managed-by': 'hco-operator',
    'app.kubernetes.io/part-of': 'hyperconverged-cluster',
    'app.kubernetes.io/version': deployment.version,
  };
}
