import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../../api/json-value.ts';
import type { KubernetesObject } from '../../../api/kubernetes-object.ts';
import { labelled } from './import-claim.ts';
import {
  type ImporterWorld,
  type ImporterWrite,
  textAt,
  travellingLabels,
  valueAt,
} from './importer-world.ts';
import { timed } from './report-cron.ts';

type Resolved =
  | { readonly kind: 'ready'; readonly claim: KubernetesObject; readonly source: JsonObject }
  | { readonly kind: 'not'; readonly reason: string; readonly message: string };

/** What CDI says of a DataSource (facts/golden-images.md §3.4): where it leads, and whether machines can boot from it. */
export function dataSourceStep(dataSource: KubernetesObject, world: ImporterWorld): readonly ImporterWrite[] {
  const resolved = resolve(dataSource, world, true);
  const ready: JsonObject =
    resolved.kind === 'ready'
      ? { type: 'Ready', status: 'True', reason: 'Ready', message: 'DataSource is ready to be consumed' }
      : { type: 'Ready', status: 'False', reason: resolved.reason, message: resolved.message };
  const before = valueAt(dataSource, 'status', 'conditions');
  const known: readonly JsonValue[] = Array.isArray(before) ? before : [];
  const status: JsonObject = {
    conditions: [timed(ready, known, world.now)],
    source: resolved.kind === 'ready' ? resolved.source : {},
  };
  const isSame = Object.entries(status).every(([key, value]) =>
    isDeepStrictEqual(valueAt(dataSource, 'status', key), value),
  );
  if (isSame) return [];
  const labels = resolved.kind === 'ready' ? labelled(dataSource, withoutOwners(resolved.claim)) : [];
  const patch = resolved.kind === 'ready' ? { status } : { status: { ...status, source: null } };
  const isCleared = resolved.kind === 'not' && valueAt(dataSource, 'status', 'source') === undefined;
  const write: ImporterWrite = { do: 'patch', object: dataSource, patch };
  return isCleared && isDeepStrictEqual(valueAt(dataSource, 'status', 'conditions'), status.conditions)
    ? labels
    : [write, ...labels];
}

/** Which cron made an import is written on the import only. */
function withoutOwners(claim: KubernetesObject): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(travellingLabels(claim)).filter(
      ([key]) => !key.startsWith('cdi.kubevirt.io/dataImportCron'),
    ),
  );
}

function resolve(dataSource: KubernetesObject, world: ImporterWorld, mayFollow: boolean): Resolved {
  const claimName = textAt(dataSource, 'spec', 'source', 'pvc', 'name');
  if (claimName !== '') return ofClaim(claimName, world);
  const next = textAt(dataSource, 'spec', 'source', 'dataSource', 'name');
  if (next === '') return { kind: 'not', reason: 'NoSource', message: 'No source' };
  if (!mayFollow)
    return {
      kind: 'not',
      reason: 'MaxReferenceDepthReached',
      message: 'DataSources may lead to one other only',
    };
  const place = textAt(dataSource, 'spec', 'source', 'dataSource', 'namespace');
  if (place !== '' && place !== dataSource.metadata.namespace)
    return {
      kind: 'not',
      reason: 'CrossNamespaceReference',
      message: 'DataSources lead to their own namespace only',
    };
  const target = world.dataSources.get(next);
  if (target === undefined)
    return { kind: 'not', reason: 'NotFound', message: `DataSource ${next} not found` };
  return resolve(target, world, false);
}

function ofClaim(name: string, { claims }: ImporterWorld): Resolved {
  const claim = claims.get(name);
  if (claim === undefined)
    return { kind: 'not', reason: 'NotFound', message: `PersistentVolumeClaim ${name} not found` };
  if (textAt(claim, 'status', 'phase') !== 'Bound')
    return {
      kind: 'not',
      reason: 'ImportInProgress',
      message: `Import of ${name} is progressing (simulated)`,
    };
  return {
    kind: 'ready',
    claim,
    source: { pvc: { name, namespace: claim.metadata.namespace ?? '' } },
  };
}
