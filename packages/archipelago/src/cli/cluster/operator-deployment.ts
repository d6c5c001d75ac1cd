import { listAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import type { DeploymentParameters } from '../../cluster-facts/inputs.ts';
import { readDeployment } from '../../operator/deployment-parameters.ts';
import { operatorName } from '../../operator/mirror/cluster-resources.ts';

/** How the operator of a cluster was deployed. */
interface OperatorDeployment {
  readonly parameters: DeploymentParameters;
  /** As it was chosen with `--golden-images`; undefined: the operator chooses. */
  readonly importer: 'builtin' | 'ssp' | undefined;
}

const deployments: Resource = {
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
};

/**
 * Reads the parameters that the operator runs with, so that what we foretell is what it does. Where its Deployment is not there, or
 * not for us to see, the standard ones hold: the operator may run outside of the cluster.
 */
export async function operatorDeployment(
  client: KubernetesClient,
  namespace: string,
): Promise<OperatorDeployment> {
  const found = await client.get(deployments, { namespace, name: operatorName });
  const deployment = found.ok ? found.value : undefined;
  const [container] = objectsAt(deployment, 'spec', 'template', 'spec', 'containers');
  const variables = objectsAt(container, 'env').map((each) => [textAt(each, 'name'), textAt(each, 'value')]);
  const { parameters } = await readDeployment(Object.fromEntries(variables));
  return { parameters, importer: importerIn(listAt(container, 'args')) };
}

function importerIn(args: readonly unknown[]): OperatorDeployment['importer'] {
  const index = args.indexOf('--golden-images');
  const joined = args.find((each) => typeof each === 'string' && each.startsWith('--golden-images='));
  const chosen = index >= 0 ? args[index + 1] : textAt(joined).slice('--golden-images='.length);
  return chosen === 'builtin' || chosen === 'ssp' ? chosen : undefined;
}
