import { digestOf, type JsonObject, MovableClock, timestamp } from '@archipelago/apimachinery';
import { createKubernetesClient, type KubernetesClient, nodeTransport } from '@archipelago/kube-client';
import type { ClusterExtension, EmbeddedCluster } from '@archipelago/kube-sandbox';
import { hyperConvergedDefinition } from '../../../config/crd.ts';
import { settings } from '../../../config/settings.ts';
import { layeringKindsOf } from '../../../operator/layering/layering-manifests.ts';
import { clockApi } from '../../../simulation/actors/clock/clock-api.ts';
import { durationText } from '../../../simulation/actors/clock/clock-memory.ts';
import { createObjects } from '../../../simulation/actors/create-objects.ts';
import {
  createDefinitions,
  createInstances,
  createNamespace,
  createReadyNodes,
  renewDefinitions,
} from '../../../simulation/actors/furnish-cluster.ts';
import { metricsApi } from '../../../simulation/actors/metrics/metrics-api.ts';
import { metricsReader } from '../../../simulation/actors/metrics/metrics-reader.ts';
import { customResourceDefinition } from '../../../simulation/definitions/declaration/resource-definition.ts';
import { sandboxDefinitions } from '../../../simulation/definitions/sandbox-definitions.ts';
import { ImagesOfRegistry } from '../../../simulation/image-registry/images-of-registry.ts';
import { type Milestones, once, readMilestones } from '../../../simulation/milestones.ts';
import { playedWorkloads } from '../../../simulation/played-workloads.ts';
import type { StepLog } from '../../process/step-log.ts';
import { checkOrigin, noteOrigin } from './check-origin.ts';
import type { KeptPlace } from './kept-place.ts';
import { removeKubeconfig, takenPlace, writeKubeconfig } from './kubeconfig-file.ts';
import { kubeconfigText } from './kubeconfig-text.ts';
import { planNodes } from './plan-nodes.ts';
import { sandboxConnection } from './sandbox-connection.ts';
import type { SandboxPlan } from './sandbox-options.ts';
import { startCluster } from './start-cluster.ts';

/** An embedded cluster with its definitions and nodes. */
export interface Sandbox {
  readonly cluster: EmbeddedCluster;
  /** The cluster's time: that of the machine, until somebody moves it on. */
  readonly clock: MovableClock;
  /** As the administrator. */
  readonly client: KubernetesClient;
  /** Path of the administrator's kubeconfig. */
  readonly kubeconfig: string;
  /** Of which pods know which architectures they are for. */
  readonly images: ImagesOfRegistry;
  /** What of its furnishing is done. */
  readonly milestones: Milestones;
  /** Ends the cluster; the kubeconfig goes, too, unless somebody chose its place. */
  stop(): Promise<void>;
}

/** How often a watch at rest is heard, in milliseconds; as of a real server when absent. */
export interface Watches {
  readonly bookmarkMs?: number;
}

/** What the cluster has beside its plan. */
interface Extras extends Watches {
  /** APIs that code of this program answers. */
  readonly extensions?: readonly ClusterExtension[];
}

