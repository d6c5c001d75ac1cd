import type { Clock } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { parseImageReference } from '@archipelago/oci-registry';
import { machineConfigResources } from '../../../simulation/actors/machine-config/machine-config-resources.ts';
import { standardPools } from '../../../simulation/actors/machine-config/standard-pools.ts';
import { startMachineConfigOperator } from '../../../simulation/actors/machine-config/start-machine-config-operator.ts';
import { nodeArchitectures } from '../../../simulation/actors/node-counts.ts';
import type { ImageRegistry } from '../../../simulation/image-registry/start-image-registry.ts';
import { type Milestones, once } from '../../../simulation/milestones.ts';
import type { Closers } from '../../process/closers.ts';
import type { StepLog } from '../../process/step-log.ts';
import { installObjects } from './install-objects.ts';

interface Means {
  readonly client: KubernetesClient;
  readonly clock: Clock;
  readonly milestones: Milestones;
  readonly registry: ImageRegistry;
  /** How long a simulated node fetches an image, and boots it. */
  readonly takesMs: number;
  readonly log: StepLog;
  readonly closers: Closers;
  readonly onProblem: (problem: string) => void;
}

/** The pools and images that an installed OpenShift has, and somebody who plays the Machine Config Operator. */
export async function furnishMachineConfig(means: Means): Promise<void> {
  const { client, clock, milestones, registry, takesMs, log, closers, onProblem } = means;
  const platforms = nodeArchitectures.map((architecture) => ({ architecture }));
  const image = (name: string) =>
    `${registry.host}/${name}@${registry.push(name, release, { platforms: platforms.map((one) => ({ ...one, revision: name })) })}`;
  const images = { os: image('openshift/os'), extensions: image('openshift/os-extensions') };
  const { machineConfigs, pools } = machineConfigResources;
  await once(milestones, 'pools', () =>
    installObjects(client, [machineConfigs, pools], standardPools(images), false),
  );
  const imageProblem = problemIn(registry);
  const operator = startMachineConfigOperator({ client, clock, takesMs, imageProblem, onProblem });
  closers.add(() => operator.stop());
  log.step('simulated machine config operator: MachineConfigPools master and worker');
}

const release = '4.20';

/** As rpm-ostree finds out when it fetches; what is not in the simulated registry nobody looks at. */
function problemIn(registry: ImageRegistry): (image: string, architecture: string) => string | undefined {
  return (image, architecture) => {
    const parsed = parseImageReference(image);
    if (parsed.kind === 'refused' || parsed.value.registry !== registry.host) return undefined;
    const { repository, digest } = parsed.value;
    if (digest === undefined) return undefined;
    const found = registry.architectures(repository, digest);
    if (found === undefined) return `simulated: fetching ${image}: manifest unknown`;
    return found.includes(architecture)
      ? undefined
      : `simulated: fetching ${image}: no image found in image index for architecture ${architecture}`;
  };
}
