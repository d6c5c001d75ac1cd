import type { Call } from '../../calls/call.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { Unanswered } from '../../refusals/unanswered.ts';
import { isExempt } from '../policies/match-resources.ts';
import { type MatchedReview, type PolicyReview, reviewOf, type Write } from '../policies/policy-review.ts';
import { type AdmissionWebhook, admissionWebhooks, ignoresFailures } from './admission-webhook.ts';
import { askWebhook, type Said } from './ask-webhook.ts';
import { matchWebhook } from './match-webhook.ts';
import { callFailed, denied } from './webhook-refusals.ts';

interface Relevant {
  readonly webhook: AdmissionWebhook;
  readonly review: MatchedReview;
}

function relevant(
  review: PolicyReview,
  webhooks: readonly AdmissionWebhook[],
): readonly Relevant[] | Refusal {
  const found: Relevant[] = [];
  for (const webhook of webhooks) {
    const matched = matchWebhook(webhook, review);
    if (matched instanceof Refusal) return matched;
    if (matched !== undefined) found.push({ webhook, review: matched });
  }
  return found;
}

function refusalOf(webhook: AdmissionWebhook, { review }: Said): Refusal | undefined {
  switch (review.kind) {
    case 'allowed':
      return undefined;
    case 'denied':
      return denied(review.status);
    case 'failed':
      return ignoresFailures(webhook) ? undefined : callFailed(webhook, review.problem);
  }
}

/** What came first counts; what the others said against it is not told. */
function firstRefusal(
  call: Call,
  answers: readonly { readonly webhook: AdmissionWebhook; readonly said: Said }[],
): Refusal | undefined {
  const inOrder = [...answers].sort((a, b) => a.said.order - b.said.order);
  for (const { said } of inOrder) {
    if (said.review.kind !== 'failed') call.warnings.push(...said.review.warnings);
  }
  return inOrder
    .map(({ webhook, said }) => refusalOf(webhook, said))
    .find((refusal) => refusal !== undefined);
}

/** Asks all ValidatingWebhookConfigurations about what is about to be stored or removed, all at the same time. */
export function judgeByWebhooks(call: Call, write: Write): Refusal | undefined {
  const webhooks = admissionWebhooks(call.server, 'validating');
  const review = reviewOf(call, write);
  if (webhooks.length === 0 || isExempt(review)) return undefined;
  const found = relevant(review, webhooks);
  if (found instanceof Refusal) return found;
  const answers = found.map(({ webhook, review: matched }) => ({
    webhook,
    said: askWebhook(webhook, matched, { type: 'validating', round: 0 }),
  }));
  const heard = answers.flatMap(({ webhook, said }) => (said === undefined ? [] : [{ webhook, said }]));
  return heard.length < answers.length ? new Unanswered() : firstRefusal(call, heard);
}
