import { timestamp } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, nodeTransport } from '@archipelago/kube-client';
import { type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { hyperConvergedDefinition } from '../../../config/crd.ts';
import { settings } from '../../../config/settings.ts';
import { layeringKindsOf } from '../../../operator/layering/layering-manifests.ts';
import {
  createDefinitions,
  createInstances,
  createNamespace,
  createReadyNodes,
} from '../../../simulation/actors/furnish-cluster.ts';
import { customResourceDefinition } from '../../../simulation/definitions/declaration/resource-definition.ts';
import { sandboxDefinitions } from '../../../simulation/definitions/sandbox-definitions.ts';
import { ImagesOfRegistry } from '../../../simulation/image-registry/images-of-registry.ts';
import { playedWorkloads } from '../../../simulation/played-workloads.ts';
import { UsageError } from '../../process/io.ts';
import type { StepLog } from '../../process/step-log.ts';
import { removeKubeconfig, takenPlace, writeKubeconfig } from './kubeconfig-file.ts';
import { kubeconfigText } from './kubeconfig-text.ts';
import { planNodes } from './plan-nodes.ts';
import { sandboxConnection } from './sandbox-connection.ts';
import type { SandboxPlan } from './sandbox-options.ts';

/** An embedded cluster with its definitions and nodes. */
export interface Sandbox {
  readonly cluster: EmbeddedCluster;
  /** As the administrator. */
  readonly client: KubernetesClient;
  /** Path of the administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** Of which pods know which architectures they are for. */
  readonly images: ImagesOfRegistry;
  /** Ends the cluster; the kubeconfig goes, too, unless somebody chose its place. */
  stop(): Promise<void>;
}

/** How often a watch at rest is heard, in milliseconds; as of a real server when absent. */
export interface Watches {
  readonly bookmarkMs?: number;
}

/** Starts and furnishes an embedded cluster, telling each step. A port or a file in the way is a UsageError. */
export async function startSandbox(plan: SandboxPlan, log: StepLog, watches: Watches = {}): Promise<Sandbox> {
  const images = new ImagesOfRegistry();
  const cluster = await start(plan.port, watches, images);
  const text = kubeconfigText(cluster, plan);
  const kubeconfig = await placeOf(plan, cluster, log);
  const client = createKubernetesClient({
    transport: nodeTransport(sandboxConnection(cluster, plan.operatorNamespace)),
    userAgent: 'archipelago-sandbox',
    fieldManager: 'archipelago-sandbox',
  });
  const stop = async () => {
    client.close();
    await cluster.stop();
    if (plan.kubeconfig.temporary) await removeKubeconfig(kubeconfig, text);
  };
  try {
    log.step(`embedded cluster at ${cluster.url} (in memory)`);
    await writeKubeconfig(kubeconfig, text);
    log.step(`kubeconfig of an administrator in ${kubeconfig}`);
    await furnish(client, plan, log);
    return { cluster, client, kubeconfig, images, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A place nobody chose is left to the running cluster that has it; a place somebody chose is theirs to give. */
async function placeOf(
  { kubeconfig: { path, temporary } }: SandboxPlan,
  { url }: EmbeddedCluster,
  log: StepLog,
): Promise<string> {
  const taken = temporary ? await takenPlace(path) : undefined;
  if (taken === undefined) return path;
  const own = `${path}-${new URL(url).port}`;
  log.warn(`${path} belongs to another running cluster, at ${taken.server}; this one's is ${own}`);
  return own;
}

async function furnish(client: KubernetesClient, plan: SandboxPlan, log: StepLog): Promise<void> {
  const { platform, operatorNamespace } = plan;
  const { definitions, instances } = sandboxDefinitions(platform);
  const all = [
    ...definitions.map(customResourceDefinition),
    hyperConvergedDefinition(settings),
    ...layeringKindsOf(platform),
  ];
  await createNamespace(client, operatorNamespace);
  await createDefinitions(client, all);
  await createInstances(client, instances);
  log.step(`namespace ${operatorNamespace}, ${all.length} custom resource definitions (${platform})`);
  const nodes = planNodes(plan, timestamp(Date.now()));
  await createReadyNodes(client, nodes);
  log.step(`${nodes.length} simulated nodes: ${countsOf(plan)}`);
}

function countsOf({ workers, scenario }: SandboxPlan): string {
  if (scenario !== undefined) return `those of the scenario ${scenario.name}`;
  const counts = workers.map(({ architecture, count }) => `${count} ${architecture}`).join(', ');
  return `3 control planes (amd64), workers ${counts}`;
}

async function start(
  port: number,
  { bookmarkMs }: Watches,
  images: ImagesOfRegistry,
): Promise<EmbeddedCluster> {
  const workloads = playedWorkloads((image) => images.architectures(image));
  try {
    return await startEmbeddedCluster({ port, bookmarkMs, workloads });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new UsageError(`--port ${port}: something else listens there; choose another, or 0 for any`);
    if (code === 'EACCES')
      throw new UsageError(`--port ${port}: needs more rights than you have; choose one from 1024 on`);
    throw error;
  }
}
