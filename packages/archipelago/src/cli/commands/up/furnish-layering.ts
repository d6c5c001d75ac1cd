import type { KubernetesClient, Resource } from '@archipelago/kube-client';
import {
  type AddressPolicy,
  type CredentialEntry,
  createRegistrySession,
  insecureRules,
} from '@archipelago/oci-registry';
import { layeringKinds } from '../../../operator/layering/layering-kinds.ts';
import { layeringManifests } from '../../../operator/layering/layering-manifests.ts';
import {
  jobsAccount,
  type LayeringChoices,
  usualBuildsNamespace,
  usualClusterJobs,
  usualStoreLimit,
} from '../../../operator/options/layering-choices.ts';
import { isBuildJob } from '../../../simulation/actors/jobs/is-build-job.ts';
import { startJobController } from '../../../simulation/actors/jobs/start-job-controller.ts';
import { startNodeAgents } from '../../../simulation/actors/node-agent/start-node-agents.ts';
import { nodeArchitectures } from '../../../simulation/actors/node-counts.ts';
import type { ImageRegistry } from '../../../simulation/image-registry/start-image-registry.ts';
import { once } from '../../../simulation/milestones.ts';
import type { Closers } from '../../process/closers.ts';
import type { StepLog } from '../../process/step-log.ts';
import type { SandboxPlan } from '../sandbox/sandbox-options.ts';
import type { Sandbox } from '../sandbox/start-sandbox.ts';
import { type Builds, chooseBuildRunner, ownImage } from './choose-build-runner.ts';
import type { CreatedObjects } from './created-objects.ts';
import type { RegistryLogin } from './furnish-images.ts';
import { furnishMachineConfig } from './furnish-machine-config.ts';
import { installObjects } from './install-objects.ts';
import type { LayeringSummary } from './up-summary.ts';

/** What layering is done with. */
export interface FurnishedLayering {
  readonly choices: LayeringChoices;
  readonly summary: LayeringSummary;
}

interface Surroundings {
  readonly sandbox: Sandbox;
  readonly plan: Pick<SandboxPlan, 'operatorNamespace' | 'platform'>;
  /** Where images are pushed, and the base is. */
  readonly registry: ImageRegistry;
  /** Without it nothing is pushed there. */
  readonly login: RegistryLogin;
  readonly addresses: () => AddressPolicy;
  readonly builds: Builds;
  /** By the operator. */
  readonly created: CreatedObjects;
}

interface Means {
  readonly log: StepLog;
  readonly closers: Closers;
  readonly onProblem: (problem: string) => void;
}

/** The namespace of builds and the account of their jobs, somebody who runs them, a base image, and the operator's choices that lead to all that. */
export async function furnishLayering(
  { sandbox, plan, registry, login, addresses, builds, created }: Surroundings,
  means: Means,
): Promise<FurnishedLayering> {
  const { client, cluster, clock, milestones } = sandbox;
  const { log, closers, onProblem } = means;
  await once(milestones, 'layering', () => createPlace(client, plan));
  const platforms = nodeArchitectures.map((architecture) => ({ architecture }));
  registry.push('base/os', '10', { platforms });
  const session = createRegistrySession({ addresses });
  closers.add(async () => session.transport.close());
  const run = chooseBuildRunner(builds, sandbox, created);
  const jobs = { run, takes: isBuildJob, logs: cluster.logs };
  const controller = startJobController({ client, clock, ...jobs, onProblem });
  closers.add(() => controller.stop());
  log.step(`simulated job controller: ${describe[builds]}`);
  await furnishNodes({ client, clock, milestones, registry, platform: plan.platform }, means);
  return {
    choices: {
      namespace: usualBuildsNamespace,
      builderImage: 'builder',
      ownImage,
      serviceAccount: jobsAccount,
      storeLimit: usualStoreLimit,
      clusterJobs: usualClusterJobs,
      rollout: true,
      session,
      access: { credentials: [credentialOf(registry, login)], ca: undefined },
      rules: insecureRules([registry.host]),
      registriesConf: `[[registry]]\nlocation = "${registry.host}"\ninsecure = true\n`,
    },
    summary: { builds, namespace: usualBuildsNamespace, registry: registry.host, login },
  };
}

/** Somebody who brings images to nodes: on OpenShift the Machine Config Operator, elsewhere an agent on each. */
async function furnishNodes(
  {
    client,
    clock,
    milestones,
    registry,
    platform,
  }: Pick<Surroundings, 'registry'> &
    Pick<Surroundings['plan'], 'platform'> &
    Pick<Sandbox, 'client' | 'clock' | 'milestones'>,
  means: Means,
): Promise<void> {
  if (platform === 'openshift')
    return await furnishMachineConfig({ client, clock, milestones, registry, takesMs: agentMs, ...means });
  const { log, closers, onProblem } = means;
  const agents = startNodeAgents({ client, clock, takesMs: agentMs, onProblem });
  closers.add(() => agents.stop());
  log.step('simulated node agents: nodes get new images one after the other');
}

/** How long a simulated node fetches an image, and boots it. */
const agentMs = 1_000;

const describe: Readonly<Record<Builds, string>> = {
  simulated: 'image builds are simulated',
  buildah: "images are built with this machine's buildah; other jobs are simulated",
};

function credentialOf({ host }: ImageRegistry, { username, password }: RegistryLogin): CredentialEntry {
  return { scope: host, credential: { kind: 'password', username, password } };
}

const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1', namespaced: true };
const kinds: readonly Resource[] = [
  layeringKinds.namespaces,
  { group: '', version: 'v1', plural: 'serviceaccounts', kind: 'ServiceAccount', namespaced: true },
  { ...rbac, plural: 'roles', kind: 'Role' },
  { ...rbac, plural: 'rolebindings', kind: 'RoleBinding' },
];

/** As an installation has them; the definitions are there. */
async function createPlace(
  client: KubernetesClient,
  { operatorNamespace: namespace, platform }: Surroundings['plan'],
): Promise<void> {
  await installObjects(client, kinds, layeringManifests({ namespace, platform }), false);
}
