import {
  applyJsonPatch,
  decodeServerJsonPatch,
  isJsonObject,
  type JsonObject,
  jsonEqual,
} from '@archipelago/apimachinery';
import { inVersion } from '../../conversion/stored-forms.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { internalError } from '../../refusals/status.ts';
import { Unanswered } from '../../refusals/unanswered.ts';
import type { Mutator } from '../policies/mutator.ts';
import type { MatchedReview, PolicyReview } from '../policies/policy-review.ts';
import { toldObject } from '../policies/review-values.ts';
import { type AdmissionWebhook, ignoresFailures } from './admission-webhook.ts';
import { askWebhook } from './ask-webhook.ts';
import { matchWebhook, notConverted } from './match-webhook.ts';
import { readPatched } from './read-patched.ts';
import type { ReadReview } from './read-review.ts';
import { callFailed, denied } from './webhook-refusals.ts';

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

/** Lets the MutatingWebhookConfigurations change what is about to be stored, one webhook after the other. */
export class WebhookMutator implements Mutator {
  wantsRound = false;
  readonly #webhooks: readonly AdmissionWebhook[];
  /** Who was asked since the last change and wants to be asked again after the next. */
  #waiting = new Set<string>();
  /** Who is asked in the second round. */
  readonly #again = new Set<string>();
  #last: JsonObject | undefined;

  constructor(webhooks: readonly AdmissionWebhook[]) {
    this.#webhooks = webhooks;
  }

  pass(before: PolicyReview, round: number): JsonObject | Refusal | undefined {
    if (round > 0 && !jsonEqual(this.#last ?? null, before.object ?? null)) this.#require();
    let review = before;
    for (const webhook of this.#webhooks) {
      const object = this.#ask(review, webhook, round);
      if (object instanceof Refusal) return object;
      review = { ...review, object };
    }
    this.#last = review.object;
    return review.object;
  }

  /** Asks one webhook. */
  #ask(review: PolicyReview, webhook: AdmissionWebhook, round: number): JsonObject | Refusal | undefined {
    const matched = matchWebhook(webhook, review);
    if (matched === undefined) return review.object;
    if (matched instanceof Refusal) return matched;
    if (round > 0 && !this.#again.has(webhook.id)) return review.object;
    const said = askWebhook(webhook, matched, { type: 'mutating', round });
    if (said === undefined) return new Unanswered();
    const object = this.#heed(review, webhook, [matched, said.review]);
    if (webhook.declared.reinvocationPolicy === 'IfNeeded') this.#waiting.add(webhook.id);
    return object;
  }

  #heed(
    review: PolicyReview,
    webhook: AdmissionWebhook,
    [matched, said]: readonly [MatchedReview, ReadReview],
  ): JsonObject | Refusal | undefined {
    if (said.kind === 'failed')
      return ignoresFailures(webhook) ? review.object : callFailed(webhook, said.problem);
    review.call.warnings.push(...said.warnings);
    if (said.kind === 'denied') return denied(said.status);
    const object = patched(webhook, matched, said);
    if (object instanceof Refusal) return object;
    return object === undefined ? review.object : this.#change(review, object, matched);
  }

  #change(review: PolicyReview, object: JsonObject, seen: MatchedReview): JsonObject | Refusal | undefined {
    const { call } = review;
    const isOwn = review.object !== undefined && seen.object === review.object;
    const back = isOwn ? object : inVersion(call, object, [seen.matched, call.type]);
    if (back instanceof Refusal) return notConverted(back);
    if (jsonEqual(back, review.object ?? null)) return review.object;
    this.#require();
    this.wantsRound = true;
    return back;
  }

  #require(): void {
    for (const id of this.#waiting) this.#again.add(id);
    this.#waiting = new Set();
  }
}
