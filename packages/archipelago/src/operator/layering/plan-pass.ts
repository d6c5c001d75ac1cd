import type { KubernetesObject } from '@archipelago/apimachinery';
import { printFieldRefusal } from '../../layering/api/check-against-schema.ts';
import { parseMachineOsConfig } from '../../layering/api/parse-machine-os-config.ts';
import type {
  LayeringDeployment,
  LayeringPlan,
  ObservedObjects,
} from '../../layering/build-plan/layering-plan.ts';
import { planBuildRemoval } from '../../layering/build-plan/plan-build-removal.ts';
import { planLayering } from '../../layering/build-plan/plan-layering.ts';
import type { RegistryAnswer } from '../../layering/build-plan/registry-question.ts';
import { BegunJobs } from './begun-jobs.ts';
import { failedPlan } from './failed-plan.ts';
import type { LayeringMirror } from './layering-mirror.ts';

export type PlannedMirror = Pick<LayeringMirror, 'groups' | 'buildGroups' | 'configs' | 'observed'>;

interface PassInput {
  readonly mirror: PlannedMirror;
  /** By the id of the question. */
  readonly answers: Readonly<Record<string, RegistryAnswer>>;
  readonly deployment: LayeringDeployment;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** One config, or the builds of a group that are going, with what is to be done about it. */
export interface Work {
  /** Tells it from other work. */
  readonly key: string;
  readonly about: KubernetesObject | undefined;
  readonly plan: LayeringPlan;
}

/** Everything that is to be done now; decides, and does nothing. */
export function planPass(input: PassInput): readonly Work[] {
  const { mirror, answers, now } = input;
  const observed = mirror.observed();
  const begun = new BegunJobs();
  const configs = mirror.groups().flatMap((group) => {
    const seen = observed(group);
    return sorted(mirror.configs(group)).flatMap((config): Work[] => {
      const plan = planConfig(config, seen, input, begun.count);
      const key = `${group} ${config.metadata.uid ?? config.metadata.name}`;
      return plan === undefined ? [] : [{ key, about: config, plan: begun.add(plan) }];
    });
  });
  const all = mirror.buildGroups().map((group) => ({ group, seen: observed(group) }));
  const removals = all.map(({ group, seen }): Work => {
    const otherBuilds = all.filter((other) => other.group !== group).flatMap((other) => other.seen.builds);
    const plan = orItsFailure(undefined, now, () =>
      planBuildRemoval({ observed: seen, otherBuilds, answers, now }),
    );
    return { key: `${group} removal`, about: undefined, plan };
  });
  return [...configs, ...removals];
}

function planConfig(
  config: KubernetesObject,
  seen: ObservedObjects,
  input: PassInput,
  started: number,
): LayeringPlan | undefined {
  // its builds go with it, by their owner
  if (config.metadata.deletionTimestamp !== undefined) return undefined;
  return orItsFailure(config, input.now, () => planOf(config, seen, input, started));
}

/** A mistake of ours about one thing must not hold up the others. */
function orItsFailure(
  about: KubernetesObject | undefined,
  now: number,
  plan: () => LayeringPlan,
): LayeringPlan {
  try {
    return plan();
  } catch (error) {
    return failedPlan(about, error, now);
  }
}

function planOf(
  config: KubernetesObject,
  observed: ObservedObjects,
  { answers, deployment, now }: PassInput,
  started: number,
): LayeringPlan {
  const parsed = parseMachineOsConfig(config);
  if (!parsed.ok)
    return {
      ...nothing,
      findings: parsed.refusals.map((refusal) => ({
        level: 'error',
        reason: 'InvalidConfig',
        message: printFieldRefusal(refusal),
      })),
    };
  return planLayering({
    config: parsed.config,
    observed,
    answers,
    deployment: { ...deployment, clusterJobs: deployment.clusterJobs - started },
    now,
  });
}

const nothing: LayeringPlan = { actions: [], questions: [], findings: [], wakeAt: undefined };

/** The same order in every pass: who comes first gets the jobs there are. */
function sorted(configs: readonly KubernetesObject[]): readonly KubernetesObject[] {
  return [...configs].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
}
