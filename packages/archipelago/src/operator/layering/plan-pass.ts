import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Finding } from '../../api/finding.ts';
import { printFieldRefusal } from '../../layering/api/check-against-schema.ts';
import type {
  LayeringDeployment,
  LayeringPlan,
  ObservedObjects,
} from '../../layering/build-plan/layering-plan.ts';
import { planBuildRemoval } from '../../layering/build-plan/plan-build-removal.ts';
import type { RegistryAnswer } from '../../layering/build-plan/registry-question.ts';
import { BegunJobs } from './begun-jobs.ts';
import type { BuildsObstacle } from './builds-obstacle.ts';
import { failedPlan, toldPlan } from './failed-plan.ts';
import type { LayeringMirror } from './layering-mirror.ts';
import { parsedConfig } from './parsed-config.ts';
import type { PlanMemory } from './plan-memory.ts';

export type PlannedMirror = Pick<LayeringMirror, 'groups' | 'buildGroups' | 'configs' | 'observed'>;

interface PassInput {
  readonly mirror: PlannedMirror;
  /** By the id of the question. */
  readonly answers: Readonly<Record<string, RegistryAnswer>>;
  readonly deployment: LayeringDeployment;
  readonly memory: PlanMemory;
  /** Why no config can be planned; undefined: nothing keeps them from it. */
  readonly obstacle?: BuildsObstacle | undefined;
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
  const { mirror, answers, now, memory } = input;
  const observed = mirror.observed();
  const begun = new BegunJobs();
  const configs = mirror.groups().flatMap((group) => {
    const seen = observed(group);
    return living(mirror.configs(group)).map((config): Work => {
      const key = `${group} ${config.metadata.uid ?? config.metadata.name}`;
      const plan = orItsFailure(config, now, () => planOf({ key, config, seen, begun }, input));
      return { key, about: config, plan: begun.add(plan) };
    });
  });
  memory.keepOnly(new Set(configs.map(({ key }) => key)));
  // what was not read may need what would be removed
  if (input.obstacle?.isAllRead === false) return configs;
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

/** In the same order in every pass: who comes first gets the jobs there are. Builds of one that goes go with it, by their owner. */
function living(configs: readonly KubernetesObject[]): readonly KubernetesObject[] {
  return configs
    .filter(({ metadata }) => metadata.deletionTimestamp === undefined)
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
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

interface Planned {
  readonly key: string;
  readonly config: KubernetesObject;
  readonly seen: ObservedObjects;
  readonly begun: BegunJobs;
}

function planOf({ key, config, seen, begun }: Planned, input: PassInput): LayeringPlan {
  const { answers, deployment, now, memory, obstacle } = input;
  if (obstacle !== undefined) return toldPlan(config, obstacle, now);
  const parsed = parsedConfig(config);
  if (!parsed.ok) return { ...nothing, findings: parsed.refusals.map(refusalFinding) };
  const begunJobs = begun.count;
  return memory.planOf(key, { config: parsed.config, observed: seen, answers, deployment, begunJobs, now });
}

const nothing: LayeringPlan = { actions: [], questions: [], findings: [], wakeAt: undefined };

function refusalFinding(refusal: Parameters<typeof printFieldRefusal>[0]): Finding {
  return { level: 'error', reason: 'InvalidConfig', message: printFieldRefusal(refusal) };
}
