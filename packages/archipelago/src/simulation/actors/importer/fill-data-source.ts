import { jsonEqual, type KubernetesObject, textAt, valueAt } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';
import {
  cleanup,
  cronLabel,
  type ImporterWorld,
  type ImporterWrite,
  missingLabels,
  travellingLabels,
} from './importer-world.ts';

/** Lets the DataSource of a cron lead to a claim. Without the label of the cron it is not the cron's to fill. */
export function fillDataSource(
  cron: KubernetesObject,
  claim: string,
  world: ImporterWorld,
): readonly ImporterWrite[] {
  const { namespace = '', name } = cron.metadata;
  const managed = textAt(cron, 'spec', 'managedDataSource');
  const source = { pvc: { name: claim, namespace } };
  const labels = { ...travellingLabels(cron), [cronLabel]: name, ...cleanup(cron) };
  const present = world.get('DataSource', namespace, managed);
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
  const missing = missingLabels(present, labels);
  if (jsonEqual(valueAt(present, 'spec', 'source'), source) && Object.keys(missing).length === 0) return [];
  // a merge patch leaves what it does not name
  const patch = {
    metadata: { labels: missing },
    spec: { source: { ...source, snapshot: null, dataSource: null } },
  };
  return [{ do: 'patch', object: present, patch }];
}
