import type { ContainerPlan, PodPlan } from './pod-plan.ts';
import type { RunOutcome } from './run-pod.ts';

/** Runs a pod's containers in their order: those that initialize one after the other, then the others at the same time. */
export async function runContainers(
  plan: Pick<PodPlan, 'initContainers' | 'containers'>,
  run: (container: ContainerPlan) => Promise<RunOutcome>,
): Promise<RunOutcome> {
  const logs: string[] = [];
  for (const container of plan.initContainers) {
    const outcome = await run(container);
    if (!isSuccess(outcome)) return outcome;
    logs.push(outcome.log);
  }
  const outcomes = await Promise.all(plan.containers.map(run));
  const bad = outcomes.find((outcome) => !isSuccess(outcome));
  if (bad !== undefined) return bad;
  return { exitCode: 0, log: [...logs, ...outcomes.filter(isSuccess).map(({ log }) => log)].join('') };
}

function isSuccess(outcome: RunOutcome): outcome is Extract<RunOutcome, { exitCode: number }> {
  return 'exitCode' in outcome && outcome.exitCode === 0;
}
