import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../api/json-value.ts';
import type { KubernetesObject } from '../../../api/kubernetes-object.ts';
import { simulatedAnnotation } from '../../definitions/simulated.ts';
import { bound, cleanup, labelled, newClaim, relabelled } from './import-claim.ts';
import {
  cleanupLabel,
  cronLabel,
  failureAnnotation,
  type ImporterWorld,
  type ImporterWrite,
  type PolledImage,
  textAt,
  travellingLabels,
  valueAt,
} from './importer-world.ts';
import { reportCron } from './report-cron.ts';

/** Keeps a cron until what goes with it is gone. */
export const cronFinalizer = 'cdi.kubevirt.io/dataImportCronFinalizer';

/** What a step comes to. */
export interface CronStep {
  readonly writes: readonly ImporterWrite[];
  /** Look again then, in milliseconds from now. */
  readonly afterMs?: number;
}

/**
 * What CDI does for a cron now (facts/golden-images.md §3.2), without moving any bytes: an import is a claim that is Bound
 * after a while. `polled` is the newest answer of the registry; undefined: it has not answered yet.
 */
export function cronStep(
  cron: KubernetesObject,
  polled: PolledImage | undefined,
  world: ImporterWorld,
): CronStep {
  const { deletionTimestamp, finalizers = [] } = cron.metadata;
  if (deletionTimestamp !== undefined) return { writes: finalize(cron, world) };
  if (!finalizers.includes(cronFinalizer))
    return {
      writes: [
        {
          do: 'patch',
          object: cron,
          patch: {
            metadata: {
              finalizers: [...finalizers, cronFinalizer],
              annotations: { [simulatedAnnotation]: 'true' },
            },
          },
        },
      ],
    };
  if (polled === undefined || hasRival(cron, world)) return { writes: [] };
  return bringAbout(cron, polled, world);
}

function bringAbout(cron: KubernetesObject, polled: PolledImage, world: ImporterWorld): CronStep {
  const message = troubleOf(cron, polled);
  const failing = (digest: string, text: string) => ({
    writes: reportCron(cron, world, { state: 'failing', digest, message: text }),
  });
  if (polled.kind === 'failed') return failing('', message ?? polled.message);
  const { digest } = polled;
  const name = `${textAt(cron, 'spec', 'managedDataSource')}-${shortDigest(digest)}`;
  const claim = world.claims.get(name);
  if (claim !== undefined) return follow(cron, claim, { world, digest });
  if (message !== undefined) return failing(digest, message);
  const create: ImporterWrite = { do: 'create', object: newClaim(cron, name, digest) };
  const report = reportCron(cron, world, { state: 'importing', digest, claim: name });
  return { writes: [create, ...report] };
}

/** An import that has begun is done after a while. */
function follow(
  cron: KubernetesObject,
  claim: KubernetesObject,
  { world, digest }: { readonly world: ImporterWorld; readonly digest: string },
): CronStep {
  const { name, creationTimestamp = '' } = claim.metadata;
  const waitMs = world.importMs - (world.now - Date.parse(creationTimestamp));
  const isBound = textAt(claim, 'status', 'phase') === 'Bound';
  if (!isBound && waitMs > 0)
    return { writes: reportCron(cron, world, { state: 'importing', digest, claim: name }), afterMs: waitMs };
  return {
    writes: [
      ...(isBound ? [] : [bound(claim)]),
      ...relabelled(claim, cron),
      ...reportCron(cron, world, { state: 'imported', digest, claim: name }),
      ...filled(cron, name, world),
      ...garbage(cron, name, world),
    ],
  };
}

/** Why nothing can be imported. */
function troubleOf(cron: KubernetesObject, polled: PolledImage): string | undefined {
  const provoked = cron.metadata.annotations?.[failureAnnotation];
  if (provoked !== undefined) return provoked;
  if (polled.kind === 'failed') return polled.message;
  const wanted = textAt(cron, 'spec', 'template', 'spec', 'source', 'registry', 'platform', 'architecture');
  return wanted === '' || polled.architectures.includes(wanted)
    ? undefined
    : `no image found in manifest list for architecture ${wanted}`;
}

