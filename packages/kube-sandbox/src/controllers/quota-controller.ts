import { jsonEqual, objectAt } from '@archipelago/apimachinery';
import { QUOTAS, quotaUsage } from '../admission/quota/quota-usage.ts';
import type { ServerState } from '../calls/call.ts';
import { amountTexts } from '../resources/amounts.ts';

/** Keeps in the status of ResourceQuotas what is allowed and what is used of it. */
export class QuotaController {
  readonly #server: Pick<ServerState, 'store'>;

  constructor(server: Pick<ServerState, 'store'>) {
    this.#server = server;
  }

  start(): void {
    this.#server.store.subscribeAll(({ stored: { key } }) => {
      if (key.namespace !== '') this.#count(key.namespace);
    });
  }

  /** All quotas of a namespace; in most there is none. */
  #count(namespace: string): void {
    const { store } = this.#server;
    for (const { key, object } of store.list(QUOTAS, namespace)) {
      const hard = objectAt(object, 'spec', 'hard');
      const status = { hard, used: amountTexts(quotaUsage(store, object, namespace)) };
      if (!jsonEqual(objectAt(object, 'status'), status)) store.put(key, { ...object, status });
    }
  }
}
