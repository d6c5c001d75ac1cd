import { type JsonObject, timestamp } from '@archipelago/apimachinery';
import { decodeTyped } from '../built-in/types/decode-typed.ts';
import { wireSchema } from '../built-in/types/wire-schema.ts';
import type { Environment } from '../resources/environment.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { type ApplyResult, applyServerSide, type FieldWrite } from './apply-server-side.ts';
import { trackUpdate } from './track-update.ts';

/** Where a change happens. */
interface FieldContext {
  readonly server: { readonly environment: Environment };
  readonly type: ResourceType;
  /** `''` for the resource itself. */
  readonly subresource: string;
  /** Name in the wire model, where the object is of another kind than the resource. */
  readonly wireType?: string;
}

interface TrackedChange {
  /** What is stored now; undefined when the object is new. */
  readonly live: JsonObject | undefined;
  readonly object: JsonObject;
  readonly manager: string;
}

interface AppliedChange extends TrackedChange {
  readonly force: boolean;
}

/** The resource itself does not reach its status, nor the status the rest; of a custom resource not even metadata. */
function resetFields({ type, subresource }: FieldContext): readonly (readonly string[])[] {
  if (!type.subresources.some((one) => one.name === 'status')) return [];
  if (subresource !== 'status') return [['status']];
  return type.custom ? [['metadata'], ['spec']] : [['spec']];
}

function write(context: FieldContext, manager: string): FieldWrite {
  return {
    manager,
    subresource: context.subresource,
    schema: context.wireType === undefined ? context.type.behaviour.schema : wireSchema(context.wireType),
    resetFields: resetFields(context),
    time: timestamp(context.server.environment.now()),
  };
}

const blanks = new Map<string, JsonObject>();

/** A new object of a built-in type as Go has it: structs that are always there, and nulls. */
function blankOf(context: FieldContext, object: JsonObject): JsonObject | undefined {
  const wireType = context.wireType ?? context.type.wireType;
  if (wireType === undefined) return undefined;
  const known = blanks.get(wireType);
  if (known !== undefined) return known;
  const typed = decodeTyped({ apiVersion: object.apiVersion, kind: object.kind }, wireType);
  if ('problem' in typed) return undefined;
  blanks.set(wireType, typed.value);
  return typed.value;
}

/** Records in `metadata.managedFields` which fields the change set. */
export function trackChange(context: FieldContext, { live, object, manager }: TrackedChange): JsonObject {
  const blank = live === undefined ? blankOf(context, object) : undefined;
  return trackUpdate({
    ...write(context, manager),
    live,
    updated: object,
    ...(blank === undefined ? {} : { blank }),
  });
}

/** Merges an applied object into the stored one. */
export function applyChange(
  context: FieldContext,
  { live, object, manager, force }: AppliedChange,
): ApplyResult {
  return applyServerSide({ ...write(context, manager), live, applied: object, force });
}
