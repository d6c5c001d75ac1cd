import { isKubernetesObject, type JsonObject, objectAt } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, type Resource } from '@archipelago/kube-client';
import { inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { checkCases } from '../../packages/archipelago/src/doctor/checks.cases.test-support.ts';
import { factKinds, factNames } from '../../packages/archipelago/src/doctor/facts/fact-kinds.ts';
import {
  healthy,
  storageProfile,
} from '../../packages/archipelago/src/doctor/healthy-cluster.test-support.ts';

/** A cluster that has every kind that the doctor looks at. */
export interface DoctoredCluster {
  readonly client: KubernetesClient;
  /** The text of a kubeconfig. */
  readonly kubeconfig: string;
  /** Has it hold the objects in which a check finds something, and nothing else. */
  prepare(code: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts such a cluster, embedded. */
export async function startDoctoredCluster(): Promise<DoctoredCluster> {
  const cluster = await startEmbeddedCluster({ insecure: true });
  const client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  await Promise.all(factNames.map((name) => define(client, name)));
  return {
    client,
    kubeconfig: cluster.kubeconfig(),
    prepare: (code) => prepare(client, code),
    stop: () => cluster.stop(),
  };
}

const definitions: Resource = {
  ...{ group: 'apiextensions.k8s.io', version: 'v1', plural: 'customresourcedefinitions' },
  ...{ kind: 'CustomResourceDefinition', namespaced: false },
};
const ofCluster = /^(StorageProfile|VolumeSnapshotClass|HostPathProvisioner|NodeNetwork.*)$/;
const builtIn =
  /^(|apps|storage\.k8s\.io|discovery\.k8s\.io|networking\.k8s\.io|admissionregistration\.k8s\.io|apiregistration\.k8s\.io)$/;

function resourceOf(object: JsonObject): Resource {
  const name = factNames.find((one) => factKinds[one].kind === object.kind);
  if (name === undefined) throw new Error(`${String(object.kind)} is nothing that checks look at`);
  const { group, plural, kind } = factKinds[name];
  const version = String(object.apiVersion).split('/').at(-1) ?? '';
  return { group, version, plural, kind, namespaced: objectAt(object, 'metadata').namespace !== undefined };
}

/** Takes every object as it is: what a real definition refuses is not the point here. */
async function define(client: KubernetesClient, name: (typeof factNames)[number]): Promise<void> {
  const { group, versions, plural, kind } = factKinds[name];
  if (builtIn.test(group)) return;
  const created = await client.create(definitions, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: definitions.kind,
    metadata: {
      name: `${plural}.${group}`,
      annotations: { 'api-approved.kubernetes.io': 'unapproved, a test' },
    },
    spec: {
      group,
      scope: ofCluster.test(kind) ? 'Cluster' : 'Namespaced',
      names: { plural, kind, singular: kind.toLowerCase() },
      // the objects are not converted: only the version in which they are written
      versions: versions.slice(-1).map((version) => ({
        name: version,
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      })),
    },
  });
  if (!created.ok) throw new Error(created.status.message);
}

async function put(client: KubernetesClient, object: JsonObject): Promise<void> {
  const timed = JSON.parse(JSON.stringify(object).replaceAll('$NOW', new Date().toISOString()));
  if (!isKubernetesObject(timed)) throw new Error('is no object');
  const resource = resourceOf(object);
  const created = await client.create(resource, timed);
  if (!created.ok) throw new Error(`${timed.kind} ${timed.metadata.name}: ${created.status.message}`);
  if (timed.kind !== 'Node' && timed.kind !== 'Deployment') return;
  const { metadata } = created.value;
  const reported = await client.updateStatus(resource, { ...timed, metadata });
  if (!reported.ok) throw new Error(`${timed.kind} ${timed.metadata.name}: ${reported.status.message}`);
  // a new node is tainted until it is ready, and nobody is here to see that it is
  if (timed.kind === 'Node') await client.update(resource, { ...timed, metadata: reported.value.metadata });
}

async function clear(client: KubernetesClient): Promise<void> {
  for (const name of factNames) {
    if (name === 'namespaces') continue;
    const { group, versions, plural, kind } = factKinds[name];
    const resource = { group, version: versions.at(-1) ?? '', plural, kind, namespaced: true };
    const listed = await client.list(resource);
    for (const { metadata } of listed.ok ? listed.value.items : [])
      await client.delete({ ...resource, namespaced: metadata.namespace !== undefined }, metadata);
  }
}

/** Where the check's own case is one that nothing can be done about. */
const others: Readonly<Record<string, readonly JsonObject[]>> = {
  VD311: [
    ...healthy.filter(({ kind }) => kind !== 'StorageProfile'),
    storageProfile('rbd', { spec: { snapshotClass: 'gone' } }),
  ],
};

async function prepare(client: KubernetesClient, code: string): Promise<void> {
  await clear(client);
  const objects = others[code] ?? checkCases[code]?.found ?? [];
  const namespaces = new Set(objects.flatMap(({ metadata }) => objectAt(metadata).namespace ?? []));
  for (const name of namespaces)
    await client.create(
      { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false },
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: String(name) } },
    );
  // the embedded cluster does not serve CSIDrivers
  for (const object of objects)
    if (object.kind !== 'Namespace' && object.kind !== 'CSIDriver') await put(client, object);
}
