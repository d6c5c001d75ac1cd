import { deletes, patches } from '../../engine/plan/plan-item.ts';
import type { BootSourceItem, Pointer } from './boot-source.ts';
import { unwantedSinceAnnotation } from './names.ts';
import type { LiveBootSources, LiveCron, LiveDataSource } from './observed-boot-sources.ts';
import { foreignDataSource, type PlanContext, planDataSource } from './plan-data-source.ts';

/**
 * One step towards a pointer that leads to an image that exists. Until there is one, what the name leads to now
 * stays, and so does the cron that keeps it up to date.
 */
export function planPointer(pointer: Pointer, context: PlanContext): readonly BootSourceItem[] {
  const { live } = context;
  const { template, namespace, name } = pointer;
  const obstacle = foreignDataSource(pointer, live);
  if (obstacle !== undefined) return [obstacle];
  const present = live.dataSource(namespace, name);
  const leads = choose(pointer, context) ?? asBefore(present);
  const made =
    leads === undefined
      ? unmark(present)
      : planDataSource(
          { template, namespace, name, architecture: undefined, leads: { kind: 'pointer', ...leads } },
          context,
          `${leads.target} is there`,
        );
  return [...made, ...retireCrons(pointer, present, context)];
}

/** What was to go, for want of nodes, is wanted again. */
function unmark(present: LiveDataSource | undefined): readonly BootSourceItem[] {
  if (present === undefined || !present.owned) return [];
  const annotations = { [unwantedSinceAnnotation]: null };
  return patches(present.object, { metadata: { annotations } }, `${present.name} is wanted again`);
}

interface Target {
  readonly target: string;
  /** Its architecture, where it is known. */
  readonly shows: string | undefined;
}

/**
 * The first choice that works. Nothing remembers an earlier choice: what the pointer leads to now may be somebody else's
 * edit, so the decision follows from nodes and images alone.
 */
function choose({ namespace, targets }: Pointer, { live }: PlanContext): Target | undefined {
  const working = targets.find(({ dataSource }) => isWorking(live.dataSource(namespace, dataSource), live));
  return working === undefined ? undefined : { target: working.dataSource, shows: working.architecture };
}

function isWorking(target: LiveDataSource | undefined, live: LiveBootSources): boolean {
  return target?.ready === true && !target.deleting && !goesWithItsCron(target, live);
}

/** A cron that is being deleted may take its imports along. */
function goesWithItsCron({ namespace, cron }: LiveDataSource, live: LiveBootSources): boolean {
  return cron !== undefined && live.cron(namespace, cron)?.deleting === true;
}

/** While none of its images works, a pointer stays where it leads, cleaned of the labels that CDI copies onto it. */
function asBefore(present: LiveDataSource | undefined): Target | undefined {
  return present?.source?.kind === 'dataSource'
    ? { target: present.source.name, shows: undefined }
    : undefined;
}

/** Crons of the time when the name led to an image of its own. */
function retireCrons(
  { namespace, name }: Pointer,
  present: LiveDataSource | undefined,
  { live }: PlanContext,
): readonly BootSourceItem[] {
  const old = live.cronsOf(namespace, name).filter(({ owned, deleting }) => owned && !deleting);
  if (live.hasImage(present) && (present === undefined || !isDetached(present, old))) return [];
  return old.map(({ object }) => deletes(object, `${name} leads to images of one architecture each`));
}

/** CDI deletes what carries the label of a deleted cron, so it must be gone first. */
function isDetached(present: LiveDataSource, crons: readonly LiveCron[]): boolean {
  return present.source?.kind === 'dataSource' && !crons.some(({ name }) => name === present.cron);
}
