import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import type { Resource } from '@archipelago/kube-client';
import { printData } from '../../text/print-data.ts';
import type { Gathered } from './gather-part.ts';
import type { GatheredCluster } from './gathered-cluster.ts';
import { scrubMembers } from './scrub-json.ts';

const events: Resource = { group: '', version: 'v1', plural: 'events', kind: 'Event', namespaced: true };

const most = 2_000;

/** The newest events of our namespaces, the last one last. */
export async function gatherEvents({ client, namespaces }: GatheredCluster): Promise<Gathered> {
  const listed = await Promise.all(
    namespaces.map(async (namespace) => ({ namespace, result: await client.list(events, { namespace }) })),
  );
  const found = listed.flatMap(({ result }): readonly unknown[] => (result.ok ? result.value.items : []));
  const told = found.map((each) => toldEvent(objectAt(each))).sort((a, b) => (a.last < b.last ? -1 : 1));
  const missing = listed.flatMap(({ namespace, result }) =>
    result.ok ? [] : [`events of ${namespace} could not be listed: ${result.status.message}`],
  );
  const file = { all: told.length, events: told.slice(-most).map(({ event }) => event) };
  return {
    files: missing.length === listed.length ? [] : [{ path: 'events.json', text: printData(file, 'json') }],
    missing,
  };
}

/** What people look at; `last`: when it happened last. */
function toldEvent(event: JsonObject): { readonly last: string; readonly event: JsonObject } {
  const { type, reason, message, count } = event;
  const [metadata, about] = [objectAt(event, 'metadata'), objectAt(event, 'involvedObject')];
  const times = ['lastTimestamp', 'eventTime', 'firstTimestamp'].map((name) => textAt(event, name));
  const last = times.find((time) => time !== '') ?? textAt(metadata, 'creationTimestamp');
  const { kind, namespace, name } = about;
  const source = textAt(event, 'source', 'component') || textAt(event, 'reportingComponent');
  const told = { last, first: times[2] ?? '', type, reason, about: { kind, namespace, name }, source, count };
  return { last, event: scrubMembers({ ...told, message }) };
}
