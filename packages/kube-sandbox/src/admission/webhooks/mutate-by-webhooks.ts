import {
  applyJsonPatch,
  decodeServerJsonPatch,
  isJsonObject,
  type JsonObject,
  jsonEqual,
} from '@archipelago/apimachinery';
import type { Call } from '../../calls/call.ts';
import { inVersion } from '../../conversion/stored-forms.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { internalError } from '../../refusals/status.ts';
import { Unanswered } from '../../refusals/unanswered.ts';
import { isExempt } from '../policies/match-resources.ts';
import { type MatchedReview, type PolicyReview, reviewOf, type Write } from '../policies/policy-review.ts';
import { toldObject } from '../policies/review-values.ts';
import { type AdmissionWebhook, admissionWebhooks, ignoresFailures } from './admission-webhook.ts';
import { askWebhook } from './ask-webhook.ts';
import { matchWebhook, notConverted } from './match-webhook.ts';
import { readPatched } from './read-patched.ts';
import type { ReadReview } from './read-review.ts';
import { callFailed, denied } from './webhook-refusals.ts';

/** The state of one write on its way through the webhooks. */
interface Passage {
  readonly call: Call;
  review: PolicyReview;
  /** Who was asked since the last change and wants to be asked again after the next. */
  waiting: Set<string>;
  /** Who is asked in the second round. */
  readonly again: Set<string>;
  isChanged: boolean;
}

function patchProblem(webhook: AdmissionWebhook, problem: string): Refusal | undefined {
  // a patch that a client sends is decoded by the same rules, into another type
  const own = problem
    .replace(/^error decoding patch: /, '')
    .replace('[]handlers.jsonPatchOp', 'jsonpatch.Patch');
  const said = `received undecodable patch in webhook response: ${own}`;
  return ignoresFailures(webhook) ? undefined : callFailed(webhook, said);
}

type Allowed = Extract<ReadReview, { kind: 'allowed' }>;

/** The object after a patch, in the version the webhook saw; undefined where there is nothing to do. */
function patched(
  webhook: AdmissionWebhook,
  review: MatchedReview,
  { patch, patchType }: Allowed,
): JsonObject | Refusal | undefined {
  if (patch === '') return undefined;
  const decoded = decodeServerJsonPatch(patch);
  if (!decoded.ok) return patchProblem(webhook, decoded.message);
  if (decoded.operations.length === 0) return undefined;
  if (review.object === undefined) {
    const name = JSON.stringify(webhook.name);
    return internalError(
      `admission webhook ${name} attempted to modify the object, which is not supported for this operation`,
    );
  }
  if (patchType !== 'JSONPatch')
    return ignoresFailures(webhook)
      ? undefined
      : callFailed(webhook, `unsupported patch type ${JSON.stringify(patchType)}`);
  const before = toldObject(review, review.object);
  const result = applyJsonPatch(before, decoded.operations, 'apiserver');
  if (!result.ok) return internalError(result.message);
  return isJsonObject(result.value)
    ? readPatched(review, before, result.value)
    : internalError('json: cannot unmarshal a value that is not an object');
}

function change(passage: Passage, object: JsonObject, seen: MatchedReview): Refusal | undefined {
  const { type } = passage.call;
  const isOwn = passage.review.object !== undefined && seen.object === passage.review.object;
  const back = isOwn ? object : inVersion(passage.call, object, [seen.matched, type]);
  if (back instanceof Refusal) return notConverted(back);
  if (jsonEqual(back, passage.review.object ?? null)) return undefined;
  passage.review = { ...passage.review, object: back };
  for (const id of passage.waiting) passage.again.add(id);
  passage.waiting = new Set();
  passage.isChanged = true;
  return undefined;
}

/** Asks one webhook, and changes the object as it says. */
function pass(passage: Passage, webhook: AdmissionWebhook, round: number): Refusal | undefined {
  const matched = matchWebhook(webhook, passage.review);
  if (matched === undefined || matched instanceof Refusal) return matched;
  if (round > 0 && !passage.again.has(webhook.id)) return undefined;
  const said = askWebhook(webhook, matched, { type: 'mutating', round });
  if (said === undefined) return new Unanswered();
  const refused = heed(passage, webhook, matched, said.review);
  if (webhook.declared.reinvocationPolicy === 'IfNeeded') passage.waiting.add(webhook.id);
  return refused;
}

function heed(
  passage: Passage,
  webhook: AdmissionWebhook,
  matched: MatchedReview,
  review: ReadReview,
): Refusal | undefined {
  if (review.kind === 'failed')
    return ignoresFailures(webhook) ? undefined : callFailed(webhook, review.problem);
  passage.call.warnings.push(...review.warnings);
  if (review.kind === 'denied') return denied(review.status);
  const object = patched(webhook, matched, review);
  if (object instanceof Refusal) return object;
  return object === undefined ? undefined : change(passage, object, matched);
}

/**
 * Lets the MutatingWebhookConfigurations change what is about to be stored, one after the other; where one of them changed it,
 * those that want to are asked once more. The object is as the call's version serves it; undefined for a deletion.
 */
export function mutateByWebhooks(call: Call, write: Write): JsonObject | Refusal | undefined {
  const webhooks = admissionWebhooks(call.server, 'mutating');
  const review = reviewOf(call, write);
  if (webhooks.length === 0 || isExempt(review)) return write.object;
  const passage: Passage = { call, review, waiting: new Set(), again: new Set(), isChanged: false };
  for (const round of [0, 1]) {
    if (round === 1 && !passage.isChanged) break;
    for (const webhook of webhooks) {
      const refused = pass(passage, webhook, round);
      if (refused !== undefined) return refused;
    }
  }
  return passage.review.object;
}
