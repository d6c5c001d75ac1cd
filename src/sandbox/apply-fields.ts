import type { JsonObject } from '../api/json-value.ts';
import type { Environment } from './environment.ts';
import type { ResourceType } from './resource-type.ts';

/** Where a change happens. */
export interface FieldContext {
  readonly server: { readonly environment: Environment };
  readonly type: ResourceType;
  /** `''` for the resource itself. */
  readonly subresource: string;
}

export interface TrackedChange {
  /** What is stored now; undefined when the object is new. */
  readonly live: JsonObject | undefined;
  readonly object: JsonObject;
  readonly manager: string;
}

/** Records in `metadata.managedFields` which fields the change set. */
export function trackChange(_context: FieldContext, change: TrackedChange): JsonObject {
  return change.object;
}
