import type { KubernetesObject } from '@archipelago/apimachinery';
import type { MachineOsConfig } from '../../layering/api/machine-os-config.ts';
import type { LayeringDeployment, ObservedObjects } from '../../layering/build-plan/layering-plan.ts';
import { PlanDraft } from '../../layering/build-plan/plan-draft.ts';
import { poolStateOf } from '../../layering/build-plan/pool-state.ts';
import { Reading } from '../../layering/build-plan/reading.ts';
import type { NodePods } from '../../layering/rollout/drain-pods.ts';
import { planOrphans, planRollout } from '../../layering/rollout/plan-rollout.ts';
import type { RolloutPlan } from '../../layering/rollout/rollout-plan.ts';
import { buildsOf, currentBuild } from '../../layering/view/shown-build.ts';
import type { LayeringMirror } from './layering-mirror.ts';
import { parsedConfig } from './parsed-config.ts';

export type RolloutMirror = Pick<LayeringMirror, 'groups' | 'configs' | 'observed'>;

/** One config whose nodes are looked after; undefined: nodes that no config has any more. */
export interface RolloutWork {
  readonly key: string;
  readonly about: KubernetesObject | undefined;
  readonly plan: (found: Found) => RolloutPlan;
}

/** What was looked up since. */
interface Found {
  readonly pods: ReadonlyMap<string, NodePods>;
  /** Nodes as they are now, by name; undefined: gone. */
  readonly nodes: ReadonlyMap<string, KubernetesObject | undefined>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface Member {
  readonly object: KubernetesObject;
  readonly config: MachineOsConfig;
  readonly observed: ObservedObjects;
  readonly pool: KubernetesObject | undefined;
  readonly nodes: readonly KubernetesObject[];
}

/** What there is to plan, in the same order in every pass. */
export function rolloutWorks(
  mirror: RolloutMirror,
  deployment: LayeringDeployment,
  now: number,
): readonly RolloutWork[] {
  const members = membersOf(mirror, deployment, now);
  const claims = new Map<string, number>();
  for (const { nodes } of members)
    for (const { metadata } of nodes) claims.set(metadata.name, (claims.get(metadata.name) ?? 0) + 1);
  const contested = new Set([...claims].filter(([, count]) => count > 1).map(([name]) => name));
  const works = members.flatMap((member) => workOf(member, { mirror, contested }));
  return [...works, orphanWork(mirror, claims)];
}

function membersOf(mirror: RolloutMirror, deployment: LayeringDeployment, now: number): readonly Member[] {
  return mirror.groups().flatMap((group) => {
    const observed = mirror.observed()(group);
    const configs = [...mirror.configs(group)].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    return configs.flatMap((object) => {
      const parsed = parsedConfig(object);
      if (!parsed.ok || object.metadata.deletionTimestamp !== undefined) return [];
      const { config } = parsed;
      const reading = new Reading({ config, observed, answers: {}, deployment, now });
      const { pool, nodes } = poolStateOf(reading, new PlanDraft(reading));
      return [{ object, config, observed, pool, nodes }];
    });
  });
}

interface Around {
  readonly mirror: RolloutMirror;
  readonly contested: ReadonlySet<string>;
}

function workOf(
  { object, config, observed, pool, nodes }: Member,
  { mirror, contested }: Around,
): readonly RolloutWork[] {
  const builds = buildsOf(config, observed);
  const current = currentBuild(config, builds);
  if (current === undefined) return [];
  // what the works before have written shows in the mirror, and counts
  const allNodes = () => mirror.observed()(config.group).nodes;
  return [
    {
      key: `${config.group} ${config.name}`,
      about: object,
      plan: (found) =>
        planRollout({
          config,
          pool,
          nodes: asFound(nodes, found),
          allNodes: asFound(allNodes(), found),
          contested,
          current,
          builds,
          pods: found.pods,
          now: found.now,
        }),
    },
  ];
}

function orphanWork(mirror: RolloutMirror, claims: ReadonlyMap<string, number>): RolloutWork {
  const [group] = mirror.groups();
  const nodes = group === undefined ? [] : mirror.observed()(group).nodes;
  const orphans = nodes.filter(({ metadata }) => !claims.has(metadata.name));
  return {
    key: 'nodes without a config',
    about: undefined,
    plan: (found) => planOrphans({ nodes: asFound(orphans, found), now: found.now }),
  };
}

function asFound(nodes: readonly KubernetesObject[], { nodes: found }: Found): readonly KubernetesObject[] {
  if (found.size === 0) return nodes;
  return nodes.flatMap((node) => {
    const { name } = node.metadata;
    return found.has(name) ? (found.get(name) ?? []) : node;
  });
}
