import type { KubernetesObject } from '@archipelago/apimachinery';
import type { Finding } from '../../api/finding.ts';
import { seenObject } from '../../api/seen-object.ts';
import type { Action } from '../../engine/plan/action.ts';
import { earliest, type Plan, type Question } from '../../engine/plan/plan.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { ObservedBuild } from '../build-plan/observed-build.ts';
import type { NodePods } from './drain-pods.ts';
import type { RolloutWrite } from './write-for.ts';

/** Everything that decides what is done about the nodes of one MachineOSConfig. */
export interface RolloutInput {
  readonly config: MachineOsConfig;
  /** Where the config names one. */
  readonly pool: KubernetesObject | undefined;
  /** Of the config. */
  readonly nodes: readonly KubernetesObject[];
  /** Of the cluster: control planes are counted over all of it. */
  readonly allNodes: readonly KubernetesObject[];
  /** Names of nodes that several configs claim. */
  readonly contested: ReadonlySet<string>;
  /** The build whose image is in effect. */
  readonly current: ObservedBuild;
  readonly builds: readonly ObservedBuild[];
  /** By name of a node. */
  readonly pods: ReadonlyMap<string, NodePods>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Which pods there are on a node; the id is its name. */
type PodsQuestion = Question;

/** What is to be done, and what there is to tell of each action once it is done. */
export interface RolloutPlan extends Plan<Finding, PodsQuestion> {
  readonly news: ReadonlyMap<Action, Finding>;
}

/** Collects what one plan comes to. */
export class RolloutDraft {
  readonly #actions: Action[] = [];
  readonly #findings: Finding[] = [];
  readonly #questions: PodsQuestion[] = [];
  readonly #news = new Map<Action, Finding>();
  readonly #wakes: number[] = [];

  write({ object, patch, news }: RolloutWrite): void {
    const action: Action = { kind: 'patch', object: seenObject(object), patch, because: news.message };
    this.#actions.push(action);
    this.#news.set(action, news);
  }

  /** By the Eviction API, which asks PodDisruptionBudgets. */
  evict(pod: KubernetesObject, because: string): void {
    this.#actions.push({ kind: 'evict', object: seenObject(pod), because });
  }

  find(finding: Finding): void {
    this.#findings.push(finding);
  }

  ask(node: string): void {
    this.#questions.push({ id: node });
  }

  /** Milliseconds since 1970. */
  wake(at: number): void {
    this.#wakes.push(at);
  }

  plan(): RolloutPlan {
    return {
      actions: this.#actions,
      findings: this.#findings,
      questions: this.#questions,
      wakeAt: earliest(this.#wakes),
      news: this.#news,
    };
  }
}
