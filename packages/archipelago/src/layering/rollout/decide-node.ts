import type { RolloutSettings } from '../api/machine-os-config.ts';
import type { NodeRollout, RolloutStep } from '../build-plan/node-rollout.ts';

/** A node, with what the current image means for it. */
export interface JudgedNode extends NodeRollout {
  /** Whether the image has something for it. */
  readonly hasImage: boolean;
  /** Whether it runs what it is to run, under whatever index. */
  readonly isUpToDate: boolean;
  /** Whether what was begun on it was begun for this image. */
  readonly isBegun: boolean;
  /** Whether both annotations name the current image. */
  readonly isNamed: boolean;
}

/** What is next about a node. */
export type NodeDecision =
  | { readonly do: 'nothing' }
  /** It has the image, under another index: the annotations move. */
  | { readonly do: 'move' }
  /** Its turn, if there is room. */
  | { readonly do: 'begin' }
  /** The image has changed under way. */
  | { readonly do: 'restart' }
  | { readonly do: 'cordon' }
  | { readonly do: 'drain'; readonly step: RolloutStep; readonly until: number }
  | { readonly do: 'finish' }
  /** What was begun is taken back. */
  | { readonly do: 'release'; readonly because: string }
  /** Somebody has uncordoned it: the next cordon is not ours. */
  | { readonly do: 'disown' }
  /** Nothing happens to it any more, and it takes pods again. */
  | { readonly do: 'uncordon' }
  | { readonly do: 'fail'; readonly because: string }
  | { readonly do: 'wait'; readonly until: number };

