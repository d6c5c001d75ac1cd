import { bootableArchitectures } from '../../api/architectures.ts';
import type { BootSource, PlanFinding, WorkloadArchitecture } from '../boot-sources/boot-source.ts';
import { importProgress } from '../boot-sources/import-progress.ts';
import { namespaced, unwantedSinceAnnotation } from '../boot-sources/names.ts';
import type { LiveBootSources, LiveCron, LiveDataSource } from '../boot-sources/observed-boot-sources.ts';
import type { DecidedArchitectures, KnownArchitectures } from '../images/decide-architectures.ts';
import { failureOf, type ImageKnowledge, lastProbed } from '../images/image-knowledge.ts';

/** How an image is doing on one architecture. */
export type CellState =
  /** Machines can boot from it. */
  | 'ready'
  | 'importing'
  /** Wanted, and not begun. */
  | 'waiting'
  | 'failed'
  /** Works, is not wanted any more, and is kept for the grace period. */
  | 'leaving'
  /** The image has no such platform. */
  | 'notSupported'
  /** The image has it, no workload node has. */
  | 'notWanted'
  /** A finding of the plan says why it is not made. */
  | 'refused';

/** One place of the matrix and all that is known of it. */
export interface Place {
  readonly template: string;
  readonly namespace: string;
  readonly name: string;
  readonly architecture: string | undefined;
  readonly decided: DecidedArchitectures;
  readonly source: BootSource | undefined;
  readonly present: LiveDataSource | undefined;
  readonly cron: LiveCron | undefined;
}

/** What the states are told by. */
interface StateContext {
  readonly live: LiveBootSources;
  readonly workload: readonly WorkloadArchitecture[];
  readonly plan: { readonly findings: readonly PlanFinding[] };
  /** By name of the template. */
  readonly knowledge: ReadonlyMap<string, ImageKnowledge>;
}

/** A state and why, in words. */
interface State {
  readonly state: CellState;
  readonly cause: string;
}

/** How one place of the matrix is doing. */
export function stateOf(place: Place, context: StateContext): State {
  const { source, present, name } = place;
  if (source === undefined) return unwantedState(place, context);
  const finding = context.plan.findings.find(
    ({ object }) =>
      object === `DataSource ${namespaced(place.namespace, name)}` ||
      object === `DataImportCron ${namespaced(place.namespace, source.cron.name)}`,
  );
  if (finding !== undefined && finding.reason !== 'BeingDeleted' && finding.reason !== 'ImportFailed')
    return { state: 'refused', cause: finding.message };
  if (present?.ready === true)
    return { state: 'ready', cause: present.source ? `from ${present.source.name}` : '' };
  return importState(place, context);
}

/** A wanted image that is not there yet. */
function importState(place: Place, { knowledge }: StateContext): State {
  const { architecture, template, cron } = place;
  const told = lastProbed(knowledge.get(template))?.platforms.map((platform) => platform.architecture);
  if (architecture !== undefined && told !== undefined && !told.includes(architecture))
    return {
      state: 'failed',
      cause: `the image has ${told.join(', ') || 'no platform'}, not ${architecture}`,
    };
  if (cron === undefined) return { state: 'waiting', cause: 'its cron is about to be made' };
  const { state, cause } = importProgress(cron, failureOf(knowledge.get(template)));
  return { state, cause };
}

function unwantedState(place: Place, { live, workload, knowledge }: StateContext): State {
  const { present, decided } = place;
  const since = present?.object.metadata.annotations?.[unwantedSinceAnnotation];
  if (since !== undefined && live.hasImage(present))
    return { state: 'leaving', cause: `not wanted since ${since}` };
  const failure = failureOf(knowledge.get(place.template));
  if (decided.kind !== 'known')
    return failure === undefined
      ? { state: 'waiting', cause: 'its registry has not told its architectures yet' }
      : { state: 'failed', cause: `${failure.reason}: ${failure.message}` };
  return unwantedBecause(place.architecture ?? '', decided, workload);
}

function unwantedBecause(
  architecture: string,
  { architectures, source }: KnownArchitectures,
  workload: readonly WorkloadArchitecture[],
): State {
  if (!architectures.includes(architecture)) {
    const says = source === 'annotation' ? 'the annotation lists' : 'the image has';
    return { state: 'notSupported', cause: `${says} ${architectures.join(', ') || 'no architecture'}` };
  }
  if (!bootableArchitectures.includes(architecture))
    return { state: 'notWanted', cause: `KubeVirt runs no machines on ${architecture}` };
  return workload.some(({ name }) => name === architecture)
    ? { state: 'refused', cause: 'its name is taken or too long' }
    : { state: 'notWanted', cause: `no workload node has ${architecture}` };
}
