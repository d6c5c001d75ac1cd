import { type KubernetesObject, textAt } from '@archipelago/apimachinery';
import type { KubernetesClient } from '@archipelago/kube-client';
import { isEnded } from './job-tally.ts';
import type { JobsWrite } from './jobs-write.ts';
import type { PodRuns } from './pod-runs.ts';
import { podStep } from './pod-step.ts';
import { sendWrite } from './send-write.ts';

/** What there is to do about one job. */
export interface JobWork {
  /** Undefined: it is gone, pods are left. */
  readonly job: KubernetesObject | undefined;
  readonly writes: readonly JobsWrite[];
  /** Each takes its next step. */
  readonly pods: readonly KubernetesObject[];
}

interface WorkPlace {
  readonly client: KubernetesClient;
  readonly runs: PodRuns;
  readonly nodes: readonly KubernetesObject[];
  /** Of all jobs. */
  readonly allPods: readonly KubernetesObject[];
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Does it all and gives the first problem. */
export async function carryOut(
  { job, writes, pods }: JobWork,
  place: WorkPlace,
): Promise<string | undefined> {
  const load = loadOf(place.allPods);
  const problems: string[] = [];
  const write = async (one: JobsWrite): Promise<boolean> => {
    const { done, problem } = await send(one, place);
    if (problem !== undefined) problems.push(problem);
    return done;
  };
  for (const one of writes) await write(one);
  for (const pod of pods) {
    const step = podStep(pod, { nodes: place.nodes, load, run: place.runs.of(pod), now: place.now });
    if (step.do === 'stop') place.runs.stop(pod);
    if (step.do === 'write') await write(step.write);
    if (step.do === 'start' && (await write(step.write)) && job !== undefined) place.runs.start(pod, job);
  }
  return problems[0];
}

function loadOf(pods: readonly KubernetesObject[]): ReadonlyMap<string, number> {
  const load = new Map<string, number>();
  for (const pod of pods) {
    const node = textAt(pod, 'spec', 'nodeName');
    if (node !== '' && !isEnded(pod)) load.set(node, (load.get(node) ?? 0) + 1);
  }
  return load;
}

/** What was refused because something has changed meanwhile is looked at again when the watch tells. */
async function send(
  write: JobsWrite,
  { client, signal }: WorkPlace,
): Promise<{ readonly done: boolean; readonly problem: string | undefined }> {
  const { kind, metadata } = write.object;
  const result = await sendWrite(client, write, signal);
  if (result.ok) return { done: true, problem: undefined };
  const { code, message } = result.status;
  const isLate = code === 404 || code === 409;
  return { done: false, problem: isLate ? undefined : `${kind} ${metadata.name}: ${message}` };
}
