import { names } from '../../../../layering/api/layering-names.ts';
import { layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import type { Io } from '../../../process/io.ts';
import { namespacesOf } from './find-operator-namespace.ts';
import type { LayeringCluster } from './layering-cluster.ts';

/**
 * Says where builds have left objects that the operator neither sees nor may take away: a release before, or another
 * `--layering-namespace`, had its builds there. Whoever may not look into all namespaces hears nothing of it.
 */
export async function tellLeftovers(
  { client }: Pick<LayeringCluster, 'client'>,
  builds: string,
  io: Pick<Io, 'err'>,
): Promise<void> {
  const { jobs, configMaps } = layeringKinds;
  const asked = [jobs, configMaps].map((kind) => client.list(kind, { labelSelector: names.component }));
  const found = (await Promise.all(asked)).flatMap((listed) => (listed.ok ? listed.value.items : []));
  for (const namespace of namespacesOf(found).filter((each) => each !== builds)) {
    const count = found.filter(({ metadata }) => metadata.namespace === namespace).length;
    const what = `${count} ${count === 1 ? 'object' : 'objects'} of builds`;
    io.err(
      `note: namespace ${namespace} has ${what}, which the operator does not look after: its builds are in ${builds}; ` +
        `kubectl delete jobs,configmaps -n ${namespace} -l ${names.component} takes them away\n`,
    );
  }
}
