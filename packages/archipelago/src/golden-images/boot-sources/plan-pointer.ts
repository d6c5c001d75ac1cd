import { deletes, patches } from '../../engine/plan/plan-item.ts';
import type { BootSourceItem, Pointer } from './boot-source.ts';
import { provisionalAnnotation, unwantedSinceAnnotation } from './names.ts';
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
  /** Not the first choice, which is not there yet. */
  readonly provisional: boolean;
}

/** The present target while it works, unless it was only made do with; else the first choice that works. */
function choose({ namespace, name, targets }: Pointer, { live }: PlanContext): Target | undefined {
  const working = targets
    .map(({ dataSource }) => live.dataSource(namespace, dataSource))
    .filter((one) => one !== undefined)
    .filter((one) => one.ready === true && !one.deleting && !goesWithItsCron(one, live))
    .map((one) => one.name);
  const present = live.dataSource(namespace, name);
  const settled = isProvisional(present) ? undefined : presentTarget(present);
  const target = settled !== undefined && working.includes(settled) ? settled : working[0];
  if (target === undefined) return undefined;
  return { target, provisional: target !== settled && target !== targets[0]?.dataSource };
}

/** A cron that is being deleted may take its imports along. */
function goesWithItsCron({ namespace, cron }: LiveDataSource, live: LiveBootSources): boolean {
  return cron !== undefined && live.cron(namespace, cron)?.deleting === true;
}

/** A pointer that leads nowhere else stays, cleaned of the labels that CDI copies onto it. */
function asBefore(present: LiveDataSource | undefined): Target | undefined {
  const target = presentTarget(present);
  return target === undefined ? undefined : { target, provisional: isProvisional(present) };
}

function presentTarget(present: LiveDataSource | undefined): string | undefined {
  return present?.source?.kind === 'dataSource' ? present.source.name : undefined;
}

function isProvisional(present: LiveDataSource | undefined): boolean {
  return present?.object.metadata.annotations?.[provisionalAnnotation] === 'true';
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
