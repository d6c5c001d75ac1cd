import { timestamp } from '@archipelago/apimachinery';
import type { JudgedNode, NodeDecision } from './decide-node.ts';
import { drainWorkOf, type NodePods, obstaclesOf } from './drain-pods.ts';
import type { RolloutDraft, RolloutInput } from './rollout-plan.ts';
import { writeFor } from './write-for.ts';

interface Drain {
  readonly input: Pick<RolloutInput, 'pods' | 'now' | 'current'>;
  readonly draft: RolloutDraft;
}

const shortestPauseMs = 2_000;
const longestPauseMs = 60_000;

/** Looks at a node that is being drained, evicts what has to go, and lets the agent apply the image when nothing is left. */
export function planDrain(
  node: JudgedNode,
  { step, until }: Extract<NodeDecision, { do: 'drain' }>,
  { input, draft }: Drain,
): void {
  const { now } = input;
  const found = input.pods.get(node.name);
  const pause = Math.min(Math.max((now - step.since) / 4, shortestPauseMs), longestPauseMs);
  if (found === undefined || (found.isUsed && now >= found.askedAt + pause)) {
    draft.ask(node.name);
    return;
  }
  const obstacles = obstaclesOf(found);
  if (now >= until) {
    const because = `it could not be drained in time: ${obstacles ?? 'pods do not end'}`;
    draft.write(writeFor(node, { do: 'fail', because }, contentOf(input)));
    return;
  }
  if (obstacles !== undefined)
    draft.find({ level: 'warning', reason: 'DrainBlocked', message: `node ${node.name}: ${obstacles}` });
  evictOrGoOn(node, found, { input, draft });
  draft.wake(Math.min(until, found.askedAt + pause));
}

function evictOrGoOn(node: JudgedNode, found: NodePods, { input, draft }: Drain): void {
  const { toEvict, terminating, unmanaged } = drainWorkOf(found.pods);
  if (found.isUsed) return;
  if (toEvict.length + terminating.length + unmanaged.length === 0)
    draft.write(writeFor(node, { do: 'apply' }, contentOf(input)));
  for (const pod of toEvict) draft.evict(pod, `node ${node.name} is drained for its update`);
}

function contentOf({ now, current }: Drain['input']) {
  return { pullSpec: current.status.index?.pullSpec ?? '', stamp: timestamp(now) };
}
