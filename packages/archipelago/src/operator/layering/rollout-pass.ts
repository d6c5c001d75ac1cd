import { type Clock, type KubernetesObject, objectsAt, textAt } from '@archipelago/apimachinery';
import type { WorkOutcome, Writer } from '@archipelago/kube-client';
import type { Finding } from '../../api/finding.ts';
import { Executor } from '../../engine/executor.ts';
import { nextLook } from '../../engine/next-look.ts';
import { type Action, targetOf } from '../../engine/plan/action.ts';
import { earliest } from '../../engine/plan/plan.ts';
import { type Done, isChange } from '../../engine/verdict.ts';
import type { LayeringDeployment } from '../../layering/build-plan/layering-plan.ts';
import { type NodePods, podKey } from '../../layering/rollout/drain-pods.ts';
import type { RolloutPlan } from '../../layering/rollout/rollout-plan.ts';
import { fieldManager } from '../../reconcile/field-manager.ts';
import { layeringKinds } from './layering-kinds.ts';
import type { LayeringMirror } from './layering-mirror.ts';
import { layeringPace } from './layering-pace.ts';
import { type LookUpClient, lookUpNode, lookUpPods } from './look-up-nodes.ts';
import { type RolloutMirror, type RolloutWork, rolloutWorks } from './rollout-works.ts';

interface RolloutPassOptions {
  /** Writes go through the mirror; the only one that may evict. */
  readonly writer: Writer;
  readonly client: LookUpClient;
  readonly mirror: RolloutMirror & Pick<LayeringMirror, 'unread' | 'isInUse'>;
  readonly deployment: LayeringDeployment;
  /** Whether nodes are ours to update: not where the Machine Config Operator does. */
  readonly isOurs: () => boolean;
  readonly clock: Clock;
  readonly onDone: (done: Done) => void;
  readonly onFinding: (config: KubernetesObject | undefined, finding: Finding) => void;
  readonly onProblem: (message: string) => void;
}

const longestRetryMs = 30_000;
const looks = {
  retryWithinMs: longestRetryMs,
  shortestSleepMs: layeringPace.pauseMs,
  longestSleepMs: 3_600_000,
};
/** Nodes that one look at a config writes to. */
const nodesAtOnce = 20;
const tooMany = 429;

/** Brings nodes one step nearer to the image they are to have. Everything that was begun stands on the nodes. */
export class RolloutPass {
  readonly #options: RolloutPassOptions;
  readonly #executor: Executor;
  /** By node: what was found on it last. Who begins anew looks again. */
  readonly #pods = new Map<string, NodePods>();
  readonly #told = new Map<string, ReadonlySet<string>>();
  /** Why not everything could be read last time. */
  #problem: string | undefined;

