import { type JsonObject, jsonEqual, timestamp } from '@archipelago/apimachinery';
import { decodeTyped } from '../built-in/types/decode-typed.ts';
import { wireSchema } from '../built-in/types/wire-schema.ts';
import { convertObject } from '../conversion/convert-object.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Conversion } from '../resources/conversion.ts';
import type { Environment } from '../resources/environment.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import type { Consultation } from '../webhooks/consultation.ts';
import { type ApplyResult, applyServerSide, type FieldWrite } from './apply-server-side.ts';
import { managedFieldsOf, setManagedFields } from './managed-object.ts';
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

/** Records in `metadata.managedFields` which fields the change set; all managers wrote in the version of the object. */
export function trackChange(context: FieldContext, change: TrackedChange): JsonObject {
  return tracked(context, change, write(context, change.manager));
}

function tracked(context: FieldContext, { live, object }: TrackedChange, fieldWrite: FieldWrite): JsonObject {
  const blank = live === undefined ? blankOf(context, object) : undefined;
  // the server's handler of scales puts its entries together itself, and forgets the time
  const time = context.subresource === 'scale' ? undefined : fieldWrite.time;
  return trackUpdate({
    ...fieldWrite,
    time,
    live,
    updated: object,
    ...(blank === undefined ? {} : { blank }),
  });
}

/** Of a request, whose object a webhook may have to convert for managers that wrote in other versions. */
type RequestContext = FieldContext & { readonly consultation: Consultation };

interface Seen {
  readonly live: JsonObject | undefined;
  readonly applies: boolean;
}

/** Converts with the webhook of the definition, and remembers why that was not possible. */
class Converter {
  refusal: Refusal | undefined;
  readonly #conversion: Conversion;
  readonly #consultation: Consultation;
  readonly #live: JsonObject | undefined;

  readonly #applies: boolean;

  constructor(conversion: Conversion, consultation: Consultation, { live, applies }: Seen) {
    this.#conversion = conversion;
    this.#consultation = consultation;
    this.#live = live;
    this.#applies = applies;
  }

  /** The webhook sees what is stored, and what is applied to it, with the managers so far. */
  #shown(object: JsonObject): JsonObject {
    const live = this.#live;
    if (live === undefined) return object;
    const isShown = this.#applies || jsonEqual(setManagedFields(live, []), object);
    return isShown ? setManagedFields(object, managedFieldsOf(live) ?? []) : object;
  }

  of(fieldWrite: FieldWrite): FieldWrite {
    return {
      ...fieldWrite,
      schemaOf: (apiVersion) => this.#conversion.schemaOf(apiVersion),
      convert: (object, apiVersion) => {
        const asked = { object: this.#shown(object), apiVersion };
        const converted = convertObject(this.#conversion, this.#consultation, asked);
        if (!(converted instanceof Refusal)) return setManagedFields(converted, []);
        this.refusal ??= converted;
        return undefined;
      },
    };
  }
}

function converterOf({ type, consultation }: RequestContext, seen: Seen): Converter | undefined {
  return type.conversion === undefined ? undefined : new Converter(type.conversion, consultation, seen);
}

/** As `trackChange`, for a request. */
export function trackRequest(context: RequestContext, change: TrackedChange): JsonObject | Refusal {
  const converter = converterOf(context, { live: change.live, applies: false });
  const plain = write(context, change.manager);
  const object = tracked(context, change, converter?.of(plain) ?? plain);
  return converter?.refusal ?? object;
}

/** Merges an applied object into the stored one. */
export function applyChange(
  context: RequestContext,
  { live, object, manager, force }: AppliedChange,
): ApplyResult | Refusal {
  const converter = converterOf(context, { live, applies: true });
  const plain = write(context, manager);
  const result = applyServerSide({ ...(converter?.of(plain) ?? plain), live, applied: object, force });
  return converter?.refusal ?? result;
}
