import type { KubernetesObject } from '@archipelago/apimachinery';
import type { WorkloadOptions } from '@archipelago/kube-sandbox';
import { isBuildJob } from './actors/jobs/is-build-job.ts';
import { simulatedAnnotation } from './definitions/declaration/simulated.ts';

/**
 * How workloads fare in the simulated world. Pods of machines and of image builds have players of their own.
 * `imageArchitectures`: what there is of an image; undefined for one that nobody knows.
 */
export function playedWorkloads(
  imageArchitectures: (image: string) => readonly string[] | undefined = () => undefined,
): WorkloadOptions {
  return {
    annotations: { [simulatedAnnotation]: 'true' },
    prefix: 'sandbox.archipelago.dev',
    imageArchitectures,
    isLeft: (object, controller) => isOfMachine(object) || isBuildJob(object) || isBuildJob(controller),
  };
}

function isOfMachine({ kind, metadata }: KubernetesObject): boolean {
  return kind === 'Pod' && metadata.labels?.['kubevirt.io'] === 'virt-launcher';
}
