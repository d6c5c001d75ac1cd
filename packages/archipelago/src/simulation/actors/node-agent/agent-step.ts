import { isConditionTrue, type JsonObject, type KubernetesObject } from '@archipelago/apimachinery';

const ours = 'layering.archipelago.dev';
const sandbox = 'sandbox.archipelago.dev';

/** What the agent of a simulated node does next. */
export type AgentStep =
  | { readonly do: 'nothing' }
  | { readonly do: 'wait'; readonly ms: number }
  /** Annotations of its Node. */
  | { readonly do: 'annotate'; readonly annotations: JsonObject }
  /** The machine goes down for its reboot, or is up again. */
  | { readonly do: 'report'; readonly ready: boolean };

interface Circumstances {
  /** How long fetching, and booting, take. */
  readonly takesMs: number;
  /** How long the node has said what it says. */
  readonly inStateMs: number;
}

const nothing: AgentStep = { do: 'nothing' };

/**
 * Plays the agent of docs/layering.md. Annotations of the node make it go wrong: `sandbox.archipelago.dev/update-fails: <why>`, and
 * `…/update-hangs: "true"` for a machine that does not come back.
 */
export function agentStep(node: KubernetesObject, circumstances: Circumstances): AgentStep {
  const { annotations = {} } = node.metadata;
  if (annotations[`${sandbox}/agent`] === 'none') return nothing;
  if (annotations[`${ours}/agent`] !== 'v1') return annotate({ [`${ours}/agent`]: 'v1' });
  const step = annotations[`${ours}/rollout-step`] ?? '';
  const [said = '', to] = (annotations[`${ours}/agent-answer`] ?? '').split(' ');
  const answer = to === step ? said : '';
  if (step.startsWith('Stage/')) return stage(annotations, { step, answer }, circumstances);
  return step.startsWith('Apply/') ? apply(node, { step, answer }, circumstances) : nothing;
}

interface Conversation {
  readonly step: string;
  readonly answer: string;
}

type Annotations = Readonly<Record<string, string>>;

function stage(
  annotations: Annotations,
  { step, answer }: Conversation,
  { takesMs, inStateMs }: Circumstances,
): AgentStep {
  if (answer === '') return say('Staging', step);
  if (answer !== 'Staging') return nothing;
  if (inStateMs < takesMs) return { do: 'wait', ms: takesMs - inStateMs };
  const why = annotations[`${sandbox}/update-fails`];
  return why === undefined
    ? say('Staged', step)
    : say('Failed', step, { [`${ours}/agent-reason`]: `simulated: ${why}` });
}

function apply(
  node: KubernetesObject,
  { step, answer }: Conversation,
  { takesMs, inStateMs }: Circumstances,
): AgentStep {
  const { annotations = {} } = node.metadata;
  if (answer === '') return say('Applying', step);
  if (answer === 'Done') return isConditionTrue(node, 'Ready') ? nothing : { do: 'report', ready: true };
  if (answer !== 'Applying') return nothing;
  if (isConditionTrue(node, 'Ready')) return { do: 'report', ready: false };
  if (annotations[`${sandbox}/update-hangs`] === 'true') return nothing;
  if (inStateMs < takesMs) return { do: 'wait', ms: takesMs - inStateMs };
  const image = annotations['machineconfiguration.openshift.io/desiredImage'] ?? '';
  return say('Done', step, { 'machineconfiguration.openshift.io/currentImage': image });
}

function say(state: string, step: string, more: JsonObject = {}): AgentStep {
  return annotate({ [`${ours}/agent-answer`]: `${state} ${step}`, ...more });
}

function annotate(annotations: JsonObject): AgentStep {
  return { do: 'annotate', annotations };
}
