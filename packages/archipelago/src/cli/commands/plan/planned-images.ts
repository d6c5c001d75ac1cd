import { type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import type { GoldenImage } from '../../../config/settings/workload-sources/data-import-cron-templates/golden-images.ts';
import { goldenImagesOf } from '../../../config/settings/workload-sources/data-import-cron-templates/golden-images-of.ts';
import type { ImageFinding } from '../../../golden-images/decide-architectures.ts';
import { type DecidedImage, imageFindings } from '../../../golden-images/decide-templates.ts';
import type { ImageKnowledge } from '../../../golden-images/image-knowledge.ts';
import { type WhatIf, whatIf } from '../../../golden-images/what-if.ts';
import type { DesiredNow } from '../../cluster/desired-now.ts';
import {
  insecureOf,
  knowledgeInStatus,
  viewImages,
  virtualMachines,
} from '../../cluster/golden-image-view.ts';
import { type LiveCluster, plainObject } from '../../cluster/live-cluster.ts';
import { askRegistries } from '../../registries/ask-registries.ts';
import type { RegistryWays } from '../../registries/registry-ways.ts';
import { type PlannedRemoval, plannedRemovals } from './planned-removals.ts';

export interface PlannedImages extends Omit<WhatIf, 'machines' | 'removals'> {
  readonly removals: readonly PlannedRemoval[];
  readonly machines: readonly PlannedMachine[];
  /** What is wrong, or may be, with images that would be imported. */
  readonly findings: readonly Pick<ImageFinding, 'template' | 'level' | 'reason' | 'message' | 'fix'>[];
  readonly unanswered: readonly { readonly template: string; readonly message: string }[];
}

type PlannedMachine = WhatIf['machines'][number] & {
  /** Why it would not boot. */
  readonly problem?: { readonly message: string; readonly fix: string };
};

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
    images: withoutTwins(
      [after, before].flatMap((each) => (each === undefined ? [] : goldenImagesOf(each.desired))),
    ),
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
  const machines = cluster === undefined ? [] : await virtualMachines(cluster);
  const found = whatIf({
    before: from?.choices ?? { ...to.choices, templates: [] },
    after: to.choices,
    knowledge: asked,
    machines,
  });
  return {
    ...found,
    removals: plannedRemovals(found.removals, to.choices, found.dataSources),
    machines: found.machines.map((change) => ({ ...change, ...problemOf(change, machines) })),
    findings: findingsOf(to.decided, found.imports),
    unanswered: unanswered(asked),
  };
}

/** Why a machine would not boot any more. */
function problemOf(
  { namespace, name, dataSource, after }: WhatIf['machines'][number],
  machines: readonly KubernetesObject[],
): Pick<PlannedMachine, 'problem'> {
  const machine = machines.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  if (machine === undefined) return {};
  if (after === undefined)
    return {
      problem: {
        message: `there will be no ${dataSource}: a new disk of it waits until there is one`,
        fix: 'let the machine name another DataSource first; `archipelago images` lists them',
      },
    };
  const own = valueAt(plainObject(machine), 'spec', 'template', 'spec', 'architecture');
  const { architecture } = after;
  if (typeof own !== 'string' || own === '' || architecture === undefined || own === architecture) return {};
  return {
    problem: {
      message: `it is to run on ${own}, but its boot source will be for ${architecture}: with a new disk of it, it starts and never boots`,
      fix: `boot from a DataSource for ${own}, or set spec.template.spec.architecture to ${architecture}`,
    },
  };
}

function findingsOf(decided: readonly DecidedImage[], imports: WhatIf['imports']): PlannedImages['findings'] {
  const imported = new Set(imports.flatMap(({ images }) => images.map(({ template }) => template)));
  return imageFindings(decided)
    .filter(({ template, level }) => level !== 'info' && imported.has(template))
    .filter(({ reason }) => reason !== 'ProbeFailed')
    .map(({ template, level, reason, message, fix }) => ({ template, level, reason, message, fix }));
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
