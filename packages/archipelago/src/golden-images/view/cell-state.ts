import { conditionOf } from '@archipelago/apimachinery';
import { bootableArchitectures } from '../../api/architectures.ts';
import type { BootSource, PlanFinding, WorkloadArchitecture } from '../boot-sources/boot-source.ts';
import { namespaced, unwantedSinceAnnotation } from '../boot-sources/names.ts';
import type { LiveBootSources, LiveCron, LiveDataSource } from '../boot-sources/observed-boot-sources.ts';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import { type ImageKnowledge, lastProbed } from '../images/image-knowledge.ts';

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
  if (finding !== undefined && finding.reason !== 'BeingDeleted')
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
  return cron === undefined ? { state: 'waiting', cause: 'its cron is about to be made' } : progressOf(cron);
}

/** In CDI's words. */
function progressOf({ object }: LiveCron): State {
  const progress = conditionOf(object, 'Progressing');
  const words = wordsOf(progress) || wordsOf(conditionOf(object, 'UpToDate'));
  if (progress?.status === 'True') return { state: 'importing', cause: words };
  const idle = [undefined, 'NoImport', 'NoDigest', 'ImportScheduled', ''].includes(reasonOf(progress));
  return idle ? { state: 'waiting', cause: words || 'CDI has not begun' } : { state: 'failed', cause: words };
}

function reasonOf(condition: ReturnType<typeof conditionOf>): string | undefined {
  return typeof condition?.reason === 'string' ? condition.reason : undefined;
}

function wordsOf(condition: ReturnType<typeof conditionOf>): string {
  const { reason, message } = condition ?? {};
  return [reason, message].filter((word) => typeof word === 'string' && word !== '').join(': ');
}

function unwantedState(place: Place, { live, workload }: StateContext): State {
  const { present, decided } = place;
  const since = present?.object.metadata.annotations?.[unwantedSinceAnnotation];
  if (since !== undefined && live.hasImage(present))
    return { state: 'leaving', cause: `not wanted since ${since}` };
  if (decided.kind !== 'known')
    return { state: 'waiting', cause: 'its registry has not told its architectures yet' };
  return unwantedBecause(place.architecture ?? '', decided.architectures, workload);
}

function unwantedBecause(
  architecture: string,
  supported: readonly string[],
  workload: readonly WorkloadArchitecture[],
): State {
  if (!supported.includes(architecture))
    return { state: 'notSupported', cause: `the image has ${supported.join(', ') || 'no architecture'}` };
  if (!bootableArchitectures.includes(architecture))
    return { state: 'notWanted', cause: `KubeVirt runs no machines on ${architecture}` };
  return workload.some(({ name }) => name === architecture)
    ? { state: 'refused', cause: 'its name is taken or too long' }
    : { state: 'notWanted', cause: `no workload node has ${architecture}` };
}
