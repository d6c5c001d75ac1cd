import { type JsonObject, type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import { type FactName, factKinds, factNames, type Part } from '../../../doctor/facts/fact-kinds.ts';
import type { Facts, Reading } from '../../../doctor/facts/facts.ts';
import { plainObject } from '../../cluster/live-cluster.ts';

type Client = Pick<KubernetesClient, 'list' | 'listPage'>;
/** Objects, why there are none, or undefined where the server does not know the kind. */
type Listed = readonly KubernetesObject[] | Exclude<Reading, { state: 'read' }> | undefined;
type Readings = ReadonlyMap<FactName, Reading>;

/** Lists everything that checks look at, once. What may not be listed, or is not there, is told as that. */
export async function gatherFacts(client: Client, now: number): Promise<Facts> {
  const readings = new Map<FactName, Reading>();
  // one after the other: a cluster that does not answer is told at once, and one that is busy is not made busier
  for (const name of factNames) readings.set(name, await readingFrom(client, name, readings));
  return { readings, now };
}

async function readingFrom(client: Client, name: FactName, before: Readings): Promise<Reading> {
  const { group, versions, plural, kind, without, part = {} } = factKinds[name];
  for (const version of versions) {
    const listed = await listPart(client, { group, version, plural, kind, namespaced: true }, part, before);
    if (listed === undefined) continue;
    if ('state' in listed) return listed;
    const apiVersion = group === '' ? version : `${group}/${version}`;
    const objects = listed.map((item) => typed(item, apiVersion, kind));
    return objects.length === 0 && without === 'skipped' ? { state: 'absent' } : { state: 'read', objects };
  }
  return { state: 'absent' };
}

/** As many lists as the part has namespaces and names. */
async function listPart(client: Client, resource: Resource, part: Part, before: Readings): Promise<Listed> {
  const { labels, fields, names, isBesideOperators } = part;
  const namespaces = isBesideOperators ? operatorNamespaces(before) : [undefined];
  const named = names?.((name) => objectsIn(before, name)).map((name) => `metadata.name=${name}`) ?? [fields];
  const selections = namespaces.flatMap((namespace) =>
    named.map((fieldSelector) => ({ namespace, labelSelector: labels, fieldSelector })),
  );
  const items: KubernetesObject[] = [];
  for (const selection of selections) {
    const listed = await listSelection(client, resource, selection, part);
    if (listed === undefined || 'state' in listed) return listed;
    items.push(...listed);
  }
  return items;
}

async function listSelection(
  client: Client,
  resource: Resource,
  selection: Parameters<Client['list']>[1],
  { atMost }: Part,
): Promise<Listed> {
  const listed =
    atMost === undefined
      ? await client.list(resource, selection)
      : await client.listPage(resource, { ...selection, limit: atMost });
  if (!listed.ok)
    return listed.status.code === 404 ? undefined : { state: 'failed', code: listed.status.code };
  return 'continue' in listed.value ? { state: 'tooMany', atMost: atMost ?? 0 } : listed.value.items;
}

function objectsIn(readings: Readings, name: string): readonly JsonObject[] {
  const reading = factNames.filter((one) => one === name).map((one) => readings.get(one))[0];
  return reading?.state === 'read' ? reading.objects : [];
}

function operatorNamespaces(readings: Readings): readonly string[] {
  const operators = [...objectsIn(readings, 'hyperConvergeds'), ...objectsIn(readings, 'kubeVirts')];
  return [...new Set(operators.map((one) => textAt(one, 'metadata', 'namespace')).filter(Boolean))];
}

/** Items of a list leave out what they are. */
function typed(item: KubernetesObject, apiVersion: string, kind: string): JsonObject {
  return { ...plainObject(item), apiVersion, kind };
}
