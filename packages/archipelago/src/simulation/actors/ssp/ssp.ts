import { type JsonObject, jsonEqual, type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import { importerResources } from '../importer/importer-resources.ts';
import type { Play, PlayedWorld, PlayedWrite } from '../players/play.ts';
import { architectureLabel, cronLabel } from './boot-source-names.ts';
import { type DecidedSource, decideSource } from './decide-source.ts';
import { holds } from './holds.ts';
import { type TemplateSources, type WantedCron, wantedOf } from './wanted-of.ts';

const { DataImportCron, DataSource, PersistentVolumeClaim } = importerResources;

const resources = {
  SSP: { group: 'ssp.kubevirt.io', version: 'v1beta3', plural: 'ssps', kind: 'SSP', namespaced: true },
  DataImportCron,
  DataSource,
  PersistentVolumeClaim,
  Namespace: { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
} as const satisfies Readonly<Record<string, Resource>>;

type Kind = keyof typeof resources;
type World = PlayedWorld<Kind>;

/** The cluster, and the namespace of its images. */
interface Place {
  readonly world: World;
  readonly home: string;
}

const ownerAnnotation = 'operator-sdk/primary-resource';
const ownerTypeAnnotation = 'operator-sdk/primary-resource-type';
const ownerType = 'SSP.ssp.kubevirt.io';

/** Plays what SSP does for golden images: crons and DataSources in `home`, by its spec. Its virtual machine templates are not there. */
export function sspPlay(home: string, templates: TemplateSources): Play<Kind> {
  return { name: 'SSP', resources, look: (world) => ({ writes: writesOf(world, home, templates) }) };
}

function writesOf(world: World, home: string, templates: TemplateSources): readonly PlayedWrite[] {
  const [ssp] = world.list('SSP').filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  if (ssp === undefined) return removals(world, new Set(), home);
  const wanted = wantedOf(objectAt(ssp, 'spec'), home, templates);
  if (wanted === undefined) return [];
  if (world.get('Namespace', home) === undefined)
    return [creation(resources.Namespace, namespaceObject(home))];
  const decided = wanted.sources.map((one) => decideSource(one, wanted.crons, { world, home }));
  const held = new Set(decided.flatMap(({ cron, isFed }) => (cron === undefined || isFed ? [] : [cron])));
  const crons = wanted.crons.filter((cron) => !held.has(cron));
  const kept = new Set([
    ...crons.map(({ namespace, name }) => `DataImportCron ${namespace}/${name}`),
    ...wanted.sources.map(({ name }) => `DataSource ${home}/${name}`),
  ]);
  return [
    ...removals(world, kept, home),
    ...crons.flatMap((cron) => cronWrites(cron, ssp, world)),
    ...decided.flatMap((one) => sourceWrites(one, ssp, { world, home })),
  ];
}

function namespaceObject(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
}

function removals(world: World, kept: ReadonlySet<string>, home: string): readonly PlayedWrite[] {
  const unwanted = (kind: 'DataImportCron' | 'DataSource') =>
    world
      .list(kind)
      .filter(({ metadata }) => metadata.annotations?.[ownerTypeAnnotation] === ownerType)
      .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
      .filter(({ metadata }) => !kept.has(`${kind} ${metadata.namespace}/${metadata.name}`))
      .map((object) => ({ do: 'delete', resource: resources[kind], object }) as const);
  const sources = unwanted('DataSource').filter(({ object }) => object.metadata.namespace === home);
  return [...unwanted('DataImportCron'), ...sources];
}

/** CDI refuses another spec: then the cron goes first. */
function cronWrites(wanted: WantedCron, ssp: KubernetesObject, world: World): readonly PlayedWrite[] {
  const { namespace, name, spec } = wanted;
  const live = world.get('DataImportCron', name, namespace);
  const metadata = {
    labels: { ...wanted.labels, ...applicationLabels(ssp) },
    annotations: { ...wanted.annotations, ...owned(ssp) },
  };
  if (live === undefined) {
    const object = { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataImportCron', spec };
    return [creation(DataImportCron, { ...object, metadata: { namespace, name, ...metadata } })];
  }
  if (live.metadata.deletionTimestamp !== undefined) return [];
  if (!jsonEqual(objectAt(live, 'spec'), spec))
    return [{ do: 'delete', resource: DataImportCron, object: live }];
  return patchOf(DataImportCron, live, { metadata });
}

function sourceWrites(
  one: DecidedSource,
  ssp: KubernetesObject,
  { world, home }: Place,
): readonly PlayedWrite[] {
  const { wanted, source } = one;
  const live = world.get('DataSource', wanted.name, home);
  const metadata = { labels: labelsOf(one, ssp), annotations: owned(ssp) };
  if (live === undefined) {
    const spec = { source: one.isFed ? {} : (source ?? {}) };
    const object = { apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'DataSource', spec };
    return [
      creation(DataSource, { ...object, metadata: { namespace: home, name: wanted.name, ...metadata } }),
    ];
  }
  if (live.metadata.deletionTimestamp !== undefined) return [];
  if (one.isFed) return patchOf(DataSource, live, { metadata });
  const unfed = { ...metadata, labels: { ...metadata.labels, [cronLabel]: null } };
  return patchOf(DataSource, live, {
    metadata: unfed,
    ...(source === undefined ? {} : forced(live, source)),
  });
}

function labelsOf({ wanted, cron, isFed }: DecidedSource, ssp: KubernetesObject) {
  const { architecture } = wanted;
  return {
    ...(architecture === undefined ? {} : { [architectureLabel]: architecture }),
    ...(isFed ? { [cronLabel]: cron?.name ?? '' } : applicationLabels(ssp)),
  };
}

/** The whole source, not beside another one. */
function forced(live: KubernetesObject, source: JsonObject): JsonObject {
  const before = objectAt(live, 'spec', 'source');
  const gone = Object.fromEntries(Object.keys(before).map((key) => [key, null]));
  return { spec: { source: { ...gone, ...source } } };
}

function patchOf(resource: Resource, live: KubernetesObject, patch: JsonObject): readonly PlayedWrite[] {
  return holds(live, patch) ? [] : [{ do: 'patch', resource, object: live, patch }];
}

function creation(resource: Resource, object: KubernetesObject): PlayedWrite {
  const annotations = { ...object.metadata.annotations, [simulatedAnnotation]: 'true' };
  return { do: 'create', resource, object: { ...object, metadata: { ...object.metadata, annotations } } };
}

function owned({ metadata }: KubernetesObject): Readonly<Record<string, string>> {
  return { [ownerAnnotation]: `${metadata.namespace}/${metadata.name}`, [ownerTypeAnnotation]: ownerType };
}

function applicationLabels({ metadata }: KubernetesObject): Readonly<Record<string, string>> {
  const copied = ['app.kubernetes.io/part-of', 'app.kubernetes.io/version'].flatMap((key) => {
    const value = metadata.labels?.[key];
    return value === undefined ? [] : [[key, value]];
  });
  return {
    'app.kubernetes.io/name': 'data-sources',
    'app.kubernetes.io/component': 'templating',
    'app.kubernetes.io/managed-by': 'ssp-operator',
    ...Object.fromEntries(copied),
  };
}
