import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { ServerState } from '../../calls/call.ts';
import { metadataOf } from '../../json/json-access.ts';

/** Webhooks that may change objects come first; those that only judge see what is stored. */
export type WebhookType = 'mutating' | 'validating';

/** One webhook of a configuration. */
export interface AdmissionWebhook {
  /** Unique among all of its type. */
  readonly id: string;
  readonly name: string;
  /** As it stands in the configuration. */
  readonly declared: JsonObject;
}

/** All webhooks of a type: by the names of their configurations, then as they stand there. */
export function admissionWebhooks({ store }: ServerState, type: WebhookType): readonly AdmissionWebhook[] {
  const configurations = store.list(`admissionregistration.k8s.io/${type}webhookconfigurations`, undefined);
  return configurations.flatMap(({ object }) =>
    objectsAt(object, 'webhooks').map((declared) => {
      const name = textAt(declared, 'name');
      return { id: `${type}/${textAt(metadataOf(object), 'name')}/${name}`, name, declared };
    }),
  );
}

/** Whether what a webhook cannot be asked is allowed. */
export function ignoresFailures({ declared }: AdmissionWebhook): boolean {
  return declared.failurePolicy === 'Ignore';
}

/** How a webhook is called. */
export function clientOf({ declared }: AdmissionWebhook): JsonObject {
  return objectAt(declared, 'clientConfig');
}
