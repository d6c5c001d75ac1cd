import { hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import type { DerivedFacts } from '../../cluster-facts/cluster-facts.ts';

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
