import { isJsonObject, type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Transport } from '@archipelago/kube-client';
import { eventually } from '../../support/eventually.ts';
import { until } from '../../support/until.ts';
import {
  type ConversionCase,
  type ConversionStep,
  collection,
  definition,
  definitionPath,
} from './conversion-case.ts';
import { configure, must, type Outcome, plain, send, untilSeen } from './run-case.ts';
import type { Reply } from './webhook-case.ts';
import type { WebhookServer } from './webhook-server.ts';

interface Place {
  readonly admin: Transport;
  readonly hooks: WebhookServer;
  readonly other: WebhookServer;
  readonly id: string;
}

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

function filled({ hooks, other, id }: Place, value: JsonObject): JsonObject {
  const text = JSON.stringify(value)
    .replaceAll('$CASE', id)
    .replaceAll('$URL', `${hooks.url}/convert/${id}`)
    .replaceAll('$CA', hooks.caBundle)
    .replaceAll('$OTHER_CA', other.caBundle);
  const parsed: unknown = JSON.parse(text);
  return isJsonObject(parsed) ? parsed : {};
}

function replyWith({ hooks, id }: Place, reply: Reply): void {
  const text = (body: string) => body.replaceAll('$CASE', id);
  const own = reply.kind === 'raw' ? { ...reply, body: text(reply.body) } : reply;
  hooks.replies.set(`/convert/${id}`, own);
}

async function define(place: Place, one: ConversionCase): Promise<void> {
  replyWith(place, { kind: 'convert' });
  const body = filled(place, definition(one.webhook ?? {}));
  await must(place, { method: 'POST', path: definitions, body });
  for (const version of ['v1', 'v2', 'v3']) {
    await until(async () => {
      const answer = await send(place, { method: 'GET', path: collection(version) });
      return answer.status === 200;
    });
  }
}

/** Reviews come from caches too, in any order and number: what was asked at all, counts. */
function distinct(reviews: readonly JsonObject[]): readonly JsonObject[] {
  return [...new Map(reviews.map((one) => [JSON.stringify(one), one])).entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one);
}

/** Takes a step. `isGood`: what it stores can be read, by caches too. */
async function take(place: Place, step: ConversionStep, isGood: boolean): Promise<JsonObject> {
  if (step.reply !== undefined) replyWith(place, step.reply);
  const { status, warning, body } = await send(place, ready(place, step));
  const isSeen = isGood && ['POST', 'PATCH'].includes(step.method) && !isGoing(body);
  if (isSeen) await untilSeen(place, step, body);
  const told = withoutDefinition(place, body);
  return plain({ status, ...(warning === '' ? {} : { warning }), body: told });
}

/** Runs a case and says what came of it. A kube-apiserver serves a changed definition a moment later: `pauseMs`. */
export async function runConversionCase(
  place: Place,
  one: ConversionCase,
  pauseMs: number,
): Promise<Outcome> {
  const metadata = { name: `ns-${place.id}`, labels: { case: place.id } };
  await must(place, { method: 'POST', path: '/api/v1/namespaces', body: { metadata } });
  await define(place, one);
  const configurations = await configure(place, one.hooks ?? []);
  place.hooks.heard.length = 0;
  const answers: JsonObject[] = [];
  for (const [index, step] of one.steps.entries()) {
    const isGood = one.steps.slice(0, index + 1).every(({ reply }) => reply === undefined);
    answers.push(await take(place, step, isGood));
    if (step.settles === true) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  for (const path of configurations) await must(place, { method: 'DELETE', path });
  replyWith(place, { kind: 'convert' });
  const reviews = place.hooks.heard
    .splice(0)
    .map(({ headers, target, review }) => plain({ headers, target, review: withoutRevision(review) }));
  await eventually(() => must(place, { method: 'DELETE', path: definitionPath }));
  return { answers, reviews: distinct(reviews) };
}

function ready(place: Place, step: ConversionStep): ConversionStep {
  return step.body === undefined ? step : { ...step, body: filled(place, step.body) };
}

/** A dry run shows it to the webhook, elsewhere it is left out. */
function withoutRevision(review: JsonObject): JsonObject {
  const { request } = review;
  if (!isJsonObject(request)) return review;
  const objects = objectsAt(request, 'objects').map((one) => {
    const { resourceVersion: _, ...metadata } = objectAt(one, 'metadata');
    return { ...one, metadata };
  });
  return objects.length === 0 ? review : { ...review, request: { ...request, objects } };
}

/** It may be gone already, and is never seen again. */
function isGoing(body: JsonObject): boolean {
  return textAt(body, 'metadata', 'deletionTimestamp') !== '';
}

/** Of definitions only what is told about conversion. */
function withoutDefinition({ hooks }: Place, body: JsonObject): JsonObject {
  if (textAt(body, 'kind') !== 'CustomResourceDefinition') return body;
  const shown: unknown = JSON.parse(JSON.stringify(body).replaceAll(hooks.caBundle, '$CA'));
  const { spec } = isJsonObject(shown) ? shown : {};
  return {
    kind: 'CustomResourceDefinition',
    conversion: (isJsonObject(spec) ? spec.conversion : null) ?? null,
  };
}
