import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import {
  type ApiResult,
  createKubernetesClient,
  type KubernetesClient,
  type Resource,
} from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { demandPublished } from '../../../../../../../test/support/demand-published.ts';
import { until } from '../../../../../../../test/support/until.ts';
import { layeringDefinitions } from '../../../../layering/api/layering-definitions.ts';
import { machineConfigGroup, names, ownGroup } from '../../../../layering/api/layering-names.ts';
import { namespace, type World } from '../../../../layering/build-plan/simulated-world.test-support.ts';
import { buildKinds, configKinds, layeringKinds } from '../../../../operator/layering/layering-kinds.ts';
import { definitions } from '../../../../operator/mirror/cluster-resources.ts';
import { main } from '../../../main.ts';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** An embedded cluster that shows what a simulated world has come to. */
export interface LayeringTestCluster {
  readonly cluster: EmbeddedCluster;
  readonly client: KubernetesClient;
  readonly kubeconfig: string;
  /** Runs `archipelago layering …` against it. */
  run(argv: readonly string[], files?: Readonly<Record<string, string>>): Promise<Ran>;
  stop(): Promise<void>;
}

const kinds: readonly Resource[] = [
  layeringKinds.nodes,
  layeringKinds.pools,
  layeringKinds.machineConfigs,
  configKinds[machineConfigGroup],
  buildKinds[machineConfigGroup],
  layeringKinds.jobs,
  layeringKinds.pods,
  layeringKinds.configMaps,
];

/** Its uids are the server's: owners and results are adapted. */
export async function showWorld(world: World): Promise<LayeringTestCluster> {
  const test = await emptyLayeringCluster([machineConfigGroup]);
  const uids = new Map<string, string>();
  for (const resource of kinds)
    for (const object of world.all(resource.kind)) await put(test.client, resource, object, uids);
  return test;
}

/** The definitions, and nothing else. */
export async function emptyLayeringCluster(
  groups: readonly (typeof machineConfigGroup | typeof ownGroup)[] = [ownGroup],
): Promise<LayeringTestCluster> {
  const cluster = await startEmbeddedCluster({ insecure: true });
  const client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  const folder = await mkdtemp(join(tmpdir(), 'archipelago-layering-'));
  const kubeconfig = join(folder, 'kubeconfig');
  await writeFile(kubeconfig, cluster.kubeconfig());
  for (const group of groups) for (const one of layeringDefinitions(group)) await define(client, one);
  for (const [plural, kind] of others) await define(client, plainDefinition(plural, kind));
  await demand(client.create(namespaces, namespaceObject));
  return {
    cluster,
    client,
    kubeconfig,
    run: (argv, files = {}) => run(['layering', ...argv, '--kubeconfig', kubeconfig], files),
    async stop() {
      client.close();
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const others = [
  ['machineconfigpools', 'MachineConfigPool'],
  ['machineconfigs', 'MachineConfig'],
] as const;

const namespaces: Resource = {
  group: '',
  version: 'v1',
  plural: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
};

const namespaceObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };

function plainDefinition(plural: string, kind: string): JsonObject {
  const free = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${machineConfigGroup}` },
    spec: {
      group: machineConfigGroup,
      scope: 'Cluster',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: { openAPIV3Schema: free },
        },
      ],
    },
  };
}

async function define(client: KubernetesClient, definition: JsonObject): Promise<void> {
  const object = definition as unknown as KubernetesObject;
  await demand(client.create(definitions, object));
  const [, group = ''] = /^[^.]+\.(.*)$/.exec(object.metadata.name) ?? [];
  const plural = object.metadata.name.slice(0, -group.length - 1);
  const resource = { group, version: 'v1', plural, kind: '', namespaced: false };
  await until(async () => (await client.list(resource)).ok, {
    tell: () => `${object.metadata.name} is not served`,
  });
}

export async function demand<T>(asked: Promise<ApiResult<T>>): Promise<T> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`${answer.status.code} ${answer.status.message}`);
  return answer.value;
}

const namespaced = new Set(['Job', 'Pod', 'ConfigMap']);

/** With status; uids of the world become those of the server. */
export async function put(
  client: KubernetesClient,
  resource: Resource,
  object: KubernetesObject,
  uids: Map<string, string>,
): Promise<void> {
  const text = JSON.stringify(furnished(object));
  const known = [...uids].reduce((all, [old, now]) => all.replaceAll(`"${old}"`, `"${now}"`), text);
  const { status, metadata, ...rest }: KubernetesObject = JSON.parse(known);
  const { uid, resourceVersion: _, creationTimestamp: __, ...meta } = metadata;
  const place = namespaced.has(object.kind) ? { namespace } : {};
  const whole = { ...rest, metadata: { ...meta, ...place } } as KubernetesObject;
  const stored = await demand(client.create(resource, whole));
  if (uid !== undefined) uids.set(uid, stored.metadata.uid ?? '');
  if (status !== undefined)
    await demand(
      client.patchStatus(resource, stored.metadata, {
        type: 'merge',
        body: JSON.parse(JSON.stringify({ status }).replaceAll(`"${uid}"`, `"${stored.metadata.uid}"`)),
      }),
    );
}

/** The world's pods have neither containers nor labels of ours. */
function furnished(object: KubernetesObject): KubernetesObject {
  if (object.kind !== 'Pod') return object;
  const { metadata, spec } = object;
  const role = metadata.name.startsWith('a-') ? 'assemble' : 'build';
  const containers = [{ name: 'report', image: 'own' }];
  const initContainers = [{ name: role, image: 'builder' }];
  return {
    ...object,
    metadata: { ...metadata, labels: { ...metadata.labels, [names.component]: role } },
    spec: { ...(spec as JsonObject), containers, initContainers, restartPolicy: 'Never' },
  };
}

async function run(argv: readonly string[], files: Readonly<Record<string, string>>): Promise<Ran> {
  const ran = { code: 0, out: '', err: '' };
  ran.code = await main(argv, {
    out: (text) => {
      ran.out += text;
    },
    err: (text) => {
      ran.err += text;
    },
    read: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('there is no such file');
      return text;
    },
    color: false,
  });
  if (ran.code < 2) demandPublished(argv, ran.out);
  return ran;
}
