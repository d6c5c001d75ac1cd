import { type JsonObject, marshal, textAt } from '@archipelago/apimachinery';
import type { Refusal } from '../refusals/refusal.ts';
import { internal } from '../refusals/status.ts';
import { Unanswered } from '../refusals/unanswered.ts';
import type { Conversion } from '../resources/conversion.ts';
import type { Consultation, Question } from '../webhooks/consultation.ts';
import { addressOf } from '../webhooks/webhook-client.ts';
import { type Converted, readConverted } from './read-converted.ts';

/** A kube-apiserver lets a conversion take as long as that. */
const SECONDS = 30;

function reviewText({ reviewVersion }: Conversion, request: JsonObject, uid: string): string {
  return marshal({
    kind: 'ConversionReview',
    apiVersion: `apiextensions.k8s.io/${reviewVersion}`,
    request: { uid, ...request },
    response: { uid: '', convertedObjects: null, result: { metadata: {} } },
  });
}

function questionOf(conversion: Conversion, object: JsonObject, apiVersion: string): Question | string {
  const address = addressOf(conversion.client, SECONDS);
  if (typeof address === 'string') return address;
  const request = { desiredAPIVersion: apiVersion, objects: [object] };
  return {
    ...address,
    key: `conversion/${address.url}`,
    content: marshal(request),
    body: (uid) => reviewText(conversion, request, uid),
  };
}

/** The object in another version, as the webhook has it; undefined where its answer is not there yet. */
function askConversion(
  conversion: Conversion,
  consultation: Consultation,
  { object, apiVersion }: { readonly object: JsonObject; readonly apiVersion: string },
): Converted | undefined {
  if (textAt(object, 'apiVersion') === apiVersion) return { ok: true, object };
  const question = questionOf(conversion, object, apiVersion);
  if (typeof question === 'string') return { ok: false, problem: `could not get REST client: ${question}` };
  const heard = consultation.ask(question);
  if (heard === undefined) return undefined;
  const { reviewVersion } = conversion;
  const read = readConverted(heard, { original: object, apiVersion, reviewVersion });
  return read.ok ? { ok: true, object: conversion.trim(read.object) } : read;
}

/** The object in another version, or a refusal: where it cannot be converted, or the webhook has not answered yet. */
export function convertObject(
  conversion: Conversion,
  consultation: Consultation,
  to: { readonly object: JsonObject; readonly apiVersion: string },
): JsonObject | Refusal {
  const converted = askConversion(conversion, consultation, to);
  if (converted === undefined) return new Unanswered();
  return converted.ok ? converted.object : internal(converted.problem);
}
