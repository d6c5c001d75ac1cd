import type { GoldenImage } from '../../config/settings/workload-sources/data-import-cron-templates/golden-images.ts';
import type { ImageKnowledge } from '../../golden-images/image-knowledge.ts';
import { type WhatIf, whatIf } from '../../golden-images/what-if.ts';
import type { DesiredNow } from '../cluster/desired-now.ts';
import { insecureOf, knowledgeInStatus, viewImages, virtualMachines } from '../cluster/golden-image-view.ts';
import type { LiveCluster } from '../cluster/live-cluster.ts';
import { askRegistries } from '../images/ask-registries.ts';
import type { RegistryWays } from '../images/registry-ways.ts';

export interface PlannedImages extends WhatIf {
  readonly unanswered: readonly { readonly template: string; readonly message: string }[];
}

/** What another configuration would change about boot sources; registries are asked for sizes and architectures. */
export async function plannedImages(input: {
  /** Undefined: there is none, and so no machines either. */
  readonly cluster: LiveCluster | undefined;
  /** Undefined: there is no HyperConverged yet. */
  readonly before: DesiredNow | undefined;
  readonly after: DesiredNow;
  readonly ways: RegistryWays;
}): Promise<PlannedImages> {
  const { cluster, before, after, ways } = input;
  const asked = await askRegistries({
    cluster,
    platform: after.desired.facts.platform,
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
  const found = whatIf({
    before: from?.choices ?? { ...to.choices, templates: [] },
    after: to.choices,
    knowledge: asked,
    machines: cluster === undefined ? [] : await virtualMachines(cluster),
  });
  return { ...found, unanswered: unanswered(asked) };
}

/** Images that registries did not tell about from here: what is said of them rests on annotations and on what was known. */
function unanswered(asked: ReadonlyMap<string, ImageKnowledge>): PlannedImages['unanswered'] {
  return [...asked].flatMap(([template, knowledge]) =>
    knowledge.kind === 'failed' ? [{ template, message: knowledge.message }] : [],
  );
}

/** By name; a template that changes is asked about as it will be. */
function withoutTwins(images: readonly GoldenImage[]): readonly GoldenImage[] {
  return images.filter(({ name }, index) => images.findIndex((one) => one.name === name) === index);
}
