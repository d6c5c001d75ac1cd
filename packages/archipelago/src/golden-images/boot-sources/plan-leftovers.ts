import { deletes, patches } from '../../engine/plan/plan-item.ts';
import { namespaceOf } from '../images/image-knowledge.ts';
import type {
  BootSourceItem,
  DecidedTemplate,
  WantedBootSources,
  WorkloadArchitecture,
} from './boot-source.ts';
import { architectureLabel, namespaced, unwantedSinceAnnotation } from './names.ts';
import type { LiveBootSources, LiveCron, LiveDataSource } from './observed-boot-sources.ts';
import { ownerAnnotations } from './ownership.ts';
import type { PlanContext } from './plan-data-source.ts';

/** What the planner knows besides the objects. */
interface LeftoverContext extends PlanContext {
  readonly templates: readonly DecidedTemplate[];
  readonly multiArchitecture: boolean;
  readonly workload: readonly WorkloadArchitecture[];
  readonly wanted: WantedBootSources;
  readonly namespace: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Milliseconds that a working image is kept when nodes or registry, not the user, let it go. */
  readonly gracePeriod: number;
}

/** A boot source of ours that nothing asks for. */
interface Leftover {
  readonly namespace: string;
  readonly name: string;
  readonly dataSource: LiveDataSource | undefined;
  readonly crons: readonly LiveCron[];
  readonly architecture: string | undefined;
  /** The template it was made for; undefined: the user removed it. */
  readonly template: DecidedTemplate | undefined;
}

/** Deletes what is not wanted any more: at once where the user said so, else after the grace period. */
export function planLeftovers(context: LeftoverContext): readonly BootSourceItem[] {
  const wanted = wantedNames(context.wanted);
  const all = leftovers(context).filter(({ namespace, name }) => !wanted.has(namespaced(namespace, name)));
  return all.flatMap((leftover) => planLeftover(leftover, context));
}

function wantedNames({ sources, pointers }: WantedBootSources): ReadonlySet<string> {
  return new Set([
    ...sources.map(({ namespace, dataSource }) => namespaced(namespace, dataSource)),
    ...pointers.map(({ namespace, name }) => namespaced(namespace, name)),
  ]);
}

function leftovers({ live, templates, namespace }: LeftoverContext): readonly Leftover[] {
  const byDataSource = new Map(
    templates.map((one) => [
      namespaced(namespaceOf(one.template, namespace), one.template.spec.managedDataSource),
      one,
    ]),
  );
  const names = new Map([
    ...live.dataSources
      .filter(({ owned }) => owned)
      .map((one) => [namespaced(one.namespace, one.name), one] as const),
    ...live.crons
      .filter(({ owned }) => owned)
      .map(
        ({ namespace: place, dataSource: name }) =>
          [namespaced(place, name), { namespace: place, name }] as const,
      ),
  ]);
  return [...names.values()].map(({ namespace: place, name }) => {
    const dataSource = live.dataSource(place, name);
    const crons = live.cronsOf(place, name).filter(({ owned }) => owned);
    const label = (dataSource ?? crons[0])?.object.metadata.labels?.[architectureLabel];
    // CDI copies the label onto pointers, too
    const architecture = label !== undefined && name.endsWith(`-${label}`) ? label : undefined;
    const base = architecture === undefined ? name : name.slice(0, -architecture.length - 1);
    const template = byDataSource.get(namespaced(place, base));
    return { namespace: place, name, dataSource, crons, architecture, template };
  });
}

function planLeftover(leftover: Leftover, context: LeftoverContext): readonly BootSourceItem[] {
  const { dataSource, crons } = leftover;
  const fate = fateOf(leftover, context);
  if (fate.kind === 'grace') return keepForNow(leftover, fate, context);
  if (isHeld(leftover, context)) return [];
  const adopted = adopt(leftover, context);
  if (adopted.length > 0) return adopted;
  const working = crons.filter(({ deleting }) => !deleting);
  if (crons.length > 0) return working.map(({ object }) => deletes(object, fate.reason));
  if (dataSource === undefined || !dataSource.owned || dataSource.deleting) return [];
  return [deletes(dataSource.object, fate.reason)];
}

