import type { GoldenImage } from '../../config/settings/workload-sources/data-import-cron-templates/golden-images.ts';
import type { ImageKnowledge } from '../../golden-images/image-knowledge.ts';
import { type WhatIf, whatIf } from '../../golden-images/what-if.ts';
import type { DesiredNow } from '../cluster/desired-now.ts';
import { insecureOf, knowledgeInStatus, viewImages, virtualMachines } from '../cluster/golden-image-view.ts';
import type { LiveCluster } from '../cluster/live-cluster.ts';
import { askRegistries } from '../images/ask-registries.ts';
import type { RegistryWays } from '../images/registry-ways.ts';

/** What another configuration would change about boot sources; registries are asked for sizes and architectures. */
export async function plannedImages(input: {
  readonly cluster: LiveCluster;
  /** Undefined: there is no HyperConverged yet. */
  readonly before: DesiredNow | undefined;
  readonly after: DesiredNow;
  readonly ways: RegistryWays;
}): Promise<WhatIf> {
  const { cluster, before, after, ways } = input;
  const asked = await askRegistries({
    cluster,
    images: withoutTwins([...after.desired.goldenImages, ...(before?.desired.goldenImages ?? [])]),
    ways,
    insecure: insecureOf(after.desired),
  });
  const status = before?.status ?? {};
  const known = (name: string): ImageKnowledge | undefined => {
    const [here, there] = [asked.get(name), knowledgeInStatus(status, name)];
    return here?.kind === 'failed' && there !== undefined ? there : here;
  };
  const view = (one: DesiredNow) => viewImages({ ...one, status, knowledgeOf: ({ name }) => known(name) });
  const to = view(after);
  const from = before === undefined ? undefined : view(before);
  return whatIf({
    before: from?.choices ?? { ...to.choices, templates: [] },
    after: to.choices,
    knowledge: asked,
    machines: await virtualMachines(cluster),
  });
}

/** By name; a template that changes is asked about as it will be. */
function withoutTwins(images: readonly GoldenImage[]): readonly GoldenImage[] {
  return images.filter(({ name }, index) => images.findIndex((one) => one.name === name) === index);
}
