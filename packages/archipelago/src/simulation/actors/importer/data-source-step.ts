import {
  type JsonObject,
  jsonEqual,
  type KubernetesObject,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { type ImporterWorld, type ImporterWrite, missingLabels, travellingLabels } from './importer-world.ts';
import { type Condition, timedCondition } from './timed-condition.ts';

type Resolved =
  | { readonly kind: 'ready'; readonly claim: KubernetesObject }
  | { readonly kind: 'not'; readonly reason: string; readonly message: string };

/**
 * What CDI says of a DataSource (`docs/compatibility/golden-images.md#data-sources`): where it leads, whether machines can boot
 * from it.
 */
export function dataSourceStep(dataSource: KubernetesObject, world: ImporterWorld): readonly ImporterWrite[] {
  const resolved = resolve(dataSource, world);
  const before = valueAt(dataSource, 'status', 'conditions');
  const status: JsonObject = { conditions: [timedCondition(readyCondition(resolved), before, world.now)] };
  const source = resolved.kind === 'ready' ? sourceOf(resolved.claim) : undefined;
  const isSame =
    jsonEqual(before, status.conditions) && jsonEqual(valueAt(dataSource, 'status', 'source'), source);
  if (isSame) return [];
  // a merge patch leaves what it does not name
  const cleared = { pvc: null, snapshot: null, dataSource: null };
  const patch = { status: { ...status, source: source === undefined ? null : { ...cleared, ...source } } };
  if (resolved.kind === 'not') return [{ do: 'patch', object: dataSource, patch }];
  // onto pointers, too, and with the labels that say whose import it is: only when something has changed
  const labels = missingLabels(dataSource, travellingLabels(resolved.claim));
  return [{ do: 'patch', object: dataSource, patch: { metadata: { labels }, ...patch } }];
}

function readyCondition(resolved: Resolved): Condition {
  switch (resolved.kind) {
    case 'ready':
      return {
        type: 'Ready',
        status: 'True',
        reason: 'Ready',
        message: 'DataSource is ready to be consumed',
      };
    case 'not':
      return { type: 'Ready', status: 'False', reason: resolved.reason, message: resolved.message };
  }
}

function sourceOf({ metadata }: KubernetesObject): JsonObject {
  return { pvc: { name: metadata.name, namespace: metadata.namespace ?? '' } };
}

function resolve(dataSource: KubernetesObject, world: ImporterWorld): Resolved {
  const { namespace: own = '', name: self } = dataSource.metadata;
  const name = textAt(dataSource, 'spec', 'source', 'dataSource', 'name');
  if (name === '') return resolveImage(dataSource, world);
  const namespace = textAt(dataSource, 'spec', 'source', 'dataSource', 'namespace') || own;
  if (namespace !== own)
    return not('CrossNamespaceReference', 'DataSources lead to their own namespace only');
  if (name === self) return not('SelfReference', 'DataSource cannot lead to itself');
  const target = world.get('DataSource', namespace, name);
  if (target === undefined) return not('NotFound', `DataSource ${name} not found`);
  return valueAt(target, 'spec', 'source', 'dataSource') === undefined
    ? resolveImage(target, world)
    : not('MaxReferenceDepthReached', 'DataSources may lead to one other only');
}

function resolveImage(dataSource: KubernetesObject, world: ImporterWorld): Resolved {
  const { namespace: own = '' } = dataSource.metadata;
  const snapshot = textAt(dataSource, 'spec', 'source', 'snapshot', 'name');
  if (snapshot !== '') return not('NotFound', `VolumeSnapshot ${snapshot} not found: none are simulated`);
  const name = textAt(dataSource, 'spec', 'source', 'pvc', 'name');
  if (name === '') return not('NoSource', 'No source is given');
  const namespace = textAt(dataSource, 'spec', 'source', 'pvc', 'namespace') || own;
  const claim = world.get('PersistentVolumeClaim', namespace, name);
  if (claim === undefined) return not('NotFound', `PersistentVolumeClaim ${namespace}/${name} not found`);
  const dataVolume = world.get('DataVolume', namespace, name);
  if (dataVolume === undefined) return { kind: 'ready', claim };
  const phase = textAt(dataVolume, 'status', 'phase') || 'Pending';
  return phase === 'Succeeded'
    ? { kind: 'ready', claim }
    : not(phase, `Import DataVolume ${namespace}/${name} phase ${phase}`);
}

function not(reason: string, message: string): Resolved {
  return { kind: 'not', reason, message };
}
