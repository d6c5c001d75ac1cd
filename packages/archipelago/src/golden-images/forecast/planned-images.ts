import { type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import type { Desired } from '../../config/desire.ts';
import { bootSourceChoicesOf } from '../boot-source-choices-of.ts';
import { goldenImagesOf } from '../golden-images-of.ts';
import type { ImageFinding } from '../images/decide-architectures.ts';
import { knowledgeByTemplate } from '../knowledge-by-template.ts';
import { type PlannedRemoval, plannedRemovals } from './planned-removals.ts';
import { type WhatIf, whatIf } from './what-if.ts';

/** An image whose registry did not tell from here. */
export interface Unanswered {
  readonly template: string;
  readonly message: string;
}

export interface PlannedImages extends Omit<WhatIf, 'machines' | 'removals'> {
  readonly removals: readonly PlannedRemoval[];
  readonly machines: readonly PlannedVirtualMachine[];
  /** What is wrong, or may be, with images that would be imported. */
  readonly findings: readonly Pick<ImageFinding, 'template' | 'level' | 'reason' | 'message' | 'fix'>[];
  readonly unanswered: readonly Unanswered[];
}

type PlannedVirtualMachine = WhatIf['machines'][number] & {
  /** Why it would not boot. */
  readonly problem?: { readonly message: string; readonly fix: string };
};

interface PlannedImagesInput {
  /** Undefined: there is no HyperConverged yet. */
  readonly before: Desired | undefined;
  readonly after: Desired;
  readonly unanswered: PlannedImages['unanswered'];
  readonly machines: readonly KubernetesObject[];
}

/** What another configuration would change about boot sources. */
export function plannedImages({ before, after, unanswered, machines }: PlannedImagesInput): PlannedImages {
  const to = bootSourceChoicesOf(after);
  const from = before === undefined ? { ...to, templates: [] } : bootSourceChoicesOf(before);
  const known = [after, ...(before === undefined ? [] : [before])].map(knowledgeByTemplate);
  const knowledge = new Map(known.reverse().flatMap((one) => [...one]));
  const found = whatIf({ before: from, after: to, knowledge, machines });
  return {
    ...found,
    removals: plannedRemovals(found.removals, to, found.dataSources),
    machines: found.machines.map((change) => ({ ...change, ...problemOf(change, machines) })),
    findings: findingsOf(after, found.imports),
    unanswered,
  };
}

/** Why a machine would not boot any more. */
function problemOf(
  { namespace, name, dataSource, after }: WhatIf['machines'][number],
  machines: readonly KubernetesObject[],
): Pick<PlannedVirtualMachine, 'problem'> {
  const machine = machines.find(({ metadata }) => metadata.namespace === namespace && metadata.name === name);
  if (machine === undefined) return {};
  if (after === undefined)
    return {
      problem: {
        message: `there will be no ${dataSource}: a new disk of it waits until there is one`,
        fix: 'let the machine name another DataSource first; `archipelago images` lists them',
      },
    };
  const own = valueAt(machine, 'spec', 'template', 'spec', 'architecture');
  const { architecture } = after;
  if (typeof own !== 'string' || own === '' || architecture === undefined || own === architecture) return {};
  return {
    problem: {
      message: `it is to run on ${own}, but its boot source will be for ${architecture}: with a new disk of it, it starts and never boots`,
      fix: `boot from a DataSource for ${own}, or set spec.template.spec.architecture to ${architecture}`,
    },
  };
}

function findingsOf(after: Desired, imports: WhatIf['imports']): PlannedImages['findings'] {
  const imported = new Set(imports.flatMap(({ images }) => images.map(({ template }) => template)));
  return goldenImagesOf(after)
    .flatMap(({ decision }) => decision.findings)
    .filter(({ template, level }) => level !== 'info' && imported.has(template))
    .filter(({ reason }) => reason !== 'ProbeFailed')
    .map(({ template, level, reason, message, fix }) => ({ template, level, reason, message, fix }));
}
