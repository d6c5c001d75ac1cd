import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { judgeByRules } from '../admission/judge-write.ts';
import { mutateWrite } from '../admission/mutate-write.ts';
import { trackRequest } from '../apply/apply-fields.ts';
import { decodeTyped } from '../built-in/types/decode-typed.ts';
import type { Call } from '../calls/call.ts';
import { readBodyFor } from '../calls/read-body-for.ts';
import { answerObject } from '../calls/respond.ts';
import { servedForm } from '../conversion/stored-forms.ts';
import { metadataOf } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, internal, invalid, notFound, notImplemented } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { parseContentType } from '../requests/media-type.ts';
import { readWriteOptions } from '../requests/write-options.ts';
import { kindSubject, resourceSubject, type Verb } from '../resources/resource-type.ts';
import { scaleSteps } from '../resources/scale-paths.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { labelSelectorText } from '../tables/label-selector-text.ts';
import { invalidValue } from '../validation/field-errors.ts';
import { applyPatch } from './apply-patch.ts';
import { keyOf } from './create.ts';
import { APPLY_TYPE, PATCH_TYPES } from './patch-types.ts';
import { storeChange } from './store-change.ts';
import { checkResourceVersion, checkUid } from './update.ts';

const TYPE = 'io.k8s.api.autoscaling.v1.Scale';

function numberAt(object: JsonObject, path: string): number {
  const value = valueAt(object, ...scaleSteps(path));
  return typeof value === 'number' ? value : 0;
}

function selectorAt(object: JsonObject, path: string | undefined): string {
  const value = path === undefined ? undefined : valueAt(object, ...scaleSteps(path));
  if (typeof value === 'string') return value;
  return isJsonObject(value) && Object.keys(value).length > 0 ? labelSelectorText(value) : '';
}

/** The Scale of an object: its identity, and the replicas its definition's paths lead to. */
function scaleOf(call: Call, object: JsonObject): JsonObject {
  const { scale } = call.type;
  const metadata = metadataOf(object);
  const kept = ['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp'];
  const selector = selectorAt(object, scale?.labelSelector);
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(kept.map((name) => [name, valueAt(metadata, name)] as const)),
    spec: replicasField(numberAt(object, scale?.specReplicas ?? '')),
    status: {
      replicas: numberAt(object, scale?.statusReplicas ?? ''),
      ...(selector === '' ? {} : { selector }),
    },
  };
}

function replicasField(replicas: number): JsonObject {
  return replicas === 0 ? {} : { replicas };
}

function withValue(object: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [name, ...rest] = path;
  if (name === undefined) return object;
  const child = valueAt(object, name);
  return {
    ...object,
    [name]: rest.length === 0 ? value : withValue(objectAt(child), rest, value),
  };
}

/** Upstream cannot read the managed fields of a custom resource as those of a Scale, and fails on every apply. */
function unappliable(): Refusal {
  const problem = 'request to convert CR to an invalid group/version: autoscaling/v1';
  return internal(
    `failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, Kind=Scale) to proper version: ${problem}`,
  );
}

/** The Scale a PUT or PATCH asks for. */
function wantedScale(call: Call, live: JsonObject, verb: Verb): JsonObject | Refusal {
  if (verb === 'update') {
    const body = readBodyFor(call);
    return body instanceof Refusal ? body : body.object;
  }
  const contentType = parseContentType(call.request.headers['content-type'])?.type ?? '';
  if (contentType === APPLY_TYPE) {
    return call.type.custom
      ? unappliable()
      : notImplemented('server-side apply to the scale of built-in kinds');
  }
  const type = PATCH_TYPES.get(contentType);
  if (type === undefined || type === 'strategic')
    return notImplemented(`patches of type ${contentType} to scale`);
  const patched = applyPatch(call, live, type);
  return patched instanceof Refusal ? patched : patched.object;
}

