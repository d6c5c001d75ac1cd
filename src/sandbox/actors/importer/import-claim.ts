import type { KubernetesObject } from '../../../api/kubernetes-object.ts';
import { simulatedAnnotation } from '../../definitions/simulated.ts';
import {
  cleanupLabel,
  cronLabel,
  type ImporterWrite,
  textAt,
  travellingLabels,
  valueAt,
} from './importer-world.ts';

/** The claim that stands for an import. */
export function newClaim(cron: KubernetesObject, name: string, digest: string): KubernetesObject {
  const { namespace = '' } = cron.metadata;
  const template = valueAt(cron, 'spec', 'template', 'spec');
  const size =
    textAt(template, 'storage', 'resources', 'requests', 'storage') ||
    textAt(template, 'pvc', 'resources', 'requests', 'storage') ||
    '10Gi';
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name,
      namespace,
      labels: { ...travellingLabels(cron), [cronLabel]: cron.metadata.name, ...cleanup(cron) },
      annotations: {
        [simulatedAnnotation]: 'true',
        'cdi.kubevirt.io/storage.import.source': 'registry',
        'cdi.kubevirt.io/storage.import.endpoint': `${textAt(template, 'source', 'registry', 'url').replace(/:[^/:]*$/, '')}@${digest}`,
      },
    },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: size } } },
  };
}

/** The label of what goes with its cron, where the cron says so. */
export function cleanup(cron: KubernetesObject): Readonly<Record<string, string>> {
  return textAt(cron, 'spec', 'retentionPolicy') === 'None' ? { [cleanupLabel]: 'true' } : {};
}

/** The import is done. */
export function bound(claim: KubernetesObject): ImporterWrite {
  const requests = valueAt(claim, 'spec', 'resources', 'requests');
  const status = { phase: 'Bound', accessModes: ['ReadWriteOnce'], capacity: requests ?? {} };
  return { do: 'patchStatus', object: claim, patch: { status } };
}

/** A claim that is there is used as it is, with the labels of who uses it; whose it was stays written on it. */
export function relabelled(claim: KubernetesObject, cron: KubernetesObject): readonly ImporterWrite[] {
  return labelled(claim, { ...travellingLabels(cron), ...cleanup(cron) });
}

/** Puts labels on an object where they are missing. */
export function labelled(
  object: KubernetesObject,
  labels: Readonly<Record<string, string>>,
): readonly ImporterWrite[] {
  const present = object.metadata.labels ?? {};
  const missing = Object.entries(labels).filter(([key, value]) => present[key] !== value);
  if (missing.length === 0) return [];
  return [{ do: 'patch', object, patch: { metadata: { labels: Object.fromEntries(missing) } } }];
}