  constructor(options: RolloutPassOptions) {
    this.#options = options;
    this.#executor = new Executor({
      client: options.writer,
      kinds: [layeringKinds.nodes, layeringKinds.pods],
      fieldManager,
      policy: { parallel: { creates: 1 }, onStale: 'continue', onRefusal: 'continue' },
      onDone: options.onDone,
    });
  }

  /** One look at everything; `planned` is called when it is known what there is to do. */
  async run(signal: AbortSignal, planned: () => void): Promise<WorkOutcome> {
    const { mirror, clock, isOurs, deployment } = this.#options;
    if (!isOurs()) return { outcome: 'done' };
    if (mirror.unread() !== undefined || mirror.groups().length === 0) return { outcome: 'done' };
    const works = rolloutWorks(mirror, deployment, clock.now());
    this.#forgetOthers(works);
    planned();
    const wakes: number[] = [];
    const done: Done[] = [];
    const problems: string[] = [];
    for (const work of works) {
      if (signal.aborted) return { outcome: 'done' };
      const ended = await this.#work(work, signal);
      if (ended.problem !== undefined) problems.push(ended.problem);
      wakes.push(...ended.wakes);
      done.push(...ended.done);
    }
    const because = this.#tellProblems(problems);
    if (because !== undefined) return { outcome: 'retry', because, withinMs: longestRetryMs };
    // a budget that says no has been heard; everything else that was not done is tried again
    const undone = done.filter(
      ({ action, verdict }) => action.kind !== 'evict' || verdict.verdict !== 'refused',
    );
    return nextLook({ wakeAt: earliest(wakes) }, undone, clock.now(), looks);
  }

  async #work(work: RolloutWork, signal: AbortSignal): Promise<Ended> {
    const { clock } = this.#options;
    const first = work.plan({ pods: this.#pods, nodes: new Map(), now: clock.now() });
    const touched = [...new Set([...first.questions.map(({ id }) => id), ...first.actions.flatMap(nodeOf)])];
    if (touched.length === 0) {
      this.#tell(work, first);
      return { wakes: wakesOf(first), done: [] };
    }
    const asked = new Set(first.questions.map(({ id }) => id));
    const nodes = await this.#lookUp(touched.slice(0, nodesAtOnce), asked, signal);
    if (typeof nodes === 'string') return { wakes: [], done: [], problem: nodes };
    const plan = work.plan({ pods: this.#pods, nodes, now: clock.now() });
    this.#tell(work, plan);
    // only what was looked at right before is written to
    const isSeen = (action: Action) => nodeOf(action).every((name) => nodes.has(name));
    const actions = plan.actions.filter(isSeen);
    const done = await this.#executor.execute(actions, { signal });
    this.#remember(new Set([...asked].filter((name) => nodes.has(name))), done);
    this.#tellDone(work, plan, done);
    const isMore = touched.length > nodesAtOnce || actions.length < plan.actions.length;
    return { wakes: isMore ? [clock.now(), ...wakesOf(plan)] : wakesOf(plan), done };
  }

  /** The nodes as they are, and their pods where they were asked for; a text: why not. */
  async #lookUp(
    names: readonly string[],
    asked: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, KubernetesObject | undefined> | string> {
    const { client, clock } = this.#options;
    const nodes = new Map<string, KubernetesObject | undefined>();
    const looked = new Map<string, NodePods>();
    for (const name of names) {
      const node = await lookUpNode(client, name, signal);
      if (!node.ok) return node.because;
      nodes.set(name, node.value);
      if (!asked.has(name)) continue;
      const pods = await lookUpPods(client, name, { now: () => clock.now(), signal });
      if (!pods.ok) return pods.because;
      // until the next try what a budget said last stands
      looked.set(name, { ...pods.value, refusals: this.#pods.get(name)?.refusals ?? new Map() });
    }
    // only now: what nobody acts on would never be asked for again
    for (const [name, found] of looked) this.#pods.set(name, found);
    return nodes;
  }

  /** What was found is used once; what a budget said of a pod is kept for those who ask why a drain takes long. */
  #remember(lookedAt: ReadonlySet<string>, done: readonly Done[]): void {
    const refusals = new Map(done.flatMap(refusalOf));
    for (const name of lookedAt) {
      const found = this.#pods.get(name);
      if (found === undefined) continue;
      const own = found.pods.flatMap((pod): [string, string][] => {
        const why = refusals.get(podKey(pod));
        return why === undefined ? [] : [[podKey(pod), why]];
      });
      this.#pods.set(name, { ...found, isUsed: true, refusals: new Map(own) });
    }
  }

  #forgetOthers(works: readonly RolloutWork[]): void {
    const keys = new Set(works.map(({ key }) => key));
    for (const key of this.#told.keys()) if (!keys.has(key)) this.#told.delete(key);
    for (const [name, { askedAt }] of this.#pods)
      if (this.#options.clock.now() - askedAt > looks.longestSleepMs) this.#pods.delete(name);
  }

  /** What could not be read, together; told when it is another than last time. Undefined: everything could. */
  #tellProblems(problems: readonly string[]): string | undefined {
    const problem = problems.length === 0 ? undefined : [...new Set(problems)].join('; ');
    if (problem !== undefined && problem !== this.#problem) this.#options.onProblem(problem);
    this.#problem = problem;
    return problem;
  }

  /** Each finding once, for as long as it is found. */
  #tell({ key, about }: RolloutWork, { findings }: RolloutPlan): void {
    const before = this.#told.get(key);
    this.#told.set(key, new Set(findings.map(({ message }) => message)));
    for (const finding of findings)
      if (before?.has(finding.message) !== true) this.#options.onFinding(about, finding);
  }

  #tellDone({ about }: RolloutWork, { news }: RolloutPlan, done: readonly Done[]): void {
    for (const { action, verdict } of done) {
      const told = news.get(action);
      if (told !== undefined && isChange(verdict)) this.#options.onFinding(about, told);
      if (verdict.verdict === 'refused' && action.kind !== 'evict')
        this.#options.onFinding(about, { level: 'error', reason: 'WriteRefused', message: verdict.because });
      if (verdict.verdict === 'failed') this.#options.onProblem(verdict.because);
    }
  }
}

interface Ended {
  /** Milliseconds since 1970. */
  readonly wakes: readonly number[];
  readonly done: readonly Done[];
  /** Why it could not be looked up. */
  readonly problem?: string;
}

function wakesOf({ wakeAt }: RolloutPlan): readonly number[] {
  return wakeAt === undefined ? [] : [wakeAt];
}

function nodeOf(action: Action): readonly string[] {
  return action.kind === 'patch' ? [targetOf(action).name] : [];
}

function refusalOf({ action, verdict }: Done): readonly [string, string][] {
  if (action.kind !== 'evict' || verdict.verdict !== 'refused') return [];
  const { namespace = '', name } = action.object;
  const { code, message, details } = verdict.status;
  const cause = code === tooMany ? textAt(objectsAt(details, 'causes')[0], 'message') : '';
  return [[`${namespace}/${name}`, cause === '' ? message : `${message} ${cause}`]];
}
