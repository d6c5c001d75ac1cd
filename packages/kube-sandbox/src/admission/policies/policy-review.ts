import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { Call } from '../../calls/call.ts';
import { metadataOf } from '../../json/json-access.ts';
import type { ResourceType } from '../../resources/resource-type.ts';

type Operation = 'CREATE' | 'UPDATE' | 'DELETE';

/** A write about to happen, for policies to judge. Objects are as the call's version serves them. */
export interface PolicyReview {
  readonly call: Pick<
    Call,
    'server' | 'request' | 'type' | 'user' | 'subresource' | 'warnings' | 'consultation'
  >;
  readonly operation: Operation;
  /** `''` for each object of a deletecollection. */
  readonly name: string;
  /** `''` for cluster-wide objects; a namespace is in itself. */
  readonly namespace: string;
  /** Undefined on DELETE. */
  readonly object: JsonObject | undefined;
  /** Undefined on CREATE. */
  readonly old: JsonObject | undefined;
  readonly dryRun: boolean;
  /** Options of the write that are not in its query. */
  readonly options?: JsonObject;
}

/** What a call is about to store or to remove. */
export type Write = Pick<PolicyReview, 'operation' | 'object' | 'old' | 'dryRun' | 'options'>;

/** The review in the version a policy's rules are about. */
export interface MatchedReview extends PolicyReview {
  readonly matched: ResourceType;
}

/** The review of what a call is about to do. */
export function reviewOf(call: Call, write: Write): PolicyReview {
  const name = call.name || textAt(metadataOf(write.object ?? {}), 'name');
  const namespace = call.namespace ?? (call.type.storage === '/namespaces' ? name : '');
  return { call, name, namespace, ...write };
}
