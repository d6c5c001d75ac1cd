import {
  isConditionTrue,
  type KubernetesObject,
  textAt,
  valueAt,
  visibleText,
} from '@archipelago/apimachinery';
import { machineConfigGroup, names } from '../api/layering-names.ts';

/** The image that a node runs, by the digest of its index; its agent writes it. */
export const currentImage = `${machineConfigGroup}/currentImage`;
/** The image that it is to run; the operator writes it. */
export const desiredImage = `${machineConfigGroup}/desiredImage`;
/** Nodes with this belong to the Machine Config Operator, which rolls out itself. */
const currentConfig = `${machineConfigGroup}/currentConfig`;

/** The contract between operator and agent that this version keeps. */
const agentContract = 'v1';

/** What the operator has begun on a node. Its agent acts on `Stage` and on `Apply`. */
export interface RolloutStep {
  readonly name: 'Stage' | 'Drain' | 'Apply' | 'Failed';
  /** As written, `Stage/2026-11-22T10:00:00Z`; what an answer names. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** What an agent says about a step. */
interface AgentAnswer {
  readonly state: 'Staging' | 'Staged' | 'Applying' | 'Failed' | 'Done';
  /** Of the step that it is about. */
  readonly id: string;
}

/** What a node says about itself and its update. Foreign text in it is made visible and short. */
export interface NodeRollout {
  readonly object: KubernetesObject;
  readonly name: string;
  /** '': its kubelet has not reported one. */
  readonly architecture: string;
  readonly isReady: boolean;
  readonly isCordoned: boolean;
  /** Whether we cordoned it. */
  readonly isCordonOurs: boolean;
  readonly isControlPlane: boolean;
  /** Another operator configures it. */
  readonly isOfOthers: boolean;
  /** What that operator does with it; undefined: nothing, or there is none. */
  readonly others: { readonly state: 'Updating' | 'Failed'; readonly message: string } | undefined;
  readonly agent: 'none' | 'unknown' | 'known';
  readonly step: RolloutStep | undefined;
  readonly answer: AgentAnswer | undefined;
  /** Why a step failed, as the operator or the agent says. */
  readonly message: string;
  readonly agentReason: string;
  /** Digests. */
  readonly current: string | undefined;
  readonly desired: string | undefined;
}

const stepNames = ['Stage', 'Drain', 'Apply', 'Failed'] as const;
const answerStates = ['Staging', 'Staged', 'Applying', 'Failed', 'Done'] as const;
const longestText = 300;

/** Reads a node; once for each version of it. */
export function nodeRolloutOf(node: KubernetesObject): NodeRollout {
  const read = known.get(node) ?? readNode(node);
  known.set(node, read);
  return read;
}

const known = new WeakMap<KubernetesObject, NodeRollout>();

function readNode(object: KubernetesObject): NodeRollout {
  const { name, labels = {}, annotations = {} } = object.metadata;
  const roles = ['control-plane', 'master'].map((role) => `node-role.kubernetes.io/${role}`);
  return {
    object,
    name,
    architecture: textAt(object, 'status', 'nodeInfo', 'architecture'),
    isReady: isConditionTrue(object, 'Ready'),
    isCordoned: valueAt(object, 'spec', 'unschedulable') === true,
    isCordonOurs: annotations[names.rolloutCordon] !== undefined,
    isControlPlane: roles.some((role) => Object.hasOwn(labels, role)),
    isOfOthers: annotations[currentConfig] !== undefined,
    others: othersOf(annotations),
    agent: agentOf(annotations[names.agent]),
    step: stepOf(annotations[names.rolloutStep]),
    answer: answerOf(annotations[names.agentAnswer]),
    message: shortText(annotations[names.rolloutMessage]),
    agentReason: shortText(annotations[names.agentReason]),
    current: digestIn(annotations[currentImage]),
    desired: digestIn(annotations[desiredImage]),
  };
}

/** As the Machine Config Daemon tells it. */
function othersOf(annotations: Readonly<Record<string, string>>): NodeRollout['others'] {
  const current = annotations[currentConfig];
  if (current === undefined) return undefined;
  const [desired, state, reason] = ['desiredConfig', 'state', 'reason'].map(
    (name) => annotations[`${machineConfigGroup}/${name}`],
  );
  if (state === 'Degraded' || state === 'Unreconcilable')
    return { state: 'Failed', message: shortText(reason) || `the Machine Config Daemon says ${state}` };
  return state === 'Working' || (desired !== undefined && desired !== current)
    ? { state: 'Updating', message: 'the Machine Config Operator updates it' }
    : undefined;
}

function agentOf(contract: string | undefined): NodeRollout['agent'] {
  if (contract === undefined || contract === '') return 'none';
  return contract === agentContract ? 'known' : 'unknown';
}

/** What nobody of ours has written is as if it were not there. */
function stepOf(text: string | undefined): RolloutStep | undefined {
  const [name, at = ''] = (text ?? '').split('/');
  const since = Date.parse(at);
  const found = stepNames.find((one) => one === name);
  return found === undefined || Number.isNaN(since) ? undefined : { name: found, id: text ?? '', since };
}

function answerOf(text: string | undefined): AgentAnswer | undefined {
  const [state, id = ''] = (text ?? '').split(' ');
  const found = answerStates.find((one) => one === state);
  return found === undefined || id === '' ? undefined : { state: found, id };
}

/** Nodes, agents and pods say what they like. */
export function shortText(text = ''): string {
  const line = visibleText(
    text
      .slice(0, longestText)
      .trim()
      .replace(/\s*\n\s*/g, ' '),
  );
  return text.length > longestText ? `${line} …` : line;
}

export function digestIn(pullSpec: string | undefined): string | undefined {
  return /@(sha256:[a-f0-9]{64})$/.exec(pullSpec ?? '')?.[1];
}