/** What is so for all nodes of an architecture. */
interface Circumstances {
  readonly settings: RolloutSettings;
  /** Why nothing begins, and what has not been applied yet is taken back; undefined: nodes may begin. */
  readonly heldBecause: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** How long an agent may take to say anything. */
const silenceMs = 5 * 60_000;

const nothing: NodeDecision = { do: 'nothing' };
const restart: NodeDecision = { do: 'restart' };

/** The next step about one node, from what it says. Whether there is room for another one is decided over all of them. */
export function decideNode(node: JudgedNode, around: Circumstances): NodeDecision {
  if (node.isOfOthers) return nothing;
  if (node.isCordonOurs && !node.isCordoned) return { do: 'disown' };
  if (!node.hasImage) return decideWithoutImage(node, around);
  if (node.isUpToDate) return decideUpToDate(node, around);
  // before everything else: a cordon that is left over takes a place, and with one place nothing would begin any more
  if (isLeftCordoned(node)) return { do: 'uncordon' };
  return node.agent === 'known' ? decideOutdated(node, around) : decideWithoutAgent(node, around);
}

function isLeftCordoned({ step, isCordonOurs, isReady }: JudgedNode): boolean {
  const isAtRest = step === undefined || step.name === 'Failed';
  return isAtRest && isCordonOurs && isReady;
}

function decideWithoutImage(node: JudgedNode, { settings, now }: Circumstances): NodeDecision {
  if (!begunOrOurs(node)) return nothing;
  const until = bootsUntil(node, settings.updateTimeoutSeconds * 1000);
  if (until !== undefined && now < until) return { do: 'wait', until };
  return release('the image has nothing for its architecture');
}

/** A machine that is about to boot is not opened for pods before that, in milliseconds since 1970; undefined: none is. */
export function bootsUntil(
  { step, answer }: Pick<NodeRollout, 'step' | 'answer'>,
  longestMs: number,
): number | undefined {
  const isBooting = step?.name === 'Apply' && answer?.id === step.id && answer.state === 'Applying';
  return isBooting ? step.since + longestMs : undefined;
}

function decideOutdated(node: JudgedNode, around: Circumstances): NodeDecision {
  const { step } = node;
  switch (step?.name) {
    case undefined:
      return around.heldBecause === undefined ? { do: 'begin' } : nothing;
    case 'Failed':
      return decideFailed(node, around);
    case 'Stage':
    case 'Drain':
      return decidePreparing(node, step, around);
    case 'Apply':
      return decideApply(node, step, around);
  }
}

/** Nothing has been applied yet: it can be taken back. */
function decidePreparing(node: JudgedNode, step: RolloutStep, around: Circumstances): NodeDecision {
  if (around.heldBecause !== undefined) return release(around.heldBecause);
  if (!node.isBegun) return restart;
  return step.name === 'Stage' ? decideStage(node, step, around) : decideDrain(node, step, around);
}

function release(because: string): NodeDecision {
  return { do: 'release', because };
}

function begunOrOurs({ step, isCordonOurs }: JudgedNode): boolean {
  return step !== undefined || isCordonOurs;
}

function answers(node: JudgedNode, step: RolloutStep): string | undefined {
  return node.answer?.id === step.id ? node.answer.state : undefined;
}

function decideUpToDate(node: JudgedNode, around: Circumstances): NodeDecision {
  if (!begunOrOurs(node)) return decideUntouched(node, around);
  const { step } = node;
  // an agent that is about to boot another image is waited for
  const isApplying = step !== undefined && answers(node, step) === 'Applying';
  if (node.isReady && !isApplying) return { do: 'finish' };
  if (step?.name !== 'Apply') return nothing;
  const late = node.isReady
    ? 'its agent did not end in time'
    : 'it has the image, and did not become ready in time';
  return untilUpdated(step, around, fail(late));
}

function decideUntouched({ agent, isNamed }: JudgedNode, { heldBecause }: Circumstances): NodeDecision {
  const isToMove = agent === 'known' && !isNamed && heldBecause === undefined;
  return isToMove ? { do: 'move' } : nothing;
}

function untilUpdated(step: RolloutStep, { settings, now }: Circumstances, then: NodeDecision): NodeDecision {
  const until = step.since + settings.updateTimeoutSeconds * 1000;
  return now < until ? { do: 'wait', until } : then;
}

function fail(because: string): NodeDecision {
  return { do: 'fail', because };
}

/** Nodes are not drained for nobody; one that was told to apply may still come back. */
function decideWithoutAgent(node: JudgedNode, around: Circumstances): NodeDecision {
  const { step } = node;
  if (step?.name === 'Stage' || step?.name === 'Drain') return release('its agent is gone');
  return step?.name === 'Apply' ? untilUpdated(step, around, fail('its agent is gone')) : nothing;
}

function decideFailed(node: JudgedNode, { heldBecause }: Circumstances): NodeDecision {
  return !node.isBegun && heldBecause === undefined ? { do: 'begin' } : nothing;
}

function decideStage(node: JudgedNode, step: RolloutStep, { settings, now }: Circumstances): NodeDecision {
  const answer = answers(node, step);
  if (answer === 'Failed') return fail(agentSays(node));
  if (answer === 'Staged') return { do: 'cordon' };
  const isSilent = answer === undefined;
  const until = step.since + (isSilent ? silenceMs : settings.updateTimeoutSeconds * 1000);
  if (now < until) return { do: 'wait', until };
  return fail(isSilent ? 'its agent does not answer' : 'its agent did not fetch the image in time');
}

function agentSays({ agentReason }: JudgedNode): string {
  return `its agent says: ${agentReason === '' ? 'failed' : agentReason}`;
}

function decideDrain(node: JudgedNode, step: RolloutStep, { settings }: Circumstances): NodeDecision {
  // somebody has let pods onto it again
  if (!node.isCordoned) return { do: 'cordon' };
  return { do: 'drain', step, until: step.since + settings.drainTimeoutSeconds * 1000 };
}

function decideApply(node: JudgedNode, step: RolloutStep, around: Circumstances): NodeDecision {
  const answer = answers(node, step);
  const { heldBecause } = around;
  if (node.isBegun && answer === 'Failed') return fail(agentSays(node));
  // what boots now is waited for, also where something else is wanted by now
  const isOver = !node.isBegun && answer !== 'Applying';
  if (isOver) return heldBecause === undefined ? restart : release(heldBecause);
  const late = node.isBegun ? fail('it did not come back with the image in time') : restart;
  return untilUpdated(step, around, late);
}