/** Starts and furnishes an embedded cluster, telling each step. A port or a file in the way is a UsageError. */
export async function startSandbox(plan: SandboxPlan, log: StepLog, extras: Extras = {}): Promise<Sandbox> {
  const { cluster, clock, images } = await startPlayed(plan, log, extras);
  const text = kubeconfigText(cluster, plan);
  const kubeconfig = await placeOf(plan, cluster, log);
  const client = administratorOf(cluster, plan);
  const end = async () => {
    client.close();
    await cluster.stop();
    if (plan.kubeconfig.temporary) await removeKubeconfig(kubeconfig, text);
  };
  const stop = async () => {
    await end();
    if (plan.kept !== undefined) log.step(whatStays(plan.kept));
  };
  try {
    log.step(`embedded cluster at ${cluster.url} (${keptHow(plan, cluster)})`);
    if (clock.aheadMs > 0) log.step(`its clock is ${durationText(clock.aheadMs)} ahead, as it was moved`);
    const milestones = await readMilestones(client);
    checkOrigin(milestones, plan);
    await writeKubeconfig(kubeconfig, text);
    cluster.tellOthers(`kubeconfig ${kubeconfig}`);
    log.step(`kubeconfig of an administrator in ${kubeconfig}`);
    await furnish({ client, milestones, clock }, plan, log);
    return { cluster, clock, client, kubeconfig, images, milestones, stop };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The cluster with what code of this program answers and plays in it. */
async function startPlayed(
  plan: SandboxPlan,
  log: StepLog,
  extras: Extras,
): Promise<Pick<Sandbox, 'cluster' | 'clock' | 'images'>> {
  const images = new ImagesOfRegistry();
  const clock = new MovableClock();
  const cluster = await startCluster(plan, {
    ...extras,
    clock,
    extensions: [metricsApi(() => clock.now()), clockApi(clock), ...(extras.extensions ?? [])],
    workloads: playedWorkloads((image) => images.architectures(image)),
    onNotice: (notice) => log.warn(notice),
  });
  return { cluster, clock, images };
}

function administratorOf(cluster: EmbeddedCluster, plan: SandboxPlan): KubernetesClient {
  const account = 'archipelago-sandbox';
  return createKubernetesClient({
    transport: nodeTransport(sandboxConnection(cluster, plan.operatorNamespace)),
    userAgent: account,
    fieldManager: account,
  });
}

/** A place nobody chose is left to the running cluster that has it; a place somebody chose is theirs to give. */
async function placeOf(
  { kubeconfig: { path, temporary } }: SandboxPlan,
  { url }: EmbeddedCluster,
  log: StepLog,
): Promise<string> {
  const taken = temporary ? await takenPlace(path) : undefined;
  // one that names this address is this cluster's, of before it was killed: nobody else can listen there
  if (taken === undefined || taken.server === url) return path;
  const own = `${path}-${new URL(url).port}`;
  log.warn(`${path} belongs to another running cluster, at ${taken.server}; this one's is ${own}`);
  return own;
}

function keptHow({ kept }: SandboxPlan, { isRestored }: EmbeddedCluster): string {
  if (kept === undefined) return 'in memory';
  return isRestored ? `as it was left, kept in ${kept.folder}` : `kept in ${kept.folder}`;
}

function whatStays({ folder, flags }: KeptPlace): string {
  const again = flags === '' ? '' : ` with ${flags}`;
  return `the cluster stays in ${folder}: the same command${again} goes on with it, with --fresh it begins anew`;
}

/** Makes what a new cluster has. What is there, or was and was deleted since, stays as people have left it. */
async function furnish(
  { client, milestones, clock }: Pick<Sandbox, 'client' | 'milestones' | 'clock'>,
  plan: SandboxPlan,
  log: StepLog,
): Promise<void> {
  const { platform, operatorNamespace } = plan;
  const { definitions, instances } = sandboxDefinitions(platform);
  const all = [
    ...definitions.map(customResourceDefinition),
    hyperConvergedDefinition(settings),
    ...layeringKindsOf(platform),
  ];
  await noteOrigin(milestones, plan);
  await once(milestones, 'namespace', () => createNamespace(client, operatorNamespace));
  await furnishDefinitions({ client, milestones }, all);
  await once(milestones, 'instances', () => createInstances(client, instances));
  log.step(`namespace ${operatorNamespace}, ${all.length} custom resource definitions (${platform})`);
  await once(milestones, 'metrics', () => createObjects(client, [metricsReader]));
  const isNew = milestones.get('workers') === undefined;
  const nodes = planNodes(plan, timestamp(clock.now()));
  await once(milestones, 'workers', () => createReadyNodes(client, nodes));
  log.step(
    isNew ? `${nodes.length} simulated nodes: ${countsOf(plan)}` : 'simulated nodes as they were left',
  );
}

/** A newer release brings its own. */
async function furnishDefinitions(
  { client, milestones }: Pick<Sandbox, 'client' | 'milestones'>,
  all: readonly JsonObject[],
): Promise<void> {
  const [before, digest] = [milestones.get('definitions'), digestOf([...all])];
  if (before === digest) return;
  if (before === undefined) await createDefinitions(client, all);
  else await renewDefinitions(client, all);
  await milestones.reach('definitions', digest);
}

function countsOf({ workers, scenario }: SandboxPlan): string {
  if (scenario !== undefined) return `those of the scenario ${scenario.name}`;
  const counts = workers.map(({ architecture, count }) => `${count} ${architecture}`).join(', ');
  return `3 control planes (amd64), workers ${counts}`;
}
