import { isJsonObject, type KubernetesObject } from '@archipelago/apimachinery';
import type { Action } from '../../engine/plan/action.ts';
import { rebuildsOf } from '../api/architecture-request.ts';
import { names } from '../api/layering-names.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import type { LayeringInput, LayeringPlan } from '../build-plan/layering-plan.ts';
import { planLayering } from '../build-plan/plan-layering.ts';
import type { RegistryAnswer, RegistryQuestion } from '../build-plan/registry-question.ts';

/** Asks a registry; refusals are answers. */
export type Ask = (question: RegistryQuestion) => Promise<RegistryAnswer>;

/** Where a plan comes to rest, before any job has run. */
export interface Foreseen {
  /** With the build that would be made, and every answer. */
  readonly input: LayeringInput;
  /** What would be done next. */
  readonly plan: LayeringPlan;
  /** Name of the build that would be made; undefined: none. */
  readonly made: string | undefined;
  /** What registries did not answer. */
  readonly unanswered: readonly RegistryQuestion[];
}

/** Each round asks something new or makes one thing: a rebuild counted, a build made, bases, images, what is published. */
const mostRounds = 20;

/**
 * Plans, asks registries, and plans again, until nothing new is asked. Counting a rebuild and making a build happen only in
 * `input`; nothing is written, and nothing is deleted in a registry.
 */
export async function foresee(start: LayeringInput, ask: Ask): Promise<Foreseen> {
  let input = start;
  for (let round = 0; ; round += 1) {
    const plan = planLayering(input);
    const next = afterPlan(input, plan);
    const questions = askedIn(plan).filter(({ id }) => !Object.hasOwn(input.answers, id));
    if (round === mostRounds || (next === undefined && questions.length === 0))
      return { input, plan, made: madeIn(start, input), unanswered: unansweredIn(plan, input) };
    input = next ?? { ...input, answers: { ...input.answers, ...(await answersTo(questions, ask)) } };
  }
}

/** What registries are asked; logs are for who writes them down. */
function askedIn({ questions }: LayeringPlan): readonly RegistryQuestion[] {
  return questions.flatMap((one) => (one.kind === 'log' || one.kind === 'delete' ? [] : [one]));
}

async function answersTo(
  questions: readonly RegistryQuestion[],
  ask: Ask,
): Promise<Readonly<Record<string, RegistryAnswer>>> {
  const answers = await Promise.all(questions.map(async (one) => [one.id, await ask(one)] as const));
  return Object.fromEntries(answers);
}

function unansweredIn(plan: LayeringPlan, { answers }: LayeringInput): readonly RegistryQuestion[] {
  return askedIn(plan).filter(({ id }) => Object.hasOwn(answers, id) && answers[id]?.state === 'unavailable');
}

function madeIn(start: LayeringInput, { observed }: LayeringInput): string | undefined {
  return observed.builds.find((build) => !start.observed.builds.includes(build))?.metadata.name;
}

/** What the planner sees when it has made a build or counted a rebuild; undefined: it does neither. */
function afterPlan(input: LayeringInput, { actions }: LayeringPlan): LayeringInput | undefined {
  for (const action of actions) {
    const build = buildMadeBy(action);
    if (build !== undefined) return withBuild(input, build);
    const config = rebuildCountedBy(action, input.config);
    if (config !== undefined) return { ...input, config };
  }
  return undefined;
}

function buildMadeBy(action: Action): KubernetesObject | undefined {
  return action.kind === 'create' && action.object.kind === 'MachineOSBuild' ? action.object : undefined;
}

function withBuild(input: LayeringInput, build: KubernetesObject): LayeringInput {
  const creationTimestamp = new Date(input.now).toISOString();
  const made = { ...build, metadata: { ...build.metadata, uid: 'planned', creationTimestamp } };
  return { ...input, observed: { ...input.observed, builds: [...input.observed.builds, made] } };
}

function rebuildCountedBy(action: Action, config: MachineOsConfig): MachineOsConfig | undefined {
  if (config.rebuild === undefined || action.kind !== 'patch') return undefined;
  const { metadata } = action.patch;
  const annotations = isJsonObject(metadata) ? metadata.annotations : undefined;
  const counts = isJsonObject(annotations) ? annotations[names.rebuilds] : undefined;
  if (action.object.kind !== 'MachineOSConfig' || typeof counts !== 'string') return undefined;
  return { ...config, rebuild: undefined, rebuilds: rebuildsOf(counts) };
}
