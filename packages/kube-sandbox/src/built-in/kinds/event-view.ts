import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { builtInType } from '../declaration/kind-declaration.ts';
import { decodeTyped } from '../types/decode-typed.ts';
import { eventColumns } from './event.ts';

const CORE = 'io.k8s.api.core.v1.Event';
const EVENTS = 'io.k8s.api.events.v1.Event';

/** Fields of the core kind and what events.k8s.io calls them. */
const NAMES: readonly (readonly [core: string, events: string])[] = [
  ['eventTime', 'eventTime'],
  ['series', 'series'],
  ['reportingComponent', 'reportingController'],
  ['reportingInstance', 'reportingInstance'],
  ['action', 'action'],
  ['reason', 'reason'],
  ['involvedObject', 'regarding'],
  ['related', 'related'],
  ['message', 'note'],
  ['type', 'type'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
];

function renamed(
  object: JsonObject,
  apiVersion: string,
  names: readonly (readonly [string, string])[],
): JsonObject {
  const entries = names.map(([from, to]) => [to, valueAt(object, from)] as const);
  return { kind: 'Event', apiVersion, metadata: valueAt(object, 'metadata'), ...Object.fromEntries(entries) };
}

function shaped(object: JsonObject, type: string): JsonObject {
  const decoded = decodeTyped(object, type);
  return 'problem' in decoded ? object : decoded.value;
}

/** events.k8s.io/v1 shows the events of the core group under other names. */
export const eventView = builtInType({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  namespaced: true,
  shortNames: ['ev'],
  type: EVENTS,
  createOnUpdate: true,
  columns: eventColumns.map((column) => ({
    ...column,
    cell: (object: JsonObject, now: number) => column.cell(toCore(object), now),
  })),
  view: {
    storage: '/events',
    fromStorage: (stored) => shaped(renamed(stored, 'events.k8s.io/v1', NAMES), EVENTS),
    toStorage: toCore,
  },
});

function toCore(object: JsonObject): JsonObject {
  const back = NAMES.map(([core, events]) => [events, core] as const);
  return shaped(renamed(object, 'v1', back), CORE);
}
