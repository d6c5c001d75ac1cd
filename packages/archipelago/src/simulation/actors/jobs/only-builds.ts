import {
  type Clock,
  type KubernetesObject,
  objectAt,
  sleep,
  systemClock,
  textAt,
} from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import type { RunPod } from './run-pod.ts';

/** Which jobs are run, and by whom. */
interface OnlyBuildsOptions {
  readonly client: KubernetesClient;
  /** An object as the operator has created it, by its uid; undefined: somebody else did. */
  readonly created: (uid: string) => KubernetesObject | undefined;
  readonly run: RunPod;
  readonly clock?: Clock;
}

/** The operator hears of what it created a little later than the watch tells. */
const patienceMs = 2_000;
const lookAgainMs = 50;

/**
 * Runs pods of jobs that the operator has made for one of its MachineOSBuilds, as the operator wrote them: whoever may create jobs or pods
 * in the cluster may write any owner, label and name into them, but is not the one who created what the operator created. All others are
 * not run.
 */
export function onlyBuilds({ client, created, run, clock = systemClock }: OnlyBuildsOptions): RunPod {
  return async (pod, job, signal, log) => {
    const written = await known(job.metadata.uid ?? '', { created, clock, signal });
    const stranger = `job ${job.metadata.name} is none that the operator made for a MachineOSBuild: nothing else is run here`;
    if (written === undefined) return { notSimulated: stranger };
    const build = buildOf(written);
    if (build === undefined || created(build.uid) === undefined) return { notSimulated: stranger };
    const resource = {
      ...build.resource,
      plural: 'machineosbuilds',
      kind: 'MachineOSBuild',
      namespaced: false,
    };
    const found = await client.get(resource, { name: build.name }, { signal });
    if (!found.ok || found.value.metadata.uid !== build.uid)
      return {
        notSimulated: `MachineOSBuild ${build.name}, which job ${job.metadata.name} belongs to, is gone`,
      };
    return await run(asWritten(pod, written), job, signal, log);
  };
}

interface Wait extends Pick<OnlyBuildsOptions, 'created'> {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

async function known(uid: string, { created, clock, signal }: Wait): Promise<KubernetesObject | undefined> {
  for (let waited = 0; waited < patienceMs && created(uid) === undefined; waited += lookAgainMs)
    await sleep(clock, lookAgainMs, signal);
  return created(uid);
}

function buildOf({ kind, metadata }: KubernetesObject) {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller === true);
  if (kind !== 'Job' || owner?.kind !== 'MachineOSBuild') return undefined;
  const [group = '', version = ''] = owner.apiVersion.split('/');
  return { name: owner.name, uid: owner.uid, resource: { group, version } };
}

/** A pod can be made in advance under the name that the job's pod will have; only its place is taken from it. */
function asWritten(pod: KubernetesObject, job: KubernetesObject): KubernetesObject {
  const template = objectAt(job, 'spec', 'template');
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      labels: textsOf(objectAt(template, 'metadata', 'labels')),
      annotations: textsOf(objectAt(template, 'metadata', 'annotations')),
    },
    spec: { ...objectAt(template, 'spec'), nodeName: textAt(pod, 'spec', 'nodeName') },
  };
}

function textsOf(values: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
