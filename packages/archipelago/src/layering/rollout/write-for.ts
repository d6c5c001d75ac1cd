import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import type { Finding } from '../../api/finding.ts';
import { names } from '../api/layering-names.ts';
import { currentImage, desiredImage } from '../build-plan/node-rollout.ts';
import type { JudgedNode, NodeDecision } from './decide-node.ts';

/** A change of a node, and what there is to tell when it is done. */
export interface RolloutWrite {
  readonly object: KubernetesObject;
  /** JSON merge patch. */
  readonly patch: JsonObject;
  readonly news: Finding;
}

interface Content {
  /** The current image, by digest. */
  readonly pullSpec: string;
  /** RFC 3339. */
  readonly stamp: string;
}

/** What there is to write: decisions that change nothing are left out. */
export type Writing = Exclude<NodeDecision, { do: 'nothing' | 'wait' | 'drain' }> | { readonly do: 'apply' };

/** What a decision writes. */
export function writeFor(node: JudgedNode, decision: Writing, content: Content): RolloutWrite {
  const { annotations, spec = {} } = fields[decision.do](node, { ...content, ...becauseOf(decision) });
  const patch = { metadata: { annotations }, ...(Object.keys(spec).length === 0 ? {} : { spec }) };
  return { object: node.object, patch, news: newsOf(node, decision) };
}

function becauseOf(decision: Writing): { readonly because: string } {
  return { because: 'because' in decision ? decision.because : '' };
}

interface Fields {
  readonly annotations: JsonObject;
  readonly spec?: JsonObject;
}

type WriteFields = (node: JudgedNode, content: Content & { readonly because: string }) => Fields;

const stepOver = { [names.rolloutStep]: null, [names.rolloutMessage]: null };
const stepTo = (name: string, { stamp }: Content) => ({ [names.rolloutStep]: `${name}/${stamp}` });
const named = ({ pullSpec }: Content) => ({ [currentImage]: pullSpec, [desiredImage]: pullSpec });

const staged: WriteFields = (_, content) => ({
  annotations: { ...stepOver, [desiredImage]: content.pullSpec, ...stepTo('Stage', content) },
});

const fields: Readonly<Record<Writing['do'], WriteFields>> = {
  move: (_, content) => ({ annotations: named(content) }),
  begin: staged,
  restart: staged,
  cordon: (node, content) => cordoned(node, stepTo('Drain', content)),
  apply: (_, content) => ({ annotations: stepTo('Apply', content) }),
  fail: (_, content) => ({
    annotations: { ...stepTo('Failed', content), [names.rolloutMessage]: content.because },
  }),
  finish: (node, content) => uncordoned(node, { ...stepOver, ...named(content) }),
  release: (node) => uncordoned(node, stepOver),
  disown: () => ({ annotations: { [names.rolloutCordon]: null } }),
  uncordon: (node) => uncordoned(node, {}),
};

/** Somebody else's cordon stays theirs. The time of a drain does not begin anew because somebody let pods onto the node. */
function cordoned({ isCordoned, step }: JudgedNode, drain: JsonObject): Fields {
  const annotations = step?.name === 'Drain' ? {} : drain;
  if (isCordoned) return { annotations };
  return { annotations: { ...annotations, [names.rolloutCordon]: 'true' }, spec: { unschedulable: true } };
}

function uncordoned({ isCordonOurs }: JudgedNode, annotations: JsonObject): Fields {
  if (!isCordonOurs) return { annotations };
  return { annotations: { ...annotations, [names.rolloutCordon]: null }, spec: { unschedulable: null } };
}

interface News {
  readonly reason: string;
  readonly message: (node: string, because: string) => string;
}

const news: Readonly<Record<Writing['do'], News>> = {
  move: {
    reason: 'NodeHasImage',
    message: (node) => `node ${node} has the image already: nothing to do but to name it`,
  },
  begin: { reason: 'NodeUpdateStarted', message: (node) => `node ${node} fetches the new image` },
  restart: {
    reason: 'NodeUpdateStarted',
    message: (node) => `node ${node} begins anew: the image has changed`,
  },
  cordon: {
    reason: 'NodeDraining',
    message: (node) => `node ${node} has fetched the image, is cordoned and drained`,
  },
  apply: {
    reason: 'NodeDrained',
    message: (node) => `node ${node} is drained; its agent applies the image`,
  },
  finish: { reason: 'NodeUpdated', message: (node) => `node ${node} has the image and takes pods again` },
  release: {
    reason: 'NodeReleased',
    message: (node, because) => `the update of node ${node} is taken back: ${because}`,
  },
  disown: {
    reason: 'NodeUncordoned',
    message: (node) => `node ${node} was uncordoned by somebody: from now on a cordon of it is theirs`,
  },
  uncordon: {
    reason: 'NodeReleased',
    message: (node) => `node ${node} takes pods again with the image before`,
  },
  fail: {
    reason: 'NodeUpdateFailed',
    message: (node, because) => `the update of node ${node} failed: ${because}`,
  },
};

function newsOf({ name }: JudgedNode, decision: Writing): Finding {
  const { reason, message } = news[decision.do];
  const told = { reason, message: message(name, becauseOf(decision).because) };
  if (decision.do !== 'fail') return { level: 'info', ...told };
  return {
    level: 'error',
    ...told,
    fix: `mend the node; then kubectl annotate node ${name} ${names.rolloutStep}-`,
  };
}
