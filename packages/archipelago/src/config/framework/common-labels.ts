import { hyperConvergedName } from '../../api/hyper-converged-kind.ts';
import type { Inputs } from '../../cluster-facts/inputs.ts';

/** The labels every object of ours carries. */
export function commonLabels(
  component: string,
  { deployment }: Pick<Inputs, 'deployment'>,
): Readonly<Record<string, string>> {
  return {
    app: hyperConvergedName,
    'app.kubernetes.io/component': component,
    'app.kubernetes.io/managed-by': 'hco-operator',
    'app.kubernetes.io/part-of': 'hyperconverged-cluster',
    'app.kubernetes.io/version': deployment.version,
  };
}
