import type { JsonObject } from '@archipelago/apimachinery';
import { names, ownGroup } from '../../../layering/api/layering-names.ts';
import { currentImage, desiredImage } from '../../../layering/build-plan/node-rollout.ts';
import { parseNodeImage } from './parse-node-image.ts';

/** What the agent itself keeps on its Node. */
const agentBoot = `${ownGroup}/agent-boot`;
const agentBooted = `${ownGroup}/agent-booted`;

/** The machine, and the Node that stands for it. */
export interface NodeFacts {
  readonly annotations: Readonly<Record<string, string>>;
  /** The image that is booted; undefined: none that has a name. */
  readonly booted: string | undefined;
  /** The image that the next boot brings, where that is another one; undefined: none is staged. */
  readonly staged?: string | undefined;
  /** Another one after each boot. */
  readonly bootId: string;
  /** Whose images may be booted. */
  readonly repositories: readonly string[];
}

/** What the agent does next. Annotations are written before anything is run, bound to the version that was read. */
export type NodeAgentStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'write'; readonly annotations: JsonObject }
  | { readonly do: 'stage'; readonly image: string; readonly step: string; readonly annotations: JsonObject }
  | { readonly do: 'reboot'; readonly step: string; readonly annotations: JsonObject };

const nothing: NodeAgentStep = { do: 'nothing' };

/** One step of the contract in docs/layering.md. */
export function nodeAgentStep(facts: NodeFacts): NodeAgentStep {
  const { annotations } = facts;
  const step = annotations[names.rolloutStep] ?? '';
  const [state = '', to] = (annotations[names.agentAnswer] ?? '').split(' ');
  const answer = to === step ? state : '';
  if (step.startsWith('Apply/') && answer === 'Applying') return afterBoot(facts, step);
  const news = announcement(facts);
  if (news !== undefined) return { do: 'write', annotations: news };
  return begin(facts, step, answer);
}

function begin(facts: NodeFacts, step: string, answer: string): NodeAgentStep {
  if (step.startsWith('Stage/') && ['', 'Staging'].includes(answer)) return stage(facts, step);
  return step.startsWith('Apply/') && answer === '' ? apply(facts, step) : nothing;
}

/** An answer to a step; the operator takes it for no other. */
export function answered(state: string, step: string, reason?: string): JsonObject {
  return { [names.agentAnswer]: `${state} ${step}`, [names.agentReason]: reason ?? null };
}

/** `currentImage` is moved by the operator where another index has the same image; by us only where another image is booted. */
function announcement({ annotations, booted }: NodeFacts): JsonObject | undefined {
  const isNew = booted !== undefined && annotations[agentBooted] !== booted;
  if (annotations[names.agent] === 'v1' && !isNew) return undefined;
  return { [names.agent]: 'v1', ...(isNew ? { [agentBooted]: booted, [currentImage]: booted } : {}) };
}

/** What the next boot brings anyhow is not fetched again: rpm-ostree refuses to, and the rollout would stop. */
function stage({ annotations, repositories, booted, staged }: NodeFacts, step: string): NodeAgentStep {
  const wanted = parseNodeImage(annotations[desiredImage], repositories);
  if (!wanted.ok) return { do: 'write', annotations: answered('Failed', step, wanted.because) };
  if ((staged ?? booted) === wanted.image) return { do: 'write', annotations: answered('Staged', step) };
  return { do: 'stage', image: wanted.image, step, annotations: answered('Staging', step) };
}

function apply({ bootId }: NodeFacts, step: string): NodeAgentStep {
  return { do: 'reboot', step, annotations: { ...answered('Applying', step), [agentBoot]: bootId } };
}

/** The same boot: the machine has not gone down yet. Another one: it has what it was to have, or it has not. */
function afterBoot(facts: NodeFacts, step: string): NodeAgentStep {
  const { annotations, booted, bootId } = facts;
  if (annotations[agentBoot] === bootId) return apply(facts, step);
  const desired = annotations[desiredImage];
  if (booted === undefined || booted !== desired) {
    const reason = `the machine came up with ${booted ?? 'an image without a name'}`;
    return { do: 'write', annotations: { ...announcement(facts), ...answered('Failed', step, reason) } };
  }
  const news = { [agentBooted]: booted, [currentImage]: booted };
  return { do: 'write', annotations: { ...news, ...answered('Done', step) } };
}
