import { timestamp, valueAt } from '@archipelago/apimachinery';
import { type NodeRollout, nodeRolloutOf } from '../build-plan/node-rollout.ts';
import { childIn, isOfImage, runsCurrent } from '../build-plan/rollout.ts';
import { choosesNode, type Room, roomFor } from './choose-nodes.ts';
import { bootsUntil, decideNode, type JudgedNode } from './decide-node.ts';
import { planDrain } from './plan-drain.ts';
import { RolloutDraft, type RolloutInput, type RolloutPlan } from './rollout-plan.ts';
import { type RolloutWrite, type Writing, writeFor } from './write-for.ts';

/**
 * The next step of a rollout: pure, and nothing is remembered between calls. Everything that was begun stands on the nodes, so
 * that whoever leads next goes on with it.
 */
export function planRollout(input: RolloutInput): RolloutPlan {
  const draft = new RolloutDraft();
  const judged = input.nodes.map((node) => judge(nodeRolloutOf(node), input));
  const { free, contested } = parted(judged, input.contested);
  for (const node of contested) leaveContested(node, { input, draft });
  const held = heldByArchitecture(free, input);
  const room = roomFor(free, input);
  for (const node of inOrder(free)) carryOut(node, { input, draft, room, held });
  return draft.plan();
}

function judge(node: NodeRollout, { current, builds }: RolloutInput): JudgedNode {
  const digest = current.status.index?.digest;
  return {
    ...node,
    hasImage: childIn(current, node.architecture) !== undefined,
    isUpToDate: runsCurrent(node, { current, builds }),
    isBegun: isOfImage(node, { current }),
    isNamed: node.current === digest && node.desired === digest,
  };
}

function parted(nodes: readonly JudgedNode[], contested: ReadonlySet<string>) {
  return {
    free: nodes.filter(({ name }) => !contested.has(name)),
    contested: nodes.filter(({ name }) => contested.has(name)),
  };
}

/** Two who write to one node would never end. What was begun is taken back, after the boot where it boots already. */
function leaveContested(node: JudgedNode, { input, draft }: Pick<Carrying, 'input' | 'draft'>): void {
  const because = 'it belongs to several MachineOSConfigs';
  const message = `node ${node.name} belongs to several MachineOSConfigs: none of them updates it; change its labels or their pools`;
  draft.find({ level: 'error', reason: 'NodeInSeveralConfigs', message });
  if (node.isOfOthers || (node.step === undefined && !node.isCordonOurs)) return;
  if (node.step?.name === 'Apply' && !node.isReady) return;
  if (!waitsForBoot(node, input.now, draft)) draft.write(writeOf(node, { do: 'release', because }, input));
}

/** A machine that boots is not opened for pods before it is back, or has had its time. */
function waitsForBoot(node: NodeRollout, now: number, draft: RolloutDraft): boolean {
  const until = bootsUntil(node, longestBootMs);
  if (until === undefined || now >= until) return false;
  draft.wake(until);
  return true;
}

/** Control planes last; of the others one zone after the other, so that what is spread over zones stays whole. */
function inOrder(nodes: readonly JudgedNode[]): readonly JudgedNode[] {
  const zone = ({ object }: JudgedNode) => object.metadata.labels?.['topology.kubernetes.io/zone'] ?? '';
  const key = (node: JudgedNode) => `${node.isControlPlane ? 1 : 0} ${zone(node)} ${node.name}`;
  return [...nodes].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

type Held = (architecture: string) => string | undefined;

/** A pause, or a node that failed with this image: that holds the nodes of its architecture, and no others. */
function heldByArchitecture(nodes: readonly JudgedNode[], { config, pool }: RolloutInput): Held {
  if (config.rollout.mode === 'Manual') return () => 'spec.rollout.mode is Manual';
  if (valueAt(pool, 'spec', 'paused') === true) return () => 'the pool is paused';
  const failed = nodes.filter(hasFailed);
  return (architecture) => {
    const first = failed.find((node) => node.architecture === architecture);
    return first === undefined ? undefined : `the update of node ${first.name} failed`;
  };
}

/** Also one that boots the image, but is not ready with it. */
function hasFailed({ step, isUpToDate, isReady, isBegun }: JudgedNode): boolean {
  return step?.name === 'Failed' && (isUpToDate ? !isReady : isBegun);
}

interface Carrying {
  readonly input: RolloutInput;
  readonly draft: RolloutDraft;
  readonly room: Room;
  readonly held: Held;
}

function carryOut(node: JudgedNode, { input, draft, room, held }: Carrying): void {
  const { now, config } = input;
  const heldBecause = held(node.architecture);
  const decision = decideNode(node, { settings: config.rollout, heldBecause, now });
  switch (decision.do) {
    case 'nothing':
      return;
    case 'wait':
      draft.wake(decision.until);
      return;
    case 'begin':
      if (choosesNode(room, node)) draft.write(writeOf(node, decision, input));
      return;
    case 'drain':
      planDrain(node, decision, { input, draft });
      return;
    default:
      draft.write(writeOf(node, decision, input));
  }
}

function writeOf(node: JudgedNode, decision: Writing, { current, now }: RolloutInput): RolloutWrite {
  return writeFor(node, decision, { pullSpec: current.status.index?.pullSpec ?? '', stamp: timestamp(now) });
}

/** There is no config left that would say how long. */
const longestBootMs = 3_600_000;

/** Nodes that no config has any more, and on which something was begun: they take pods again. */
export function planOrphans(input: Pick<RolloutInput, 'nodes' | 'now'>): RolloutPlan {
  const draft = new RolloutDraft();
  for (const object of input.nodes) {
    const node = nodeRolloutOf(object);
    if (node.isOfOthers || !node.isReady || (node.step === undefined && !node.isCordonOurs)) continue;
    if (waitsForBoot(node, input.now, draft)) continue;
    const judged = { ...node, hasImage: false, isUpToDate: false, isBegun: false, isNamed: false };
    const decision = { do: 'release', because: 'no MachineOSConfig has it any more' } as const;
    draft.write(writeFor(judged, decision, { pullSpec: '', stamp: timestamp(input.now) }));
  }
  return draft.plan();
}
