import { type JsonObject, objectAt } from '@archipelago/apimachinery';
import { hyperConvergedType } from '../../../../api/hyper-converged-kind.ts';
import { plainData } from '../../../text/plain-data.ts';

/** Of a HyperConverged what people edit: its spec, labels and annotations, under its name. */
export function editablePart({ metadata, spec }: JsonObject): JsonObject {
  const { name, namespace, labels, annotations } = objectAt(metadata);
  const { [ofKubectl]: _applied, ...own } = objectAt(annotations);
  const part = {
    ...hyperConvergedType,
    metadata: { name, namespace, labels, annotations: Object.keys(own).length === 0 ? undefined : own },
    spec: objectAt(spec),
  };
  return objectAt(plainData(part));
}

/** A copy of the whole, which kubectl keeps for itself. */
const ofKubectl = 'kubectl.kubernetes.io/last-applied-configuration';