/** The Scale as its Go type reads it. */
function typedScale(call: Call, scale: JsonObject): JsonObject | Refusal {
  const typed = decodeTyped(scale, TYPE);
  if ('problem' in typed)
    return badRequest(`Scale in version "v1" cannot be handled as a Scale: ${typed.problem}`);
  const name = textAt(metadataOf(typed.value), 'name');
  if (name !== '' && name !== call.name) {
    return badRequest(`the name of the object (${name}) does not match the name on the URL (${call.name})`);
  }
  return typed.value;
}

function replicasOf(call: Call, scale: JsonObject): number | Refusal {
  const wanted = valueAt(objectAt(scale, 'spec'), 'replicas');
  const replicas = typeof wanted === 'number' ? wanted : 0;
  if (replicas >= 0) return replicas;
  if (call.type.custom) {
    const path = call.type.scale?.specReplicas ?? '';
    return invalid(kindSubject(call.type), call.name, [
      invalidValue(path, replicas, 'should be a non-negative integer'),
    ]);
  }
  const error = invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0');
  return invalid({ group: 'autoscaling', resource: 'Scale' }, call.name, [error]);
}

interface Scaled {
  readonly stored: StoredObject;
  readonly old: JsonObject;
}

interface Scaling extends Scaled {
  /** The Scale that is asked for. */
  readonly scale: JsonObject;
  /** What the scaled object becomes by it. */
  readonly object: JsonObject;
  readonly dryRun: boolean;
}

/** What policies, webhooks, the uid and the resourceVersion of the Scale say against it. */
function refusalOf(call: Call, { stored, old, scale, object, dryRun }: Scaling): Refusal | undefined {
  const before = scaleOf(call, old);
  const denied = judgeByRules(call, {
    operation: 'UPDATE',
    object: scaleOf(call, object),
    old: before,
    dryRun,
  });
  const isVersioned = textAt(metadataOf(scale), 'resourceVersion') !== '';
  const other = checkUid(call, scale, stored);
  return denied ?? other ?? (isVersioned ? checkResourceVersion(call, scale, stored) : undefined);
}

function writeScale(call: Call, { stored, old }: Scaled, verb: Verb): JsonObject | Refusal {
  const applies = parseContentType(call.request.headers['content-type'])?.type === APPLY_TYPE;
  const kind = verb === 'update' ? 'UpdateOptions' : 'PatchOptions';
  const options = readWriteOptions(call.request, kind, applies);
  if (options instanceof Refusal) return options;
  const scale = mutatedScale(call, old, verb, options.dryRun);
  if (scale instanceof Refusal) return scale;
  const replicas = replicasOf(call, scale);
  if (replicas instanceof Refusal) return replicas;
  const object = withValue(old, scaleSteps(call.type.scale?.specReplicas ?? ''), replicas);
  const refused = refusalOf(call, { stored, old, scale, object, dryRun: options.dryRun });
  if (refused !== undefined) return refused;
  const tracked = trackRequest(call, { live: old, object, manager: options.fieldManager });
  if (tracked instanceof Refusal) return tracked;
  return storeChange(call, { stored, old, object: tracked, dryRun: options.dryRun });
}

/** The Scale that is asked for, after those who may change it. */
function mutatedScale(call: Call, old: JsonObject, verb: Verb, dryRun: boolean): JsonObject | Refusal {
  const before = scaleOf(call, old);
  const wanted = wantedScale(call, before, verb);
  if (wanted instanceof Refusal) return wanted;
  const object = typedScale(call, wanted);
  if (object instanceof Refusal) return object;
  return mutateWrite(call, { operation: 'UPDATE', object, old: before, dryRun });
}

/** A request to the scale subresource. */
export function answerScale(call: Call, verb: Verb): ApiResponse | Refusal {
  const stored = call.server.store.get(keyOf(call, call.name));
  if (stored === undefined) return notFound(resourceSubject(call.type), call.name);
  const old = servedForm(call, stored.object);
  if (old instanceof Refusal) return old;
  const object = verb === 'get' ? old : writeScale(call, { stored, old }, verb);
  return object instanceof Refusal ? object : answerObject(call, 200, scaleOf(call, object));
}
