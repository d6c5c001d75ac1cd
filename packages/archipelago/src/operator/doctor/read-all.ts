import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { type KubernetesClient, listInPages, type Resource } from '@archipelago/kube-client';
import { factKinds, factNames, type Part } from '../../doctor/facts/fact-kinds.ts';
import type { Reading } from '../../doctor/facts/facts.ts';
import { dependsOnOthers, type ObjectsOf, selectionsOf } from '../../doctor/facts/selections-of.ts';

/** Which objects of a kind are read, and what is kept of each. */
interface Wanted {
  readonly resource: Resource;
  readonly keep: (object: JsonObject) => JsonObject;
  /** What any of them selects; none: all of the kind. */
  readonly parts?: readonly Part[] | undefined;
}

type Client = Pick<KubernetesClient, 'listPageOf'>;

/** Few requests, even for tens of thousands of objects; what is kept is less than what comes. */
const objectsPerPage = 5_000;

/** At a time: a cluster that is busy is not made busier. */
const atATime = 4;

const everything: Part = {};

/** No check asks who wrote what. */
const skipManagedFields = true;

/**
 * Lists every kind once, in their order, those last whose part goes by others. The first is asked alone: a cluster that does not answer is
 * told at once.
 */
export async function readAll(client: Client, all: readonly Wanted[]): Promise<readonly Reading[]> {
  const results: Reading[] = [];
  const isLate = ({ parts = [] }: Wanted) => parts.some(dependsOnOthers);
  const objectsOf: ObjectsOf = (name) => objectsAmong(all, results, name);
  const work = async (queue: [number, Wanted][]) => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      results[next[0]] = refusedSource(all, results, next[1]) ?? (await readKind(client, next[1], objectsOf));
  };
  const early = [...all.entries()].filter(([, one]) => !isLate(one));
  const late = [...all.entries()].filter(([, one]) => isLate(one));
  await work(early.splice(0, 1));
  for (const queue of [early, late]) await Promise.all(Array.from({ length: atATime }, () => work(queue)));
  return results;
}

/** Where operators are nobody may know: then what is beside them is not read, which is not the same as empty. */
function refusedSource(
  all: readonly Wanted[],
  results: readonly Reading[],
  { parts = [] }: Wanted,
): Reading | undefined {
  if (!parts.some(({ isBesideOperators }) => isBesideOperators === true)) return undefined;
  const isSource = ({ resource }: Wanted) =>
    resource.plural === factKinds.hyperConvergeds.plural || resource.plural === factKinds.kubeVirts.plural;
  const sources = all.flatMap((one, index) => (isSource(one) ? [results[index]] : []));
  const isRead = sources.some((one) => one?.state === 'read' && one.objects.length > 0);
  return isRead ? undefined : sources.find((one) => one?.state === 'failed');
}

function objectsAmong(
  all: readonly Wanted[],
  results: readonly Reading[],
  name: string,
): readonly JsonObject[] {
  const kind = factNames.filter((one) => one === name).map((one) => factKinds[one])[0];
  const read = all.flatMap(({ resource }, index) =>
    resource.group === kind?.group && resource.plural === kind.plural ? [results[index]] : [],
  );
  const [first] = read.filter((one) => one?.state === 'read');
  return first?.state === 'read' ? first.objects : [];
}

/** All objects that its parts select, each once, or why there are none to see. */
async function readKind(
  client: Client,
  { resource, keep, parts = [] }: Wanted,
  objectsOf: ObjectsOf,
): Promise<Reading> {
  const found = new Map<string, JsonObject>();
  for (const part of parts.length === 0 ? [everything] : parts)
    for (const selection of selectionsOf(part, objectsOf)) {
      const { atMost } = part;
      const read = atMost === undefined ? readPages : readOnce(atMost);
      const result = await read(client, resource, keep, selection);
      if (result.state !== 'read') return result;
      for (const one of result.objects) found.set(keyOf(one), one);
    }
  return { state: 'read', objects: [...found.values()] };
}

function keyOf(object: JsonObject): string {
  return JSON.stringify([textAt(object, 'metadata', 'namespace'), textAt(object, 'metadata', 'name')]);
}

type Read = (
  client: Client,
  resource: Resource,
  keep: Wanted['keep'],
  selection: ReturnType<typeof selectionsOf>[number],
) => Promise<Reading>;

const readPages: Read = async (client, resource, keep, selection) => {
  let objects: JsonObject[] = [];
  const listed = await listInPages<JsonObject>(
    (page) =>
      client.listPageOf(resource, (one) => keep(objectAt(one)), { ...page, ...selection, skipManagedFields }),
    objectsPerPage,
    {
      begin: () => {
        objects = [];
      },
      page: (more) => {
        objects = objects.concat(more);
      },
    },
  );
  return listed.ok ? { state: 'read', objects } : failure(listed.status.code);
};

/** None where there are more. */
function readOnce(atMost: number): Read {
  return async (client, resource, keep, selection) => {
    const listed = await client.listPageOf(resource, (one) => keep(objectAt(one)), {
      ...selection,
      skipManagedFields,
      limit: atMost,
    });
    if (!listed.ok) return failure(listed.status.code);
    const { items } = listed.value;
    return 'continue' in listed.value ? { state: 'tooMany', atMost } : { state: 'read', objects: items };
  };
}

function failure(code: number): Reading {
  return code === 404 ? { state: 'absent' } : { state: 'failed', code };
}
