import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import {
  type ApiResult,
  createKubernetesClient,
  type KubernetesClient,
  loadConnection,
  nodeTransport,
  type ObjectName,
  type Resource,
} from '@archipelago/kube-client';
import { hyperConvergedDefinition } from '../../packages/archipelago/src/config/crd.ts';
import { operands } from '../../packages/archipelago/src/config/operands.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import { hyperConvergeds } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';
import type { ImporterMode } from '../../packages/archipelago/src/operator/options/golden-image-choices.ts';
import {
  createDefinitions,
  createInstances,
  createNamespace,
  createReadyNodes,
} from '../../packages/archipelago/src/simulation/actors/furnish-cluster.ts';
import type { WorkerCount } from '../../packages/archipelago/src/simulation/actors/node-counts.ts';
import { startOperandControllers } from '../../packages/archipelago/src/simulation/actors/operand-controller.ts';
import { simulatedNodes } from '../../packages/archipelago/src/simulation/actors/simulated-nodes.ts';
import { customResourceDefinition } from '../../packages/archipelago/src/simulation/definitions/declaration/resource-definition.ts';
import {
  type SandboxPlatform,
  sandboxDefinitions,
} from '../../packages/archipelago/src/simulation/definitions/sandbox-definitions.ts';
import { startKubernetes } from '../kubernetes/start-kubernetes.ts';
import { toldSecrets } from '../support/told-secrets.ts';
import { upstreamDefinition } from '../support/upstream-definitions.ts';
import { allOutputs, startArchipelago } from './archipelago-process.ts';
import { installOperator } from './install-operator.ts';

export const operatorNamespace = 'kubevirt-hyperconverged';
export const operatorNamespaces = { kubernetes: operatorNamespace, openshift: 'openshift-cnv' } as const;
export const hyperConvergedName = { namespace: operatorNamespace, name: 'kubevirt-hyperconverged' };

