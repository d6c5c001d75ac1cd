import { digestOf, isJsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import { creates, deletes, patches } from '../../engine/plan/plan-item.ts';
import type { BootSource, BootSourceItem } from './boot-source.ts';
import { architectureLabel, cronLabel, longestName, namespaced } from './names.ts';
import type { LiveCron, LiveDataSource } from './observed-boot-sources.ts';
import { appLabels, ownerAnnotations } from './ownership.ts';
import { foreign, foreignDataSource, type PlanContext, planDataSource } from './plan-data-source.ts';
import { covers, sameSpec } from './template-spec.ts';

/**
 * One step towards a boot source that exists. Deleting a cron may delete its imports, and a cron's spec cannot
 * change: so a successor imports first, under another name, and the old cron goes when the DataSource is served
 * by the new one. `firstChoice`: the pointer leads here if it can, so what single-architecture releases left is used.
 */
export function planSource(
  source: BootSource,
  firstChoice: boolean,
  context: PlanContext,
): readonly BootSourceItem[] {
  const { namespace, dataSource: name, template } = source;
  const obstacle =
    foreignDataSource({ template, namespace, name }, context.live) ?? foreignCron(source, context);
  if (obstacle !== undefined) return [obstacle];
  const fed = feedingOf(source, firstChoice, context);
  if (fed.kind === 'asItIs') return [];
  if (fed.kind === 'cron') return planCron(source, context);
  const idle = ownCrons(source, context).filter((cron) => !cron.deleting && !isCarried(cron, context));
  return [
    ...idle.map(({ object }) =>
      deletes(object, `the claim ${fed.claim} serves ${name}, so nothing is imported`),
    ),
    ...planDataSource({ ...wantedOf(source), leads: fed }, context, `the claim ${fed.claim} exists`),
  ];
}

type Feeding =
  | { readonly kind: 'cron' }
  | { readonly kind: 'claim'; readonly claim: string }
  /** CDI has yet to say whether it works. */
  | { readonly kind: 'asItIs' };

/** An own import is used until its owner opts in to updates (`docs/compatibility/golden-images.md#updates-and-opting-in`). */
function feedingOf(source: BootSource, firstChoice: boolean, { live }: PlanContext): Feeding {
  const { namespace, dataSource: name, pointer } = source;
  const present = live.dataSource(namespace, name);
  if (present?.cron !== undefined) return { kind: 'cron' };
  const { architecture } = wantedOf(source);
  if (pointer !== undefined && firstChoice && mayHave(live.claim(namespace, pointer), architecture)) {
    const kept = legacyFeeding(present, pointer);
    if (kept !== undefined) return kept;
  }
  return mayHave(live.claim(namespace, name), architecture)
    ? { kind: 'claim', claim: name }
    : { kind: 'cron' };
}

function legacyFeeding(present: LiveDataSource | undefined, claim: string): Feeding | undefined {
  if (present === undefined) return { kind: 'claim', claim };
  if (present.ready === undefined) return { kind: 'asItIs' };
  const leadsThere = present.source?.kind === 'pvc' && present.source.name === claim;
  return present.ready && leadsThere ? { kind: 'claim', claim } : undefined;
}

/** A claim may say that its disk is of another architecture. */
function mayHave(claim: KubernetesObject | undefined, architecture: string | undefined): boolean {
  const label = claim?.metadata.labels?.[architectureLabel];
  return claim !== undefined && (label === undefined || architecture === undefined || label === architecture);
}

/** A template may say itself of which architecture its image is. */
function wantedOf({ template, namespace, dataSource: name, architecture, cron }: BootSource) {
  return { template, namespace, name, architecture: architecture ?? cron.labels[architectureLabel] };
}

function ownCrons({ namespace, dataSource }: BootSource, { live }: PlanContext): readonly LiveCron[] {
  return live.cronsOf(namespace, dataSource).filter(({ owned }) => owned);
}

/** Somebody else's cron may have the name that ours is to have. */
function foreignCron(source: BootSource, context: PlanContext): BootSourceItem | undefined {
  const { namespace, template, cron } = source;
  const present = context.live.cron(namespace, cron.name);
  if (present === undefined || present.owned || ownCrons(source, context).length > 0) return undefined;
  const object = `DataImportCron ${namespaced(namespace, cron.name)}`;
  return foreign(
    template,
    'ForeignDataImportCron',
    object,
    `${object} was made by somebody else and is left alone`,
  );
}

function planCron(source: BootSource, context: PlanContext): readonly BootSourceItem[] {
  const { namespace, dataSource, cron } = source;
  const all = ownCrons(source, context);
  const working = all.filter(({ deleting }) => !deleting);
  const present = context.live.dataSource(namespace, dataSource);
  const current = currentOf(source, working, present);
  if (current !== undefined) return maintain(source, current, context);
  if (working.length > 0) {
    if (context.live.hasImage(present)) return succeed(source, context);
    return working.map(({ object }) =>
      deletes(object, 'the template has changed, and nothing is imported yet'),
    );
  }
  if (all.length > 0 || context.live.cron(namespace, cron.name) !== undefined) return [];
  const reason = `${source.template} is wanted${source.architecture === undefined ? '' : ` for ${source.architecture}`}`;
  const leads = { kind: 'cron', cron: cron.name } as const;
  return [
    create(source, cron.name, context, reason),
    ...planDataSource({ ...wantedOf(source), leads }, context, reason),
  ];
}

/** The cron that imports what is wanted; of several, the one in use. */
function currentOf(
  source: BootSource,
  crons: readonly LiveCron[],
  dataSource: LiveDataSource | undefined,
): LiveCron | undefined {
  const right = crons.filter(({ name, object: { spec } }) => {
    if (!isJsonObject(spec)) return false;
    if (sameSpec(spec, source.cron.spec)) return true;
    // a server may add defaults; a successor that differs by those only must not have a successor of its own
    return name !== source.cron.name && name === hashedName(source) && covers(spec, source.cron.spec);
  });
  return (
    right.find(({ name }) => name === dataSource?.cron) ??
    right.find(({ name }) => name === source.cron.name) ??
    right[0]
  );
}

function hashedName({ cron }: BootSource, attempt = 1): string {
  const text = digestOf(attempt === 1 ? cron.spec : { spec: cron.spec, attempt });
  const hash = Buffer.from(text, 'base64').toString('hex').slice(0, 8);
  return `${cron.name.slice(0, longestName - hash.length - 1).replace(/[-.]+$/, '')}-${hash}`;
}

/** The first name that is free; a cron that is being deleted has its name still. */
function successorName(source: BootSource, { live }: PlanContext): string | undefined {
  const names = [source.cron.name, hashedName(source), hashedName(source, 2)];
  return names.find((name) => live.cron(source.namespace, name) === undefined);
}

/** What is in use stays in use until the successor has imported. */
function succeed(source: BootSource, context: PlanContext): readonly BootSourceItem[] {
  const name = successorName(source, context);
  return name === undefined ? [] : [create(source, name, context, 'imports what the template says now')];
}

function create(source: BootSource, name: string, { owner }: PlanContext, reason: string): BootSourceItem {
  const { namespace, cron } = source;
  return creates(
    {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataImportCron',
      metadata: {
        name,
        namespace,
        labels: { ...cron.labels, ...appLabels(owner) },
        annotations: { ...cron.annotations, ...ownerAnnotations(owner) },
      },
      spec: cron.spec,
    },
    reason,
  );
}

function maintain(source: BootSource, current: LiveCron, context: PlanContext): readonly BootSourceItem[] {
  const { cron } = source;
  const metadata = {
    labels: { ...cron.labels, ...appLabels(context.owner) },
    annotations: { ...cron.annotations, ...ownerAnnotations(context.owner) },
  };
  const leads = { kind: 'cron', cron: current.name } as const;
  return [
    ...patches(current.object, { metadata }, 'labels or annotations are not what they should be'),
    ...planDataSource({ ...wantedOf(source), leads }, context, `${current.name} keeps it up to date`),
    ...retire(source, current, context),
  ];
}

/** Predecessors go when nothing of theirs is in use. */
function retire(source: BootSource, current: LiveCron, context: PlanContext): readonly BootSourceItem[] {
  const { live } = context;
  const old = ownCrons(source, context).filter(
    (cron) => cron.name !== current.name && !cron.deleting && !isCarried(cron, context),
  );
  const present = live.dataSource(source.namespace, source.dataSource);
  if (old.length === 0) return [];
  if (present === undefined || !live.hasImage(present))
    return old.map(({ object }) => deletes(object, replaced));
  const served =
    present.ready === true && present.cron === current.name && current.imported === present.source?.name;
  if (!served) return [];
  return old.flatMap((cron) => {
    const shared = live
      .importsNamed(source.namespace, present.source?.name ?? '')
      .filter(({ metadata }) => metadata.labels?.[cronLabel] === cron.name);
    if (shared.length === 0) return [deletes(cron.object, replaced)];
    const labels = { metadata: { labels: { [cronLabel]: current.name } } };
    return shared.flatMap((object) =>
      patches(object, labels, `${cron.name} must not take it along when it goes`),
    );
  });
}

/** CDI deletes what carries the label of a deleted cron, and copies that label onto pointers, too. */
function isCarried({ namespace, name, dataSource }: LiveCron, { live }: PlanContext): boolean {
  return live.labelledWith(namespace, name).some((carrier) => carrier.name !== dataSource);
}

const replaced = 'another cron imports what the template says now';
