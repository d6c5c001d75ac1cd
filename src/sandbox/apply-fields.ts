import type { JsonObject } from '../api/json-value.ts';
import { type ApplyResult, applyServerSide, type FieldWrite } from './apply/apply-server-side.ts';
import { trackUpdate } from './apply/track-update.ts';
import { type Environment, timestamp } from './environment.ts';
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

export interface AppliedChange extends TrackedChange {
  readonly force: boolean;
}

/** The resource itself does not reach its status, nor the status the rest. */
function resetFields({ type, subresource }: FieldContext): readonly (readonly string[])[] {
  if (!type.subresources.some((one) => one.name === 'status')) return [];
  return subresource === 'status' ? [['spec']] : [['status']];
}

function write(context: FieldContext, manager: string): FieldWrite {
  return {
    manager,
    subresource: context.subresource,
    schema: context.type.behaviour.schema,
    resetFields: resetFields(context),
    time: timestamp(context.server.environment),
  };
}

/** Records in `metadata.managedFields` which fields the change set. */
export function trackChange(context: FieldContext, { live, object, manager }: TrackedChange): JsonObject {
  return trackUpdate({ ...write(context, manager), live, updated: object });
}

/** Merges an applied object into the stored one. */
export function applyChange(context: FieldContext, { live, object, manager, force }: AppliedChange): ApplyResult {
  return applyServerSide({ ...write(context, manager), live, applied: object, force });
}
