import type { KubernetesObject } from '@archipelago/apimachinery';
import type { ConfigView } from '../../../../layering/view/config-view.ts';
import type { LayeringWords } from '../../../../layering/view/layering-words.ts';
import { viewConfig } from '../../../../layering/view/view-config.ts';
import type { LayeringCluster } from '../cluster/layering-cluster.ts';
import { looksOnly } from '../cluster/looks-only.ts';
import { observeLayering } from '../cluster/observe-layering.ts';

interface Looking {
  readonly namespace: string;
  readonly now: number;
  /** Absent: those of the terminal. */
  readonly words?: LayeringWords | undefined;
}

/** How configs of a cluster stand; `namespace`: where their builds are; `now` in milliseconds since 1970. */
export async function viewConfigs(
  cluster: Pick<LayeringCluster, 'list'>,
  configs: readonly KubernetesObject[],
  { namespace, now, words }: Looking,
): Promise<readonly ConfigView[]> {
  const observe = observeLayering(cluster, namespace);
  const deployment = looksOnly(namespace);
  return Promise.all(
    configs.map(async (config) =>
      viewConfig(config, { observed: await observe(config), deployment, now, words }),
    ),
  );
}
