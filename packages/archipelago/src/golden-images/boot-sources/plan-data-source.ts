import type { JsonObject } from '@archipelago/apimachinery';
import { creates, patches } from '../../engine/plan/plan-item.ts';
import type { BootSourceItem } from './boot-source.ts';
import { architectureLabel, cleanupLabel, cronLabel, namespaced, unwantedSinceAnnotation } from './names.ts';
import type { LiveBootSources, LiveDataSource } from './observed-boot-sources.ts';
import { appLabels, type Owner, ownerAnnotations } from './ownership.ts';

/** What every part of the planner works with. */
export interface PlanContext {
  readonly live: LiveBootSources;
  readonly owner: Owner;
}

/** A DataSource that is wanted, and what it is to lead to. */
export interface WantedDataSource {
  readonly template: string;
  readonly namespace: string;
  readonly name: string;
  readonly architecture: string | undefined;
  readonly leads:
    | { readonly kind: 'cron'; readonly cron: string }
    | { readonly kind: 'claim'; readonly claim: string }
    /** `shows`: architecture of the target, where it is known. */
    | { readonly kind: 'pointer'; readonly target: string; readonly shows: string | undefined };
}

/** Makes a DataSource so. What CDI fills in for a cron is CDI's; everything else is forced. */
export function planDataSource(
  wanted: WantedDataSource,
  { live, owner }: PlanContext,
  reason: string,
): readonly BootSourceItem[] {
  const { namespace, name, template } = wanted;
  const present = live.dataSource(namespace, name);
  const labels = wantedLabels(wanted, owner);
  const annotations = ownerAnnotations(owner);
  const source = sourceTo(wanted);
  if (present === undefined) {
    const metadata = { name, namespace, labels, annotations };
    const object = {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataSource',
      metadata,
      spec: { source: source ?? {} },
    };
    return [creates(object, reason)];
  }
  if (present.deleting) return [beingDeleted(present, template)];
  const patch: JsonObject = {
    metadata: {
      labels: { ...staleLabels(wanted, present), ...labels },
      annotations: { ...annotations, [unwantedSinceAnnotation]: null },
    },
    ...(source === undefined
      ? {}
      : { spec: { source: { pvc: null, snapshot: null, dataSource: null, ...source } } }),
  };
  return patches(present.object, patch, reason);
}

/** Labels that CDI copied, or that were right when the DataSource led elsewhere. */
function staleLabels({ leads }: WantedDataSource, present: LiveDataSource): JsonObject {
  const ofCron = leads.kind === 'cron' ? {} : { [cronLabel]: null, [cleanupLabel]: null };
  if (leads.kind === 'pointer') return { ...ofCron, ...shownLabel(leads.shows, present) };
  return { ...ofCron, ...(present.source?.kind === 'dataSource' ? {} : { [architectureLabel]: null }) };
}

/** CDI copies the target's architecture onto a pointer. It is not to show another one until CDI looks again. */
function shownLabel(shows: string | undefined, { object }: LiveDataSource): JsonObject {
  const shown = object.metadata.labels?.[architectureLabel];
  return shown === undefined || shows === undefined ? {} : { [architectureLabel]: shows };
}

function wantedLabels(
  { architecture, leads }: WantedDataSource,
  owner: Owner,
): Readonly<Record<string, string>> {
  return {
    ...(leads.kind === 'cron' ? { [cronLabel]: leads.cron } : appLabels(owner)),
    ...(architecture === undefined ? {} : { [architectureLabel]: architecture }),
  };
}

function sourceTo({ namespace, leads }: WantedDataSource): JsonObject | undefined {
  switch (leads.kind) {
    case 'cron':
      return undefined;
    case 'claim':
      return { pvc: { name: leads.claim, namespace } };
    case 'pointer':
      return { dataSource: { name: leads.target, namespace } };
  }
}

function beingDeleted({ namespace, name }: LiveDataSource, template: string): BootSourceItem {
  const object = `DataSource ${namespaced(namespace, name)}`;
  return {
    kind: 'finding',
    finding: {
      template,
      level: 'warning',
      reason: 'BeingDeleted',
      object,
      message: `${object} is being deleted; it is made anew when it is gone`,
      fix: 'see which finalizer it waits for',
    },
  };
}

/** Why the DataSource of this name is left alone; undefined: it is ours, or nobody's, or CDI made it for us. */
export function foreignDataSource(
  {
    template,
    namespace,
    name,
  }: { readonly template: string; readonly namespace: string; readonly name: string },
  live: LiveBootSources,
): BootSourceItem | undefined {
  const present = live.dataSource(namespace, name);
  const object = `DataSource ${namespaced(namespace, name)}`;
  if (present !== undefined && !present.owned && present.cron === undefined)
    return foreign(
      template,
      'ForeignDataSource',
      object,
      `${object} was made by somebody else and is left alone`,
    );
  const crons = live.cronsOf(namespace, name).filter(({ deleting }) => !deleting);
  const other = crons.find(({ owned }) => !owned);
  const theirs = present !== undefined && !present.owned && present.cron === other?.name;
  if (other === undefined || (crons.some(({ owned }) => owned) && !theirs)) return undefined;
  const cron = `DataImportCron ${namespaced(namespace, other.name)}`;
  return foreign(
    template,
    'ForeignDataImportCron',
    cron,
    `${cron}, which is somebody else's, manages ${object}`,
  );
}

/** A finding about something that is not ours. */
export function foreign(
  template: string,
  reason: 'ForeignDataSource' | 'ForeignDataImportCron',
  object: string,
  message: string,
): BootSourceItem {
  const fix = `rename or delete ${object}, or choose another name for the template and its managedDataSource`;
  return { kind: 'finding', finding: { level: 'warning', template, reason, object, message, fix } };
}
