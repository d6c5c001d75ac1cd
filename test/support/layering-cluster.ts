import { randomInt, randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient } from '@archipelago/kube-client';
import { type EmbeddedCluster, inProcessTransport, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { createRegistrySession } from '@archipelago/oci-registry';
import { standardDeployment } from '../../packages/archipelago/src/cluster-facts/standard-cluster.ts';
import { installationManifests } from '../../packages/archipelago/src/operator/installation-manifests.ts';
import {
  buildKinds,
  configKinds,
  layeringKinds,
} from '../../packages/archipelago/src/operator/layering/layering-kinds.ts';
import { layeringManifests } from '../../packages/archipelago/src/operator/layering/layering-manifests.ts';
import { operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import {
  jobsAccount,
  type LayeringChoices,
} from '../../packages/archipelago/src/operator/options/layering-choices.ts';
import type { OperatorEvent } from '../../packages/archipelago/src/operator/options/operator-event.ts';
import type { RunningOperator } from '../../packages/archipelago/src/operator/options/running-operator.ts';
import { startOperator } from '../../packages/archipelago/src/operator/start-operator.ts';
import {
  createNamespace,
  createReadyNodes,
} from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import type { RunPod } from '../../packages/archipelago/src/simulation/actors/jobs/run-pod.ts';
import { startJobController } from '../../packages/archipelago/src/simulation/actors/jobs/start-job-controller.ts';
import { simulatedNode } from '../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';
import { observedTransport, type Seen } from './observed-transport.ts';
import { until } from './until.ts';

/** Of builds. */
export const layeringNamespace = 'layering';
export const operatorNamespace = 'operators';
export const ownImage = 'archipelago';
const group = 'layering.archipelago.dev';
const base = { version: 'v1', namespaced: true };
const rbac = { ...base, group: 'rbac.authorization.k8s.io' };
const policy = { group: 'admissionregistration.k8s.io', version: 'v1', namespaced: false };
const installed = [
  layeringKinds.namespaces,
  {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    plural: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
  },
  { ...base, group: '', plural: 'serviceaccounts', kind: 'ServiceAccount' },
  { ...policy, plural: 'validatingadmissionpolicies', kind: 'ValidatingAdmissionPolicy' },
  { ...policy, plural: 'validatingadmissionpolicybindings', kind: 'ValidatingAdmissionPolicyBinding' },
  { ...rbac, plural: 'roles', kind: 'Role' },
  { ...rbac, plural: 'rolebindings', kind: 'RoleBinding' },
  { ...rbac, plural: 'clusterroles', kind: 'ClusterRole', namespaced: false },
  { ...rbac, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding', namespaced: false },
];

/** An embedded cluster with workers, the operator with layering in it, and jobs that are run. */
export interface LayeringCluster {
  readonly cluster: EmbeddedCluster;
  readonly client: KubernetesClient;
  readonly operator: RunningOperator;
  /** Another operator in place of the one before, which may be told otherwise. */
  restart(choices?: Partial<LayeringChoices>): Promise<void>;
  /** Applies what `manifests` prints for an operator that builds in a namespace. */
  install(namespace: string): Promise<void>;
  /** What operator and jobs had to complain of. */
  readonly problems: readonly string[];
  /** A dockerconfigjson secret in the namespace of the jobs: `user:password` by host. */
  login(name: string, logins: Readonly<Record<string, string>>, namespace?: string): Promise<void>;
  /** A MachineOSConfig for all workers. */
  createConfig(name: string, spec: JsonObject, annotations?: Readonly<Record<string, string>>): Promise<void>;
  patchConfig(name: string, spec: JsonObject): Promise<void>;
  /** Waits for the end of the newest build of a config; not `besides` this one. */
  built(config: string, besides?: string): Promise<KubernetesObject>;
  jobs(): Promise<readonly KubernetesObject[]>;
  pods(): Promise<readonly KubernetesObject[]>;
  stop(): Promise<void>;
}

interface LayeringClusterOptions {
  /** Of the workers, one each. */
  readonly architectures: readonly string[];
  readonly run: (cluster: EmbeddedCluster, client: KubernetesClient) => RunPod;
  /** How registries are asked. */
  readonly choices?: Partial<LayeringChoices>;
  /** Hears of what the operator asks the API server. */
  readonly onAnswer?: (seen: Seen) => void;
  /** The operator has the rights that `install` gives it, and no other; absent: all. */
  readonly hasAccount?: true;
}

/** Starts all of it. */
export async function startLayeringCluster(options: LayeringClusterOptions): Promise<LayeringCluster> {
  // the planner waits a little for more nodes to come after the last one
  let ageMs = 60_000;
  const environment = { now: () => Date.now() - ageMs, uuid: randomUUID };
  const cluster = await startEmbeddedCluster({
    environment: { ...environment, random: (limit) => randomInt(limit) },
  });
  const client = createKubernetesClient({ transport: inProcessTransport(cluster), userAgent: 'test' });
  const problems: string[] = [];
  await furnish(client, options.architectures);
  ageMs = 0;
  const controller = startJobController({
    client,
    logs: cluster.logs,
    run: options.run(cluster, client),
    onProblem: (problem) => problems.push(problem),
    backoff: { baseMs: 10, capMs: 10 },
  });
  const session = createRegistrySession();
  const { onAnswer = () => undefined } = options;
  const transport = observedTransport(inProcessTransport(cluster, tokenOf(cluster, options)), { onAnswer });
  const start = (choices: Partial<LayeringChoices> = {}) =>
    startOperator({
      client: createKubernetesClient({ transport, userAgent: 'operator' }),
      namespace: operatorNamespace,
      deployment: standardDeployment,
      // what is granted is noticed soon
      timing: { forbiddenBackoff: { baseMs: 20, capMs: 100 } },
      onEvent: (event) => problems.push(...problemOf(event)),
      layering: {
        namespace: layeringNamespace,
        builderImage: 'builder',
        ownImage,
        serviceAccount: jobsAccount,
        clusterJobs: 8,
        storeLimit: '100Gi',
        session,
        access: { credentials: [], ca: undefined },
        rules: [],
        registriesConf: undefined,
        ...options.choices,
        ...choices,
      },
    });
  let operator = start();
  return {
    cluster,
    client,
    get operator() {
      return operator;
    },
    async restart(choices) {
      await operator.stop();
      operator = start(choices);
    },
    install: (namespace) => install(client, namespace),
    problems,
    ...using(client, problems),
    async stop() {
      await operator.stop();
      await controller.stop();
      session.transport.close();
      client.close();
      await cluster.stop();
    },
  };
}

/** Without a token of its own it is the administrator. */
function tokenOf(cluster: EmbeddedCluster, { hasAccount }: LayeringClusterOptions): string | undefined {
  if (hasAccount !== true) return undefined;
  const name = `system:serviceaccount:${operatorNamespace}:${operatorName}`;
  return cluster.addUser({ name, groups: ['system:serviceaccounts', 'system:authenticated'] });
}

async function install(client: KubernetesClient, layeringNamespace: string): Promise<void> {
  const installation = { namespace: operatorNamespace, layeringNamespace } as const;
  const flags = { platform: 'kubernetes', importer: 'ssp', layering: 'builder' } as const;
  for (const manifest of installationManifests({ ...installation, ...flags })) {
    const resource = installed.find(({ kind }) => kind === manifest.kind);
    if (resource === undefined || !isObject(manifest)) throw new Error(`unknown kind: ${manifest.kind}`);
    const made = await client.create(resource, manifest);
    if (made.ok) continue;
    must(await client.patch(resource, manifest.metadata, { type: 'merge', body: manifest }));
  }
}

function problemOf(event: OperatorEvent): readonly string[] {
  return event.type === 'problem' ? [event.message] : [];
}

async function furnish(client: KubernetesClient, architectures: readonly string[]): Promise<void> {
  await createNamespace(client, operatorNamespace);
  const now = new Date().toISOString();
  const workers = architectures.map((architecture, index) =>
    simulatedNode({ name: `worker-${architecture}`, architecture, roles: ['worker'] }, { now, index }),
  );
  await createReadyNodes(client, workers);
  const place = { namespace: operatorNamespace, layeringNamespace, platform: 'kubernetes' } as const;
  for (const manifest of layeringManifests(place)) {
    const resource = installed.find(({ kind }) => kind === manifest.kind);
    if (resource === undefined || !isObject(manifest)) throw new Error(`unknown kind: ${manifest.kind}`);
    must(await client.create(resource, manifest));
  }
}

function isObject(value: JsonObject): value is JsonObject & KubernetesObject {
  return typeof value.kind === 'string' && isJsonObject(value.metadata);
}

function must<T>(result: { ok: true; value: T } | { ok: false; status: { message: string } }): T {
  if (!result.ok) throw new Error(result.status.message);
  return result.value;
}

function using(client: KubernetesClient, problems: readonly string[]) {
  const configs = configKinds[group];
  const list = async (resource: Parameters<KubernetesClient['list']>[0]) =>
    must(await client.list(resource)).items;
  return {
    login: async (name: string, logins: Readonly<Record<string, string>>, namespace = layeringNamespace) => {
      const auths = Object.entries(logins).map(([host, login]) => [
        host,
        { auth: Buffer.from(login).toString('base64') },
      ]);
      const text = JSON.stringify({ auths: Object.fromEntries(auths) });
      must(
        await client.create(layeringKinds.secrets, {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name, namespace },
          type: 'kubernetes.io/dockerconfigjson',
          data: { '.dockerconfigjson': Buffer.from(text).toString('base64') },
        }),
      );
    },
    createConfig: async (
      name: string,
      spec: JsonObject,
      annotations: Readonly<Record<string, string>> = {},
    ) => {
      const whole = {
        nodeSelector: { 'node-role.kubernetes.io/worker': '' },
        imageBuilder: { imageBuilderType: 'Job' },
        ...spec,
      };
      const object = {
        apiVersion: `${group}/v1`,
        kind: 'MachineOSConfig',
        metadata: { name, annotations },
        spec: whole,
      };
      must(await client.create(configs, object));
    },
    patchConfig: async (name: string, spec: JsonObject) => {
      must(await client.patch(configs, { name }, { type: 'merge', body: { spec } }));
    },
    jobs: () => list(layeringKinds.jobs),
    pods: () => list(layeringKinds.pods),
    built: (config: string, besides = '') => {
      const find = async () =>
        (await list(buildKinds[group])).find(
          ({ metadata, status }) =>
            metadata.name.startsWith(`${config}-`) &&
            metadata.name !== besides &&
            isJsonObject(status) &&
            ['Succeeded', 'Failed', 'Interrupted'].includes(String(status.phase)),
        );
      const tell = async () => {
        const kinds = [configs, buildKinds[group], layeringKinds.pods];
        const shown = (await Promise.all(kinds.map(list))).flat();
        return `no build has ended: ${problems.join('; ')} ${JSON.stringify(shown.map(({ status }) => status))}`;
      };
      return until(find, { pauseMs: 50, tell });
    },
  };
}
