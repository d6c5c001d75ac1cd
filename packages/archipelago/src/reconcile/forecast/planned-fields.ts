import { type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';
import { type FieldPath, printFieldPath } from '../../config/framework/field-path.ts';
import { differences } from '../differences.ts';

/** A field of the HyperConverged that is written otherwise than it is stored. */
export interface PlannedField {
  readonly field: string;
  /** Undefined: not there. */
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Which fields people write are otherwise than stored. */
export function plannedFields(stored: JsonObject | undefined, wanted: JsonObject): readonly PlannedField[] {
  return [...ownMetadata, ['spec']]
    .flatMap((place) => differences(valueAt(stored, ...place) ?? {}, valueAt(wanted, ...place) ?? {}, place))
    .map(({ path, before, after }) => ({ field: printFieldPath(path), before, after }))
    .filter(({ field }) => field !== ofKubectl);
}

/** What people write of the metadata, patches of operands for example. */
const ownMetadata: readonly FieldPath[] = [
  ['metadata', 'annotations'],
  ['metadata', 'labels'],
];

const ofKubectl = 'metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]';
