import { type JsonObject, numberAt, objectAt } from '@archipelago/apimachinery';
import { Refusal } from '../../refusals/refusal.ts';
import { internalError } from '../../refusals/status.ts';
import type { AdmissionWebhook } from './admission-webhook.ts';

/** A webhook that had to be asked and could not be. */
export function callFailed({ name }: AdmissionWebhook, problem: string): Refusal {
  return internalError(`failed calling webhook ${JSON.stringify(name)}: ${problem}`);
}

/** A denial, with the header that asks to come again where its details do. */
export function denied(status: JsonObject): Refusal {
  const seconds = numberAt(objectAt(status, 'details'), 'retryAfterSeconds');
  return new Refusal(status, numberAt(status, 'code') ?? 400, seconds === 0 ? undefined : seconds);
}
