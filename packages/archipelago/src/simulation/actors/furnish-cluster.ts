import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KubernetesObject,
} from '@archipelago/apimachinery';
import type { ApiResult, KubernetesClient, Resource } from '@archipelago/kube-client';
import type { PlatformContent } from '../definitions/sandbox-definitions.ts';

const definitionResource: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
};

const namespaceResource: Resource = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
};

const nodeResource: Resource = {
  group: '',
  version: 'v1',
  plural: 'nodes',
  kind: 'Node',
  namespaced: false,
};

/** Requests under way at the same time. */
const width = 8;
const patienceMs = 10_000;
const lookAgainMs = 10;

/** Creates a namespace. */
export async function createNamespace(client: KubernetesClient, name: string): Promise<void> {
  const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  demandCreated(await client.create(namespaceResource, object), `namespace ${name}`);
}

/** Creates CustomResourceDefinitions and resolves when all of them are established. */
export async function createDefinitions(
  client: KubernetesClient,
  definitions: readonly JsonObject[],
): Promise<void> {
  const objects = definitions.map(asObject);
  await inParallel(objects, async (object) => {
    demandCreated(await client.create(definitionResource, object), `definition ${object.metadata.name}`);
  });
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const missing = await notEstablished(client, objects);
    if (missing.length === 0) return;
    if (performance.now() > deadline) throw new Error(`not established: ${missing.join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  }
}

/** Brings definitions that are there up to date, and creates those that are not. */
export async function renewDefinitions(
  client: KubernetesClient,
  definitions: readonly JsonObject[],
): Promise<void> {
  await createDefinitions(client, definitions);
  await inParallel(definitions.map(asObject), async ({ metadata, spec }) => {
    const body = { spec: isJsonObject(spec) ? spec : {} };
    const patch = { type: 'merge', body } as const;
    demand(await client.patch(definitionResource, metadata, patch), `definition ${metadata.name}`);
  });
}

/** Creates a platform's configuration objects, their status included. */
export async function createInstances(
  client: KubernetesClient,
  instances: PlatformContent['instances'],
): Promise<void> {
  await inParallel(instances, async ({ definition, object }) => {
    const wanted = asObject(object);
    const what = `${wanted.kind} ${wanted.metadata.name}`;
    demandCreated(await client.create(definition, wanted), what);
    const { status } = object;
    if (!definition.statusSubresource || status === undefined) return;
    const patch = { type: 'merge', body: { status } } as const;
    demand(await client.patchStatus(definition, wanted.metadata, patch), what);
  });
}

/** Creates Nodes as they are, status included. */
export async function createNodes(
  client: KubernetesClient,
  nodes: readonly KubernetesObject[],
): Promise<void> {
  await inParallel(nodes, async (node) => {
    demandCreated(await client.create(nodeResource, node), `node ${node.metadata.name}`);
  });
}

/**
 * Creates Nodes as they are and lets those that are Ready take pods: admission taints a node that joins, and
 * where no node lifecycle controller runs, nobody else takes the taint away.
 */
export async function createReadyNodes(
  client: KubernetesClient,
  nodes: readonly KubernetesObject[],
): Promise<void> {
  await createNodes(client, nodes);
  await inParallel(
    nodes.filter(({ status }) => hasCondition(status, 'Ready')),
    async ({ metadata, spec }) => {
      const taints = isJsonObject(spec) ? (spec.taints ?? null) : null;
      const patch = { type: 'merge', body: { spec: { taints } } } as const;
      demand(await client.patch(nodeResource, metadata, patch), `node ${metadata.name}`);
    },
  );
}

async function notEstablished(
  client: KubernetesClient,
  objects: readonly KubernetesObject[],
): Promise<readonly string[]> {
  const { items } = demand(await client.list(definitionResource), 'list of definitions');
  const established = new Set(
    items.filter(({ status }) => hasCondition(status, 'Established')).map(({ metadata }) => metadata.name),
  );
  return objects.map(({ metadata }) => metadata.name).filter((name) => !established.has(name));
}

function hasCondition(status: unknown, type: string): boolean {
  const conditions: JsonValue | undefined = isJsonObject(status) ? status.conditions : undefined;
  return (
    Array.isArray(conditions) &&
    conditions.some((each) => isJsonObject(each) && each.type === type && each.status === 'True')
  );
}

/** A cluster of our own refuses nothing that is right: a refusal is a bug. */
function demand<T>(result: ApiResult<T>, what: string): T {
  if (result.ok) return result.value;
  throw new Error(`${what}: ${result.status.message}`);
}

/** The same of a creation; what is there is there already, where a process was killed on its way. */
function demandCreated(result: ApiResult<unknown>, what: string): void {
  if (result.ok || result.status.reason !== 'AlreadyExists') demand(result, what);
}

function asObject({ apiVersion, kind, metadata, ...rest }: JsonObject): KubernetesObject {
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || !isJsonObject(metadata)) {
    throw new Error('an object of the sandbox lacks apiVersion, kind or metadata');
  }
  const { name } = metadata;
  if (typeof name !== 'string') throw new Error(`a ${kind} of the sandbox has no name`);
  const labels = textsOf(metadata.labels);
  const annotations = textsOf(metadata.annotations);
  const told = {
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
  return { ...rest, apiVersion, kind, metadata: { name, ...told } };
}

function textsOf(value: JsonValue | undefined): Readonly<Record<string, string>> | undefined {
  if (!isJsonObject(value)) return undefined;
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