function shortDigest(digest: string): string {
  return digest.slice(digest.indexOf(':') + 1).slice(0, 12);
}

/** Another live cron that the DataSource carries the label of, and that manages it, too. */
function hasRival(cron: KubernetesObject, { dataSources, crons }: ImporterWorld): boolean {
  const managed = textAt(cron, 'spec', 'managedDataSource');
  const other = dataSources.get(managed)?.metadata.labels?.[cronLabel];
  return crons.some(
    (one) =>
      one.metadata.name === other &&
      other !== cron.metadata.name &&
      textAt(one, 'spec', 'managedDataSource') === managed,
  );
}

/** Without the label of the cron, a DataSource is not the cron's to fill. */
function filled(cron: KubernetesObject, claim: string, world: ImporterWorld): readonly ImporterWrite[] {
  const { namespace = '', name } = cron.metadata;
  const managed = textAt(cron, 'spec', 'managedDataSource');
  const source = { pvc: { name: claim, namespace } };
  const labels = { ...travellingLabels(cron), [cronLabel]: name, ...cleanup(cron) };
  const present = world.dataSources.get(managed);
  if (present === undefined)
    return [
      {
        do: 'create',
        object: {
          apiVersion: 'cdi.kubevirt.io/v1beta1',
          kind: 'DataSource',
          metadata: { name: managed, namespace, labels, annotations: { [simulatedAnnotation]: 'true' } },
          spec: { source },
        },
      },
    ];
  if (present.metadata.labels?.[cronLabel] !== name) return [];
  const isSame = isDeepStrictEqual(valueAt(present, 'spec', 'source'), source);
  const write: ImporterWrite = { do: 'patch', object: present, patch: { spec: { source: onlyPvc(source) } } };
  return isSame ? labelled(present, labels) : [write, ...labelled(present, labels)];
}

/** A merge patch leaves what it does not name. */
function onlyPvc(source: JsonObject): JsonObject {
  return { ...source, snapshot: null, dataSource: null };
}

function garbage(
  cron: KubernetesObject,
  current: string,
  { claims }: ImporterWorld,
): readonly ImporterWrite[] {
  if (textAt(cron, 'spec', 'garbageCollect') === 'Never') return [];
  const kept = valueAt(cron, 'spec', 'importsToKeep');
  const older = [...claims.values()]
    .filter(
      ({ metadata }) => metadata.labels?.[cronLabel] === cron.metadata.name && metadata.name !== current,
    )
    .sort((one, other) => (created(one) < created(other) ? 1 : -1));
  return older
    .slice(Math.max(0, (typeof kept === 'number' ? kept : 3) - 1))
    .map((object) => ({ do: 'delete', object }));
}

function created({ metadata }: KubernetesObject): string {
  return `${metadata.creationTimestamp ?? ''} ${metadata.name}`;
}

/** With the policy None, what carries the cron's labels goes first. */
function finalize(cron: KubernetesObject, { claims, dataSources }: ImporterWorld): readonly ImporterWrite[] {
  const { name, finalizers = [] } = cron.metadata;
  const goes = ({ metadata: { labels = {} } }: KubernetesObject) =>
    labels[cronLabel] === name && labels[cleanupLabel] === 'true';
  const isNone = textAt(cron, 'spec', 'retentionPolicy') === 'None';
  const all = isNone ? [...claims.values(), ...dataSources.values()].filter(goes) : [];
  const others = finalizers.filter((each) => each !== cronFinalizer);
  return [
    ...all.map((object): ImporterWrite => ({ do: 'delete', object })),
    { do: 'patch', object: cron, patch: { metadata: { finalizers: others } } },
  ];
}