/** What a user writes. */
interface HyperConvergedParts {
  readonly spec: JsonObject;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A cluster with definitions, nodes and simulated operand controllers, which run in this process. */
export interface FurnishedCluster {
  /** Of an administrator. */
  readonly kubeconfig: string;
  /** Of the operator's service account. */
  readonly operatorKubeconfig: string;
  /** Of a real Kubernetes: its file. */
  readonly auditLog?: string | undefined;
  /** As an administrator who is not the operator. */
  readonly client: KubernetesClient;
  get(resource: Resource, name: ObjectName): Promise<KubernetesObject | undefined>;
  hyperConverged(): Promise<KubernetesObject | undefined>;
  createHyperConverged(parts: HyperConvergedParts): Promise<void>;
  /** Every object the operator may own, by kind and name; undefined where there is none. */
  operands(): Promise<ReadonlyMap<string, KubernetesObject | undefined>>;
  stop(): Promise<void>;
}

/** Which cluster; two amd64 workers on plain Kubernetes when nothing is said. */
interface FurnishedClusterOptions {
  readonly platform?: SandboxPlatform;
  readonly workers?: readonly WorkerCount[];
  /** Whom the operator's permissions let import golden images; SSP when absent. */
  readonly importer?: ImporterMode;
  /** Image with buildah; its permissions let the operator layer when there is one. */
  readonly layering?: string;
  /** Of a real Kubernetes. */
  readonly auditRules?: readonly object[];
}

/** How a test gets a cluster, and what it is called. */
export interface FurnishedClusters {
  readonly name: 'embedded' | 'kubernetes';
  start(options?: FurnishedClusterOptions): Promise<FurnishedCluster>;
}

const twoWorkers: readonly WorkerCount[] = [{ architecture: 'amd64', count: 2 }];
const operandDelayMs = 30;

/** `archipelago sandbox` in a process of its own. */
export const furnishedSandboxes: FurnishedClusters = {
  name: 'embedded',
  start: async ({ platform = 'kubernetes', workers = twoWorkers, importer = 'ssp' } = {}) => {
    const folder = mkdtempSync(join(tmpdir(), 'archipelago-real-'));
    const kubeconfig = join(folder, 'kubeconfig');
    const nodes = workers.map(({ architecture, count }) => `${architecture}=${count}`).join(',');
    const server = startArchipelago([
      ...['sandbox', '--platform', platform, '--port', '0'],
      ...['--nodes', nodes, '--kubeconfig-out', kubeconfig],
    ]);
    const stop = async () => {
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    };
    try {
      await server.said(/^ready kubeconfig=/m);
      return await furnished({ kubeconfig, platform, importer, stop });
    } catch (error) {
      await stop();
      throw error;
    }
  },
};

/** A real Kubernetes, with the definitions that operands have upstream. */
export const furnishedKubernetes: FurnishedClusters = {
  name: 'kubernetes',
  start: async (options = {}) => {
    const {
      platform = 'kubernetes',
      workers = twoWorkers,
      importer = 'ssp',
      layering,
      auditRules = [],
    } = options;
    const kubernetes = await startKubernetes({ auditRules });
    const namespace = operatorNamespaces[platform];
    try {
      const admin = await clientOf(kubernetes.adminKubeconfig);
      await furnish(admin, platform, workers);
      admin.close();
      return await furnished({
        kubeconfig: await withNamespace(kubernetes.adminKubeconfig, namespace),
        platform,
        importer,
        layering,
        auditLog: kubernetes.auditLog,
        stop: () => kubernetes.stop(),
      });
    } catch (error) {
      await kubernetes.stop();
      throw error;
    }
  },
};

async function furnish(
  client: KubernetesClient,
  platform: SandboxPlatform,
  workers: readonly WorkerCount[],
): Promise<void> {
  const { definitions, instances } = sandboxDefinitions(platform);
  await createNamespace(client, operatorNamespaces[platform]);
  await createDefinitions(client, [
    ...definitions.map(customResourceDefinition).map(upstreamDefinition),
    hyperConvergedDefinition(settings),
  ]);
  await createInstances(client, instances);
  await createReadyNodes(client, simulatedNodes('2026-01-01T00:00:00Z', workers));
}

/** Commands without `-n` are about the operator's namespace, as with the kubeconfig of `archipelago up`. */
async function withNamespace(kubeconfig: string, namespace: string): Promise<string> {
  const config = JSON.parse(readFileSync(kubeconfig, 'utf8'));
  config.contexts[0].context.namespace = namespace;
  const path = kubeconfig.replace(/\.json$/, `-${namespace}.json`);
  writeFileSync(path, JSON.stringify(config), { mode: 0o600 });
  return path;
}

async function clientOf(kubeconfig: string): Promise<KubernetesClient> {
  return createKubernetesClient({
    transport: nodeTransport(await loadConnection({ kubeconfig })),
    userAgent: 'test',
    fieldManager: 'test',
  });
}

interface Bare extends Pick<FurnishedCluster, 'kubeconfig' | 'auditLog' | 'stop'> {
  readonly platform: SandboxPlatform;
  readonly importer: ImporterMode;
  readonly layering?: string | undefined;
}

async function furnished(bare: Bare): Promise<FurnishedCluster> {
  const { kubeconfig, platform, importer, layering, auditLog, stop } = bare;
  const namespace = operatorNamespaces[platform];
  const operatorKubeconfig = await installOperator(kubeconfig, { namespace, platform, importer, layering });
  const client = await clientOf(kubeconfig);
  const controllers = startOperandControllers({
    client,
    delayMs: operandDelayMs,
    onProblem: () => undefined,
  });
  return {
    ...access(client, namespace),
    kubeconfig,
    operatorKubeconfig,
    auditLog,
    client,
    stop: async () => {
      await controllers.stop();
      const told = await toldSecrets(client, allOutputs());
      client.close();
      await stop();
      if (told.length > 0) throw new Error(`somebody told ${told.join(', ')}`);
    },
  };
}

type Access = Pick<FurnishedCluster, 'get' | 'hyperConverged' | 'createHyperConverged' | 'operands'>;

function access(client: KubernetesClient, namespace: string): Access {
  const place = { ...hyperConvergedName, namespace };
  async function get(resource: Resource, name: ObjectName): Promise<KubernetesObject | undefined> {
    const result = await client.get(resource, name);
    return !result.ok && result.status.code === 404 ? undefined : demand(result);
  }
  return {
    get,
    hyperConverged: () => get(hyperConvergeds, place),
    createHyperConverged: async ({ spec, annotations }) => {
      const metadata = { ...place, ...(annotations === undefined ? {} : { annotations }) };
      const object = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata, spec };
      demand(await client.create(hyperConvergeds, object));
    },
    operands: async () =>
      new Map(
        await Promise.all(
          operands.map(async (operand) => {
            const name = operand.name(hyperConvergedName.name);
            const home = operand.namespaced ? (operand.namespace ?? place.namespace) : undefined;
            return [`${operand.kind} ${name}`, await get(operand, { namespace: home, name })] as const;
          }),
        ),
      ),
  };
}

/** The answer, where anything but an answer is a bug. */
export function demand<T>(result: ApiResult<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.status.code} ${result.status.message}`);
}
