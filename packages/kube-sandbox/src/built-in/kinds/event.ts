import { type JsonObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf } from '../../json/json-access.ts';
import { age } from '../../tables/age.ts';
import { column } from '../../tables/column.ts';
import { nameColumn } from '../../tables/common-columns.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

function involved(object: JsonObject, name: string): string {
  return textAt(objectAt(object, 'involvedObject'), name);
}

function involvedObject(object: JsonObject): string {
  return `${involved(object, 'kind').toLowerCase()}/${involved(object, 'name')}`;
}

function source(object: JsonObject): string {
  const { component, host } = objectAt(object, 'source');
  const parts = [component, host].filter((part) => typeof part === 'string' && part !== '');
  return parts.join(', ');
}

function lastSeen(object: JsonObject, now: number): string {
  const series = textAt(objectAt(object, 'series'), 'lastObservedTime');
  return age(series || valueAt(object, 'lastTimestamp') || valueAt(object, 'eventTime'), now);
}

function firstSeen(object: JsonObject, now: number): string {
  return age(valueAt(object, 'firstTimestamp') ?? valueAt(object, 'eventTime'), now);
}

function count(object: JsonObject): number {
  const series = valueAt(objectAt(object, 'series'), 'count');
  const own = series ?? valueAt(object, 'count');
  return typeof own === 'number' && own > 0 ? own : 1;
}

const INVOLVED = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'];

const selectable = {
  ...Object.fromEntries(
    INVOLVED.map((name) => [`involvedObject.${name}`, (object: JsonObject) => involved(object, name)]),
  ),
  reason: (object: JsonObject) => textAt(object, 'reason'),
  reportingComponent: (object: JsonObject) => textAt(object, 'reportingComponent'),
  source: (object: JsonObject) => textAt(objectAt(object, 'source'), 'component'),
  type: (object: JsonObject) => textAt(object, 'type'),
};

export const eventColumns = [
  column('Last Seen', 'Event.lastTimestamp', lastSeen),
  column('Type', 'Event.type', (object) => textAt(object, 'type')),
  column('Reason', 'Event.reason', (object) => textAt(object, 'reason')),
  column('Object', 'Event.involvedObject', involvedObject),
  column('Subobject', 'ObjectReference.fieldPath', (object) => involved(object, 'fieldPath'), { wide: true }),
  column(
    'Source',
    'The component reporting this event. Should be a short machine understandable string.',
    source,
    {
      wide: true,
    },
  ),
  column('Message', 'Event.message', (object) => textAt(object, 'message').trim()),
  column('First Seen', 'Event.firstTimestamp', firstSeen, { wide: true }),
  column('Count', 'Event.count', count, { wide: true }),
  { ...nameColumn, priority: 1, cell: (object: JsonObject) => textAt(metadataOf(object), 'name') },
];

export const event = builtInType({
  group: '',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
  shortNames: ['ev'],
  type: 'io.k8s.api.core.v1.Event',
  createOnUpdate: true,
  selectable,
  columns: eventColumns,
});
