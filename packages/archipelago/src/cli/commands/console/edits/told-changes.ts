import {
  type JsonObject,
  type KubernetesObject,
  numberAt,
  objectsAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { writtenFields } from './written-fields.ts';

/** Something that changed, and why. */
export type ToldChange =
  | {
      readonly kind: 'event';
      /** RFC 3339: when it happened last. */
      readonly at: string;
      readonly type: string;
      readonly reason: string;
      /** The operator's: what it did, and because of what. */
      readonly message: string;
      readonly count: number;
      /** `MachineOSConfig/workers`. */
      readonly object: string;
    }
  | {
      readonly kind: 'write';
      readonly at: string;
      /** The manager of the fields: `kubectl-edit`. */
      readonly by: string;
      /** The first of the fields of the spec that are his. */
      readonly fields: readonly string[];
      readonly more: number;
    };

const mostChanges = 20;
const mostFields = 5;

/** Events, and who wrote the HyperConverged; the newest first. */
export function toldChanges(
  events: readonly KubernetesObject[],
  hyperConverged: KubernetesObject | undefined,
): readonly ToldChange[] {
  const writes = objectsAt(hyperConverged, 'metadata', 'managedFields').flatMap(toldWrite);
  const all = [...events.map(toldEvent), ...writes].filter(({ at }) => at !== '');
  return all.sort((a, b) => Date.parse(b.at) - Date.parse(a.at)).slice(0, mostChanges);
}

function toldEvent(event: KubernetesObject): ToldChange {
  const times = ['lastTimestamp', 'eventTime', 'firstTimestamp'].map((name) => textAt(event, name));
  return {
    kind: 'event',
    at: times.find((time) => time !== '') ?? event.metadata.creationTimestamp ?? '',
    type: textAt(event, 'type'),
    reason: textAt(event, 'reason'),
    message: textAt(event, 'message'),
    count: numberAt(event, 'count') ?? 1,
    object: `${textAt(event, 'involvedObject', 'kind')}/${textAt(event, 'involvedObject', 'name')}`,
  };
}

/** Defaults that a server filled in, and the status, are nobody's wish. */
function toldWrite(entry: JsonObject): readonly ToldChange[] {
  const fields = writtenFields(valueAt(entry, 'fieldsV1'));
  if (fields.length === 0 || textAt(entry, 'subresource') !== '') return [];
  const by = textAt(entry, 'manager');
  const told = fields.slice(0, mostFields);
  return [{ kind: 'write', at: textAt(entry, 'time'), by, fields: told, more: fields.length - told.length }];
}
