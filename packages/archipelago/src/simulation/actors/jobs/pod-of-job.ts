import { createHash } from 'node:crypto';
import { type KubernetesObject, objectAt } from '@archipelago/apimachinery';
import { simulatedAnnotation } from '../../definitions/declaration/simulated.ts';

/** Keeps a pod until its end is counted. */
export const trackingFinalizer = 'batch.kubernetes.io/job-tracking';

/** As the API server makes names up, without vowels. */
const letters = 'bcdfghjklmnpqrstvwxz2456789';
const suffixLength = 5;
/** The longest name of a pod that is its hostname, too. */
const longestName = 63;

/** The name of a job's pod number `ordinal`: always the same, so that no pod is made twice. */
export function podName(job: KubernetesObject, ordinal: number): string {
  const { name, uid = '' } = job.metadata;
  const bytes = createHash('sha256').update(`${uid}/${ordinal}`).digest().subarray(0, suffixLength);
  const suffix = [...bytes].map((byte) => letters.charAt(byte % letters.length)).join('');
  return `${name.slice(0, longestName - suffixLength - 1)}-${suffix}`;
}

/** The pod as the job controller makes it of the template. */
export function podOfJob(job: KubernetesObject, name: string): KubernetesObject {
  const { namespace = '', name: jobName, uid = '' } = job.metadata;
  const template = objectAt(job, 'spec', 'template');
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace,
      labels: textsOf(objectAt(template, 'metadata', 'labels')),
      annotations: {
        ...textsOf(objectAt(template, 'metadata', 'annotations')),
        [simulatedAnnotation]: 'true',
      },
      finalizers: [trackingFinalizer],
      ownerReferences: [
        {
          apiVersion: 'batch/v1',
          kind: 'Job',
          name: jobName,
          uid,
          controller: true,
          blockOwnerDeletion: true,
        },
      ],
    },
    spec: objectAt(template, 'spec'),
  };
}

function textsOf(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
