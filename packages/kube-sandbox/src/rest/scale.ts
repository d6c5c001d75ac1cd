import { type JsonObject, type JsonValue, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { judgeByRules } from '../admission/judge-write.ts';
import { mutateWrite } from '../admission/mutate-write.ts';
import { trackRequest } from '../apply/apply-fields.ts';
import { ownedThroughScale } from '../apply/scale-managers.ts';
import { decodeTyped } from '../built-in/types/decode-typed.ts';
import type { Call } from '../calls/call.ts';
import { readBodyFor } from '../calls/read-body-for.ts';
import { answerObject } from '../calls/respond.ts';
import { servedForm } from '../conversion/stored-forms.ts';
import { metadataOf } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { badRequest, conflict, internal, internalError, invalid, notFound } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { readWriteOptions, type WriteOptions } from '../requests/write-options.ts';
import { kindSubject, resourceSubject, type Verb } from '../resources/resource-type.ts';
import { scaleSteps } from '../resources/scale-paths.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { invalidValue } from '../validation/field-errors.ts';
import { applyPatch } from './apply-patch.ts';
import { keyOf } from './create.ts';
import { invalidPatch } from './invalid-patch.ts';
import { patchTypeOf } from './patch-type-of.ts';
import { replicasOwnership, scaleByApply } from './scale-by-apply.ts';
import { hasReplicas, scaleOf } from './scale-of.ts';
import { storeChange } from './store-change.ts';
import { scaleType, typedScale } from './typed-scale.ts';
import { checkResourceVersion, checkUid } from './update.ts';

/** How upstream says in a patch that an object has no replicas yet: the smallest there are. */
const noReplicas = -(2 ** 31);

function patchedScale(call: Call, old: JsonObject): JsonObject {
  const scale = scaleOf(call, old);
  return hasReplicas(call, old) ? scale : { ...scale, spec: { replicas: noReplicas } };
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

function unreadableScale(scale: JsonObject): string | undefined {
  const kind = textAt(scale, 'kind');
  if (kind !== 'Scale') return `no kind "${kind}" is registered for version "autoscaling/v1"`;
  const typed = decodeTyped(scale, scaleType);
  return 'problem' in typed ? typed.problem : undefined;
}

/** The Scale a PATCH asks for. */
function scaleByPatch(call: Call, old: JsonObject, options: WriteOptions): JsonObject | Refusal {
  const type = patchTypeOf(call.type, call.request);
  if (type instanceof Refusal) return type;
  if (type === 'apply') return call.type.custom ? unappliable() : scaleByApply(call, old, options);
  const patched = applyPatch(call, patchedScale(call, old), type);
  if (patched instanceof Refusal) return patched;
  const unreadable = unreadableScale(patched.object);
  if (unreadable !== undefined) return invalidPatch(patched.object, unreadable);
  const scale = typedScale(call, patched.object);
  if (scale instanceof Refusal || valueAt(scale, 'spec', 'replicas') !== noReplicas) return scale;
  return badRequest(
    `the spec replicas field ${JSON.stringify(call.type.scale?.specReplicas)} cannot be empty`,
  );
}

/** The Scale a PUT brings, which can be told before there is anything to scale. */
function scaleByUpdate(call: Call): JsonObject | Refusal {
  const body = readBodyFor(call);
  return body instanceof Refusal ? body : typedScale(call, body.object);
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

/** An apply tells who owns the replicas by itself. */
type Means = 'update' | 'patch' | 'apply';

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
  readonly by: Means;
}

/** An update has its uid as a precondition of the storage, a patch does not. */
function otherUid(call: Call, { stored, old, scale, by }: Scaling): Refusal | undefined {
  if (call.type.custom || by === 'update') return checkUid(call, scale, stored);
  const [wanted, uid] = [scale, old].map((one) => textAt(metadataOf(one), 'uid'));
  if (wanted === '' || wanted === uid) return undefined;
  const { group, resource } = resourceSubject(call.type);
  const problem = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${uid}`;
  return conflict({ group, resource: `${resource}/scale` }, call.name, problem);
}

/** What policies, webhooks, the uid and the resourceVersion of the Scale say against it. */
function refusalOf(call: Call, scaling: Scaling): Refusal | undefined {
  const { stored, old, scale, object, dryRun } = scaling;
  const before = scaleOf(call, old);
  const denied = judgeByRules(call, {
    operation: 'UPDATE',
    object: scaleOf(call, object),
    old: before,
    dryRun,
  });
  const isVersioned = textAt(metadataOf(scale), 'resourceVersion') !== '';
  const other = otherUid(call, scaling);
  return denied ?? other ?? (isVersioned ? checkResourceVersion(call, scale, stored) : undefined);
}

function meansOf({ type, request }: Call, verb: Verb): Means {
  if (verb === 'update') return 'update';
  return patchTypeOf(type, request) === 'apply' ? 'apply' : 'patch';
}

function optionsOf({ request }: Call, by: Means): WriteOptions | Refusal {
  if (by === 'update') return readWriteOptions(request, 'UpdateOptions');
  return readWriteOptions(request, 'PatchOptions', by === 'apply');
}

function writeScale(call: Call, verb: Verb): JsonObject | Refusal {
  const by = meansOf(call, verb);
  const options = optionsOf(call, by);
  if (options instanceof Refusal) return options;
  const brought = by === 'update' ? scaleByUpdate(call) : undefined;
  if (brought instanceof Refusal) return brought;
  const scaled = liveOf(call);
  if (scaled instanceof Refusal) return scaled;
  const wanted = brought ?? scaleByPatch(call, scaled.old, options);
  if (wanted instanceof Refusal) return wanted;
  const { dryRun } = options;
  const before = scaleOf(call, scaled.old);
  const scale = mutateWrite(call, { operation: 'UPDATE', object: wanted, old: before, dryRun });
  return scale instanceof Refusal ? scale : storeScale(call, scaled, scale, { ...options, by });
}

function storeScale(
  call: Call,
  { stored, old }: Scaled,
  scale: JsonObject,
  { dryRun, fieldManager, by }: WriteOptions & { readonly by: Means },
): JsonObject | Refusal {
  const replicas = replicasOf(call, scale);
  if (replicas instanceof Refusal) return replicas;
  const object = withValue(old, scaleSteps(call.type.scale?.specReplicas ?? ''), replicas);
  const refused = refusalOf(call, { stored, old, scale, object, dryRun, by });
  if (refused !== undefined) return refused;
  const tracked =
    by === 'apply'
      ? ownedThroughScale(object, scale, replicasOwnership(call))
      : trackRequest(call, { live: old, object, manager: fieldManager });
  if (tracked instanceof Refusal) return tracked;
  return storeChange(call, { stored, old, object: tracked, dryRun });
}

function liveOf(call: Call): Scaled | Refusal {
  const stored = call.server.store.get(keyOf(call, call.name));
  if (stored === undefined) return notFound(resourceSubject(call.type), call.name);
  const old = servedForm(call, stored.object);
  return old instanceof Refusal ? old : { stored, old };
}

function readScaled(call: Call): JsonObject | Refusal {
  const live = liveOf(call);
  if (live instanceof Refusal) return live;
  if (hasReplicas(call, live.old)) return live.old;
  return internalError(
    `the spec replicas field ${JSON.stringify(call.type.scale?.specReplicas)} does not exist`,
  );
}

/** A request to the scale subresource. */
export function answerScale(call: Call, verb: Verb): ApiResponse | Refusal {
  const object = verb === 'get' ? readScaled(call) : writeScale(call, verb);
  return object instanceof Refusal ? object : answerObject(call, 200, scaleOf(call, object));
}
