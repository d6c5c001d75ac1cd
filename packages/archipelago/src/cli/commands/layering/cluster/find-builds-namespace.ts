import { names } from '../../../../layering/api/layering-names.ts';
import { layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import { usualBuildsNamespace } from '../../../../operator/options/layering-choices.ts';
import { operatorDeployment } from '../../../cluster/operator-deployment.ts';
import type { LayeringClusterOptions } from '../../../flags/layering-cluster-flags.ts';
import { parseNamespace } from '../../../flags/parse-namespace.ts';
import { UsageError } from '../../../process/io.ts';
import { findOperatorNamespace, namespacesOf } from './find-operator-namespace.ts';
import type { LayeringCluster } from './layering-cluster.ts';

type Place = Pick<LayeringClusterOptions, 'namespace' | 'layeringNamespace'>;

/** Where jobs run and logins lie: as it was chosen, as the operator was told, or where it usually is. */
export async function findBuildsNamespace(
  cluster: Pick<LayeringCluster, 'client' | 'list'>,
  { namespace, layeringNamespace }: Place,
): Promise<string> {
  if (layeringNamespace !== undefined) return parseNamespace('--layering-namespace', layeringNamespace);
  const operator = await findOperatorNamespace(cluster, namespace);
  const told = (await operatorDeployment(cluster.client, operator)).layeringNamespace;
  return told ?? usualOrOfBuilds(cluster);
}

/** The operator may run outside of the cluster, or be of a release that built in its own namespace. */
async function usualOrOfBuilds({ client, list }: Pick<LayeringCluster, 'client' | 'list'>): Promise<string> {
  const usual = await client.get(layeringKinds.namespaces, { name: usualBuildsNamespace });
  if (usual.ok) return usualBuildsNamespace;
  const kinds = [layeringKinds.jobs, layeringKinds.configMaps];
  const listed = kinds.map((kind) => list(kind, { labelSelector: names.component }));
  const all = namespacesOf((await Promise.all(listed)).flat());
  const [first = usualBuildsNamespace, second] = all;
  if (second === undefined) return first;
  throw new UsageError(
    ({ chooseBuildsNamespace }) => `there are builds in ${all.join(' and ')}; ${chooseBuildsNamespace}`,
  );
}
