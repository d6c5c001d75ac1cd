import { type JsonObject, numberAt, printJson, textsAt } from '@archipelago/apimachinery';
import type { Heard, Question } from '../../webhooks/consultation.ts';
import { type ReviewVersion, reviewVersionOf } from '../../webhooks/read-envelope.ts';
import { addressOf } from '../../webhooks/webhook-client.ts';
import type { MatchedReview } from '../policies/policy-review.ts';
import { requestOf, toldObject } from '../policies/review-values.ts';
import { type AdmissionWebhook, clientOf, type WebhookType } from './admission-webhook.ts';
import { type ReadReview, readReview } from './read-review.ts';

const SECONDS = 10;

function versionOf({ declared }: AdmissionWebhook): ReviewVersion {
  return reviewVersionOf(textsAt(declared, 'admissionReviewVersions'));
}

function told(review: MatchedReview, object: JsonObject | undefined): JsonObject | null {
  return object === undefined ? null : toldObject(review, object);
}

/** The review with its uid. */
function reviewText(version: ReviewVersion, request: JsonObject, uid: string): string {
  const apiVersion = `admission.k8s.io/${version}`;
  return printJson({ kind: 'AdmissionReview', apiVersion, request: { uid, ...request } });
}

function questionOf(webhook: AdmissionWebhook, review: MatchedReview, key: string): Question | string {
  const address = addressOf(clientOf(webhook), numberAt(webhook.declared, 'timeoutSeconds') ?? SECONDS);
  if (typeof address === 'string') return address;
  const request: JsonObject = {
    ...requestOf(review),
    object: told(review, review.object),
    oldObject: told(review, review.old),
  };
  return {
    ...address,
    key,
    content: printJson(request),
    body: (uid) => reviewText(versionOf(webhook), request, uid),
  };
}

/** What a webhook says, and when it said so among those asked at the same time. */
export interface Said {
  readonly review: ReadReview;
  readonly order: number;
}

function failed(problem: string): Said {
  return { review: { kind: 'failed', problem }, order: 0 };
}

function read(heard: Heard, webhook: AdmissionWebhook, type: WebhookType): Said {
  const { uid, result, order } = heard;
  return {
    review: readReview(result, { uid, type, version: versionOf(webhook), name: webhook.name }),
    order,
  };
}

/** Asks a webhook about a review; undefined where its answer is not there yet. `round`: how often it was asked before. */
export function askWebhook(
  webhook: AdmissionWebhook,
  review: MatchedReview,
  { type, round }: { readonly type: WebhookType; readonly round: number },
): Said | undefined {
  const question = questionOf(webhook, review, `${webhook.id}/${round}`);
  if (typeof question === 'string') return failed(`could not get REST client: ${question}`);
  const heard = review.call.consultation.ask(question);
  return heard === undefined ? undefined : read(heard, webhook, type);
}
