import type { JsonObject } from '@archipelago/apimachinery';

/** What could not be read. */
export interface Unread {
  /** `deployments.apps`, as rights name it. */
  readonly resource: string;
  readonly isNamespaced: boolean;
  /** In the server's words. */
  readonly because: string;
}

/** What a takeover is planned from: objects as they are stored, of one namespace where their kinds have any. */
export interface TakeoverFacts {
  readonly namespace: string;
  /** The version of Archipelago that is to take over. */
  readonly version: string;
  /** Undefined: there is none. */
  readonly hyperConverged: JsonObject | undefined;
  /** Deployments of the other operator and of its webhook, by their names. */
  readonly deployments: readonly JsonObject[];
  /** ClusterServiceVersions; none where there is no OLM. */
  readonly serviceVersions: readonly JsonObject[];
  readonly subscriptions: readonly JsonObject[];
  /** Validating and mutating configurations of all webhooks. */
  readonly webhooks: readonly JsonObject[];
  readonly own: OwnInstallation;
  readonly unread: readonly Unread[];
}

/** Archipelago beside it. */
export interface OwnInstallation {
  /** Undefined: there is none; it may run elsewhere. */
  readonly deployment: JsonObject | undefined;
  /** Who holds its lease; empty: nobody; undefined: that is not known, as in a snapshot. */
  readonly leader: string | undefined;
  /** The webhook configuration that it was installed with. */
  readonly webhook: JsonObject | undefined;
}
