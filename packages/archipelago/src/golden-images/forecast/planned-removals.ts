import type { BootSourceChoices } from '../boot-sources/wanted-boot-sources.ts';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import type { WhatIf } from './what-if.ts';

export type PlannedRemoval = WhatIf['removals'][number] & {
  /** `afterGracePeriod`: a working image is kept for a day; `replaced`: its name leads elsewhere from then on. */
  readonly when: 'atOnce' | 'replaced' | 'afterGracePeriod';
  readonly because: string;
};

/** Says of boot sources that go when they do and why, as the operator decides it. */
export function plannedRemovals(
  removals: WhatIf['removals'],
  after: BootSourceChoices,
  dataSources: WhatIf['dataSources'],
): readonly PlannedRemoval[] {
  return removals.map((removal) => ({ ...removal, ...fateOf(removal, after, dataSources) }));
}

type Fate = Pick<PlannedRemoval, 'when' | 'because'>;

function fateOf(
  { template, namespace, dataSource, architecture }: WhatIf['removals'][number],
  after: BootSourceChoices,
  dataSources: WhatIf['dataSources'],
): Fate {
  const leads = dataSources.find((one) => one.namespace === namespace && one.name === dataSource)?.after;
  if (leads?.kind === 'pointer')
    return { when: 'replaced', because: `the DataSource will lead to ${leads.target}` };
  const wanted = after.templates.find((one) => one.template.metadata.name === template);
  if (leads !== undefined) return { when: 'replaced', because: 'it is imported in another way' };
  if (wanted === undefined) return { when: 'atOnce', because: `no template ${template} asks for it` };
  if (architecture === undefined)
    return { when: 'afterGracePeriod', because: 'no architecture of the image is one of the workload nodes' };
  if (!after.multiArchitecture)
    return { when: 'atOnce', because: 'images are not imported for each architecture any more' };
  return fateOfArchitecture(architecture, wanted.decided, after);
}

function fateOfArchitecture(
  architecture: string,
  decided: DecidedArchitectures,
  { workload }: BootSourceChoices,
): Fate {
  if (!workload.some(({ name }) => name === architecture))
    return { when: 'afterGracePeriod', because: `no workload node has ${architecture}` };
  return decided.kind === 'known' && decided.source === 'annotation'
    ? { when: 'atOnce', because: `the annotation of the template does not list ${architecture}` }
    : { when: 'afterGracePeriod', because: `the image is not known to have ${architecture}` };
}
