import {
  type JsonObject,
  numberAt,
  objectAt,
  printJson,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { Heard, Question } from '../../webhooks/consultation.ts';
import { isCertificates } from '../../webhooks/is-certificates.ts';
import type { ServiceReference } from '../../webhooks/outgoing-call.ts';
import type { MatchedReview } from '../policies/policy-review.ts';
import { requestOf, toldObject } from '../policies/review-values.ts';
import { type AdmissionWebhook, clientOf, type WebhookType } from './admission-webhook.ts';
import { type ReadReview, type ReviewVersion, readReview } from './read-review.ts';

const HTTPS_PORT = 443;
const SECONDS = 10;
const KNOWN: readonly ReviewVersion[] = ['v1', 'v1beta1'];

/** The first version of the webhook's that this server knows. */
function versionOf({ declared }: AdmissionWebhook): ReviewVersion {
  const wanted = textsAt(declared, 'admissionReviewVersions');
  const found = wanted
    .map((one) => KNOWN.find((known) => known === one))
    .find((known) => known !== undefined);
  return found ?? 'v1';
}

function serviceOf(client: JsonObject): ServiceReference | undefined {
  const service = objectAt(client, 'service');
  if (valueAt(client, 'service') === undefined) return undefined;
  const port = numberAt(service, 'port') ?? HTTPS_PORT;
  return { namespace: textAt(service, 'namespace'), name: textAt(service, 'name'), port };
}

function urlOf(client: JsonObject, service: ServiceReference | undefined, seconds: number): string {
  const base =
    service === undefined
      ? textAt(client, 'url')
      : `https://${service.name}.${service.namespace}.svc:${service.port}${textAt(client, 'service', 'path')}`;
  const url = new URL(base);
  // the class leaves out the port that is usual, and the API server tells it
  const host = service === undefined ? url.host : `${url.hostname}:${service.port}`;
  return `https://${host}${url.pathname}?timeout=${seconds}s`;
}

function told(review: MatchedReview, object: JsonObject | undefined): JsonObject | null {
  return object === undefined ? null : toldObject(review, object);
}

/** The review with its uid. */
function reviewText(version: ReviewVersion, request: JsonObject, uid: string): string {
  const apiVersion = `admission.k8s.io/${version}`;
  return printJson({ kind: 'AdmissionReview', apiVersion, request: { uid, ...request } });
}

function questionOf(webhook: AdmissionWebhook, review: MatchedReview, key: string): Question {
  const client = clientOf(webhook);
  const service = serviceOf(client);
  const seconds = numberAt(webhook.declared, 'timeoutSeconds') ?? SECONDS;
  const bundle = textAt(client, 'caBundle');
  const request: JsonObject = {
    ...requestOf(review),
    object: told(review, review.object),
    oldObject: told(review, review.old),
  };
  return {
    key,
    url: urlOf(client, service, seconds),
    service,
    authorities: bundle === '' ? undefined : Buffer.from(bundle, 'base64').toString(),
    timeoutMs: seconds * 1000,
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
  if (question.authorities !== undefined && !isCertificates(question.authorities)) {
    const problem = 'unable to load root certificates: unable to parse bytes as PEM block';
    return failed(`could not get REST client: ${problem}`);
  }
  const heard = review.call.consultation.ask(question);
  return heard === undefined ? undefined : read(heard, webhook, type);
}
