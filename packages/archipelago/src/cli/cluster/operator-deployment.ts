import { type JsonObject, listAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import type { DeploymentParameters } from '../../cluster-facts/inputs.ts';
import { readDeployment } from '../../operator/deployment-parameters.ts';
import { operatorName } from '../../operator/mirror/cluster-resources.ts';
import { UnreachableError } from './unreachable-error.ts';

/** How the operator of a cluster was deployed. */
export interface OperatorDeployment {
  readonly parameters: DeploymentParameters;
  /** As it was chosen with `--golden-images`; undefined: the operator chooses. */
  readonly importer: 'builtin' | 'ssp' | undefined;
  /** Where it builds, as it was chosen with `--layering-namespace`; undefined: nobody has said. */
  readonly layeringNamespace: string | undefined;
  /** What may be otherwise than assumed, in sentences. */
  readonly notes: readonly string[];
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
  const where = `Deployment ${namespace}/${operatorName}`;
  if (!found.ok && ![403, 404].includes(found.status.code))
    throw new UnreachableError(`${where} could not be read: ${found.status.message}`);
  const unseen = !found.ok && found.status.code === 403;
  const container = operatorContainer(found.ok ? found.value : undefined);
  const { parameters, problems } = await readDeployment(literalsIn(container));
  return {
    parameters,
    importer: importerIn(listAt(container, 'args')),
    layeringNamespace: flagIn(listAt(container, 'args'), '--layering-namespace'),
    notes: [
      ...(unseen ? [`${where} may not be read: assuming that the operator has its standard parameters`] : []),
      ...referencesIn(container).map(
        (name) => `${where}: ${name} comes from elsewhere; assuming its standard`,
      ),
      ...problems.map((problem) => `${where}: ${problem}`),
    ],
  };
}

/** Others may put containers of their own beside ours. */
function operatorContainer(deployment: unknown): JsonObject | undefined {
  const containers = objectsAt(deployment, 'spec', 'template', 'spec', 'containers');
  return containers.find((each) => textAt(each, 'name') === 'operator') ?? containers[0];
}

function literalsIn(container: JsonObject | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    objectsAt(container, 'env').map((each) => [textAt(each, 'name'), textAt(each, 'value')]),
  );
}

/** Variables whose value is not in the Deployment, but for what a pod knows of itself. */
function referencesIn(container: JsonObject | undefined): readonly string[] {
  const variables = objectsAt(container, 'env').filter(({ valueFrom }) =>
    objectsAt([valueFrom ?? null]).some((from) => !('fieldRef' in from)),
  );
  const whole = listAt(container, 'envFrom').length > 0 ? ['envFrom'] : [];
  return [...variables.map((each) => textAt(each, 'name')), ...whole];
}

function importerIn(args: readonly unknown[]): OperatorDeployment['importer'] {
  const chosen = flagIn(args, '--golden-images');
  return chosen === 'builtin' || chosen === 'ssp' ? chosen : undefined;
}

/** What a flag says, as `--flag value` or `--flag=value`; undefined: it is not there. */
function flagIn(args: readonly unknown[], flag: string): string | undefined {
  const index = args.indexOf(flag);
  const joined = args.find((each) => typeof each === 'string' && each.startsWith(`${flag}=`));
  const value = index >= 0 ? args[index + 1] : textAt(joined).slice(flag.length + 1);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
