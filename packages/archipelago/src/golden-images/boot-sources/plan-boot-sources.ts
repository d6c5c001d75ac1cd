import type { Plan } from '../../engine/plan/plan.ts';
import { planOf } from '../../engine/plan/plan-item.ts';
import { namespaceOf } from '../images/image-knowledge.ts';
import type {
  BootSourceItem,
  DecidedTemplate,
  PlanFinding,
  WantedBootSources,
  WorkloadArchitecture,
} from './boot-source.ts';
import { importFindings } from './import-findings.ts';
import { namespaced } from './names.ts';
import { type LiveBootSources, type ObservedObjects, readBootSources } from './observed-boot-sources.ts';
import type { Owner } from './ownership.ts';
import { planLeftovers } from './plan-leftovers.ts';
import { planPointer } from './plan-pointer.ts';
import { planSource } from './plan-source.ts';
import { wantedBootSources } from './wanted-boot-sources.ts';

/** How long a working image is kept when nodes or registry, not the user, let it go: a day, in milliseconds. */
export const defaultGracePeriod = 24 * 60 * 60 * 1000;

export interface BootSourcePlanInput {
  readonly templates: readonly DecidedTemplate[];
  /** `enableMultiArchBootImageImport`. */
  readonly multiArchitecture: boolean;
  readonly workload: readonly WorkloadArchitecture[];
  readonly observed: ObservedObjects;
  readonly owner: Owner;
  /** Where templates without a namespace go. */
  readonly namespace: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds. */
  readonly gracePeriod: number;
}

export interface BootSourcePlan extends Plan<PlanFinding, never> {
  readonly wanted: WantedBootSources;
}

/**
 * The next step from what exists to the boot sources that the templates come to. Level-triggered: call it again when
 * anything has changed, until it is empty. No step takes away a working image that another does not replace yet.
 */
export function planBootSources(input: BootSourcePlanInput): BootSourcePlan {
  const live = readBootSources(input.observed, input.owner);
  const templates = input.templates.map((one) => withWhatExists(one, live, input.namespace));
  const wanted = wantedBootSources({ ...input, templates });
  const context = { ...input, templates, wanted, live };
  const firstChoices = new Set(
    wanted.pointers.flatMap(({ namespace, targets }) =>
      targets.slice(0, 1).map(({ dataSource }) => namespaced(namespace, dataSource)),
    ),
  );
  const items: readonly BootSourceItem[] = [
    ...wanted.sources.flatMap((source) =>
      planSource(source, firstChoices.has(namespaced(source.namespace, source.dataSource)), context),
    ),
    ...wanted.pointers.flatMap((pointer) => planPointer(pointer, context)),
    ...planLeftovers(context),
  ];
  const plan = planOf(items);
  const imports = importFindings(wanted.sources, input.templates, live);
  return { ...plan, findings: [...wanted.findings, ...plan.findings, ...imports], wanted };
}

/** A silent registry and a lost status change nothing: the crons that exist still tell what was known. */
function withWhatExists(one: DecidedTemplate, live: LiveBootSources, namespace: string): DecidedTemplate {
  const { template, decided } = one;
  if (decided.kind !== 'undecided') return one;
  const place = namespaceOf(template, namespace);
  const architectures = live.architecturesOf(place, template.spec.managedDataSource);
  if (architectures.length > 0)
    return { template, decided: { kind: 'known', architectures, source: 'previous' } };
  const plain = live.cronsOf(place, template.spec.managedDataSource).some(({ owned }) => owned);
  return plain ? { template, decided: { kind: 'anyNode', because: 'notProbed' } } : one;
}
