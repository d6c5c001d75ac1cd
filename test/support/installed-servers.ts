import { spawnSync } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { isJsonObject, isKubernetesObject, type JsonObject, textAt } from '@archipelago/apimachinery';
import { type KubernetesClient, loadConnection, nodeTransport } from '@archipelago/kube-client';
import { type Environment, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { expect } from 'vitest';
import { printDocuments } from '../../packages/archipelago/src/cli/commands/manifests/run-manifests.ts';
import { installationManifests } from '../../packages/archipelago/src/operator/installation-manifests.ts';
import { operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import type { Installation } from '../../packages/archipelago/src/operator/rights/permission.ts';
import { type RealKubernetes, startKubernetes } from '../kubernetes/start-kubernetes.ts';
import { eventually } from './eventually.ts';
import { empty } from './kubernetes-test-servers.ts';
import { rememberedDefinitions } from './remembered-definitions.ts';
import { adminClient, type TestServer, type TestServers } from './test-servers.ts';

/** Runs kubectl as the administrator; what it said. */
export function kubectl(kubernetes: RealKubernetes, args: readonly string[], input?: string): string {
  const program = join(process.env.KUBEBUILDER_ASSETS ?? '', 'kubectl');
  const { status, stdout, stderr } = spawnSync(
    program,
    ['--kubeconfig', kubernetes.adminKubeconfig, ...args],
    {
      encoding: 'utf8',
      ...(input === undefined ? {} : { input }),
    },
  );
  if (status !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** Installs the operator as the printed manifests say. */
function install(kubernetes: RealKubernetes, installation: Installation): void {
  kubectl(kubernetes, ['apply', '-f', '-'], printDocuments(installationManifests(installation)));
}

/**
 * Until the check of owners knows the kinds that were just installed: it reads the list of kinds every half a minute only,
 * and what names an owner of another kind is refused as if a right were missing.
 */
async function untilOwnersAreKnown(kubernetes: RealKubernetes, installation: Installation): Promise<void> {
  const ownerReferences = installationManifests(installation)
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map((definition) => ({
      apiVersion: `${textAt(definition, 'spec', 'group')}/${textAt(definition, 'spec', 'versions', 0, 'name')}`,
      kind: textAt(definition, 'spec', 'names', 'kind'),
      name: 'nobody',
      uid: '00000000-0000-0000-0000-000000000000',
      blockOwnerDeletion: true,
    }));
  const metadata = { name: 'owned', ownerReferences };
  const owned = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata };
  const { namespace } = installation;
  const account = `system:serviceaccount:${namespace}:${operatorName}`;
  const command = ['create', '--dry-run=server', '--namespace', namespace, '--as', account, '-f', '-'];
  const isUnknown = () => {
    try {
      kubectl(kubernetes, command, JSON.stringify(owned));
      return false;
    } catch (error) {
      // which rights it has is not the question here
      return String(error).includes('cannot find RESTMapping');
    }
  };
  await eventually(() => expect(isUnknown()).toBe(false), { pauseMs: 500 });
}

/** The operator's namespace in worlds. */
export const worldNamespace = 'kubevirt-hyperconverged';

/** Real servers, one per platform, on which the operator has the account of the printed manifests, and nothing else. */
interface InstalledServers extends TestServers {
  kubernetes(platform: Installation['platform']): Promise<RealKubernetes>;
}

/** What of the operator is installed. */
export type InstalledChoices = Pick<Installation, 'importer' | 'layering' | 'rollout' | 'webhook' | 'doctor'>;

const usual: InstalledChoices = { importer: 'ssp' };

/** Owners are checked there, as OpenShift does. */
const apiServerFlags = ['--enable-admission-plugins=OwnerReferencesPermissionEnforcement'];

export function installedKubernetes(choices: InstalledChoices = usual): InstalledServers {
  // who layers runs jobs, too
  const without = choices.layering === undefined ? [] : ['job-controller'];
  const started = new Map<string, Promise<RealKubernetes>>();
  const kubernetes = (platform: Installation['platform']) => {
    const running = started.get(platform) ?? startKubernetes({ apiServerFlags, without });
    started.set(platform, running);
    return running;
  };
  return {
    name: 'kubernetes',
    areSeparate: false,
    kubernetes,
    lease: async (platform) =>
      installedServer(await kubernetes(platform), { platform, namespace: worldNamespace, ...choices }),
    stop: async () => {
      const all = await Promise.allSettled(started.values());
      await Promise.all(all.map(async (each) => each.status === 'fulfilled' && (await each.value.stop())));
    },
  };
}

async function installedServer(kubernetes: RealKubernetes, installation: Installation): Promise<TestServer> {
  install(kubernetes, installation);
  await untilOwnersAreKnown(kubernetes, installation);
  const { namespace } = installation;
  const token = kubectl(kubernetes, ['create', 'token', operatorName, '--namespace', namespace]).trim();
  const connection = await loadConnection({ kubeconfig: kubernetes.adminKubeconfig });
  const operator = {
    ...connection,
    material: async () => ({
      headers: { authorization: `Bearer ${token}` },
      tls: { ca: kubernetes.caCertificate, insecure: false },
    }),
  };
  const server: TestServer = {
    name: 'kubernetes',
    hurry: 20,
    lookMs: 25,
    admin: () => nodeTransport(connection),
    operator: () => nodeTransport(operator),
    release: () => empty(server),
  };
  return server;
}

/** Nodes that have just come are waited for, since others may follow; there they came a minute ago. */
const minuteAgo: Environment = {
  now: () => Date.now() - 60_000,
  uuid: randomUUID,
  random: (limit) => randomInt(limit),
};

/** Embedded clusters, likewise. */
export function installedSandboxes(choices: InstalledChoices = usual): TestServers {
  return {
    name: 'embedded',
    areSeparate: true,
    lease: (platform) => installedSandbox({ platform, namespace: worldNamespace, ...choices }),
    stop: async () => {},
  };
}

async function installedSandbox(installation: Installation): Promise<TestServer> {
  const environment = minuteAgo;
  const cluster = await startEmbeddedCluster({ insecure: true, checksOwners: true, environment });
  const operator = cluster.addUser({
    name: `system:serviceaccount:${worldNamespace}:${operatorName}`,
    groups: ['system:serviceaccounts', 'system:authenticated'],
  });
  const server: TestServer = {
    name: 'embedded',
    hurry: 200,
    lookMs: 4,
    admin: () => inProcessTransport(cluster),
    operator: () => inProcessTransport(cluster, operator),
    ...rememberedDefinitions(cluster),
    release: () => cluster.stop(),
  };
  const admin = adminClient(server);
  for (const manifest of installationManifests(installation)) await create(admin, manifest);
  admin.close();
  return server;
}

const plurals: Readonly<Record<string, string>> = {
  Namespace: 'namespaces',
  CustomResourceDefinition: 'customresourcedefinitions',
  ServiceAccount: 'serviceaccounts',
  ClusterRole: 'clusterroles',
  ClusterRoleBinding: 'clusterrolebindings',
  Role: 'roles',
  RoleBinding: 'rolebindings',
  Service: 'services',
  Secret: 'secrets',
  ValidatingWebhookConfiguration: 'validatingwebhookconfigurations',
  ValidatingAdmissionPolicy: 'validatingadmissionpolicies',
  ValidatingAdmissionPolicyBinding: 'validatingadmissionpolicybindings',
};

async function create(admin: KubernetesClient, manifest: JsonObject): Promise<void> {
  const { apiVersion, kind } = manifest;
  const [version = '', group = ''] = String(apiVersion).split('/').reverse();
  const plural = plurals[String(kind)] ?? '';
  const namespaced = isJsonObject(manifest.metadata) && manifest.metadata.namespace !== undefined;
  if (!isKubernetesObject(manifest)) throw new Error('no object');
  const made = await admin.create({ group, version, plural, kind: String(kind), namespaced }, manifest);
  if (!made.ok && made.status.code !== 409) throw new Error(`${String(kind)}: ${made.status.message}`);
}