/** What CDI made for a cron of ours is ours; once the cron is gone nothing would tell. */
function adopt({ dataSource, crons }: Leftover, { owner }: LeftoverContext): readonly BootSourceItem[] {
  if (dataSource === undefined || dataSource.owned || dataSource.deleting) return [];
  const cron = crons.find(({ name }) => name === dataSource.cron);
  if (cron === undefined) return [];
  const annotations = ownerAnnotations(owner);
  return patches(dataSource.object, { metadata: { annotations } }, `${cron.name} made it`);
}

type Fate =
  | { readonly kind: 'remove'; readonly reason: string }
  | { readonly kind: 'grace'; readonly reason: string; readonly until: number | undefined };

function fateOf(leftover: Leftover, context: LeftoverContext): Fate {
  const { name, dataSource, template } = leftover;
  if (template === undefined) return { kind: 'remove', reason: `no template asks for ${name}` };
  if (!context.live.hasImage(dataSource))
    return { kind: 'remove', reason: `${name} is not wanted, and has no image` };
  const byUser = userReason(leftover, template, context);
  if (byUser !== undefined) return { kind: 'remove', reason: byUser };
  const since = Date.parse(dataSource?.object.metadata.annotations?.[unwantedSinceAnnotation] ?? '');
  const until = Number.isNaN(since) ? undefined : since + context.gracePeriod;
  const reason = graceReason(leftover, context);
  return until !== undefined && until <= context.now
    ? { kind: 'remove', reason: `${reason}, and the grace period is over` }
    : { kind: 'grace', reason, until };
}

/** Why the user, by the spec, does not want it; undefined: nodes or registry let it go. */
function userReason(
  { name, architecture }: Leftover,
  { decided }: DecidedTemplate,
  context: LeftoverContext,
): string | undefined {
  if (architecture === undefined) return undefined;
  if (!context.multiArchitecture)
    return `images are not imported for each architecture, so ${name} is not wanted`;
  if (decided.kind !== 'known' || decided.source !== 'annotation' || !runs(architecture, context))
    return undefined;
  return decided.architectures.includes(architecture)
    ? undefined
    : `the annotation of the template does not list ${architecture}`;
}

function graceReason({ name, architecture }: Leftover, context: LeftoverContext): string {
  if (architecture === undefined) return `no architecture of ${name} is one of the workload nodes`;
  return runs(architecture, context)
    ? `the image of ${name} is not known to have ${architecture} any more`
    : `no workload node has ${architecture}`;
}

function runs(architecture: string, { workload }: LeftoverContext): boolean {
  return workload.some(({ name }) => name === architecture);
}

/** Since when is written on the DataSource, so that it outlives this process. */
function keepForNow(
  { dataSource }: Leftover,
  { reason, until }: { readonly reason: string; readonly until: number | undefined },
  { owner, now, gracePeriod }: LeftoverContext,
): readonly BootSourceItem[] {
  if (until !== undefined) return [{ kind: 'wake', at: until }];
  if (dataSource === undefined || dataSource.deleting) return [];
  const since = new Date(now).toISOString();
  const annotations = { ...ownerAnnotations(owner), [unwantedSinceAnnotation]: since };
  return [
    ...patches(dataSource.object, { metadata: { annotations } }, reason),
    { kind: 'wake', at: now + gracePeriod },
  ];
}

/** Something in use would go with it. */
function isHeld(leftover: Leftover, { live, wanted }: LeftoverContext): boolean {
  const { namespace, name, crons } = leftover;
  const users = [
    ...live.pointersTo(namespace, name),
    ...crons.flatMap((cron) => live.labelledWith(namespace, cron.name)),
  ];
  const used = users.some((user) => user.name !== name && !user.deleting);
  return used || waitsForPlain(leftover, live, wanted);
}

/** Where images are imported as they come from now on, those of one architecture go when the new one is there. */
function waitsForPlain(
  { namespace, template }: Leftover,
  live: LiveBootSources,
  wanted: WantedBootSources,
): boolean {
  const name = template?.template.spec.managedDataSource;
  const plain = wanted.sources.find(
    (source) =>
      source.namespace === namespace && source.dataSource === name && source.architecture === undefined,
  );
  if (plain === undefined) return false;
  const present = live.dataSource(namespace, plain.dataSource);
  return present?.source?.kind === 'dataSource' || !live.hasImage(present);
}
