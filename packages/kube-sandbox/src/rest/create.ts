import { type JsonObject, textAt, timestamp, valueAt } from '@archipelago/apimachinery';
import { type AdmittedBody, admitObject } from '../admission/admit-body.ts';
import { completePod } from '../admission/complete-pod.ts';
import { judgeWrite } from '../admission/judge-write.ts';
import { withDefaultAmounts } from '../admission/limits/with-default-amounts.ts';
import { mutateWrite } from '../admission/mutate-write.ts';
import { checkNamespace } from '../admission/namespace-lifecycle.ts';
import { validateMetadata } from '../admission/validate-metadata.ts';
import { trackRequest } from '../apply/apply-fields.ts';
import type { Call } from '../calls/call.ts';
import { readBodyFor } from '../calls/read-body-for.ts';
import { answerObject } from '../calls/respond.ts';
import { servedForm, storedForm } from '../conversion/stored-forms.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { alreadyExists, badRequest, internal, invalid } from '../refusals/status.ts';
import { Unanswered } from '../refusals/unanswered.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { checkBodyType } from '../requests/read-body.ts';
import { readWriteOptions, type WriteOptions } from '../requests/write-options.ts';
import { writeWarnings } from '../resources/inert-fields.ts';
import { kindSubject, resourceSubject } from '../resources/resource-type.ts';
import type { ObjectKey } from '../storage/object-store.ts';

const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';
const GENERATED_LENGTH = 5;
const NAME_LIMIT = 63;

function generatedName(prefix: string, call: Call): string {
  const { environment } = call.server;
  const letters = Array.from(
    { length: GENERATED_LENGTH },
    () => ALPHABET[environment.random(ALPHABET.length)],
  );
  return prefix.slice(0, NAME_LIMIT - GENERATED_LENGTH) + letters.join('');
}

/** Without what only the server sets: what a client sends there is ignored. */
function withoutSystemFields(object: JsonObject): JsonObject {
  return withMetadata(object, {
    uid: undefined,
    creationTimestamp: undefined,
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    selfLink: undefined,
  });
}

/** Puts the fields only the server sets. */
function systemFields(object: JsonObject, call: Call): JsonObject {
  const metadata = metadataOf(object);
  const prefix = textAt(metadata, 'generateName');
  const name = textAt(metadata, 'name') || (prefix === '' ? '' : generatedName(prefix, call));
  return withMetadata(object, {
    ...(name === '' ? {} : { name }),
    namespace: call.namespace,
    uid: call.server.environment.uuid(),
    creationTimestamp: timestamp(call.server.environment.now()),
    resourceVersion: undefined,
  });
}

/** The namespace of the object must be the request's; an object without one is put there. */
export function inRequestNamespace(object: JsonObject, call: Call): JsonObject | Refusal {
  const namespace = textAt(metadataOf(object), 'namespace');
  if (!call.type.namespaced) return withMetadata(object, { namespace: undefined });
  if (call.namespace === undefined && namespace === '') return object;
  if (call.namespace === undefined || (namespace !== '' && namespace !== call.namespace)) {
    return badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    );
  }
  return withMetadata(object, { namespace: call.namespace });
}

/** Where an object of the call's resource lives. */
export function keyOf(call: Call, name: string): { resource: string; namespace: string; name: string } {
  return { resource: call.type.storage, namespace: call.namespace ?? '', name };
}

/** The object after those who may change it. */
function mutateNew(call: Call, written: JsonObject, dryRun: boolean): JsonObject | Refusal {
  const complete = (object: JsonObject) => completePod(call, withDefaultAmounts(call, object));
  const write = { operation: 'CREATE', object: written, old: undefined, dryRun } as const;
  const mutated = mutateWrite(call, write, complete);
  if (mutated instanceof Refusal || mutated === written) return mutated;
  return inRequestNamespace(withoutSystemFields(mutated), call);
}

/** Checks a new object and stores it; also the end of a server-side apply that creates. */
export function storeNew(call: Call, admitted: JsonObject, options: NewOptions): JsonObject | Refusal {
  const { type, server } = call;
  const { dryRun } = options;
  const mutated = mutateNew(call, admitted, dryRun);
  if (mutated instanceof Refusal) return mutated;
  const fresh = systemFields(mutated, call);
  const object = type.behaviour.prepareForCreate(fresh, server.environment);
  const metadata = metadataOf(object);
  const errors = [...validateMetadata(object, type), ...type.behaviour.validateCreate(object)];
  if (errors.length > 0) return invalid(kindSubject(type), textAt(metadata, 'name'), errors);
  const denied = judgeWrite(call, { operation: 'CREATE', object, old: undefined, dryRun });
  if (denied !== undefined) return denied;
  const key = keyOf(call, textAt(metadata, 'name'));
  // a dry run only looks whether there is one, and never comes to the store
  const refused = (dryRun ? undefined : options.unversioned?.()) ?? existing(call, key);
  if (refused !== undefined) return refused;
  call.warnings.push(...writeWarnings(type, object));
  const written = storedForm(call, object);
  return written instanceof Refusal ? written : putObject(call, { key, object, written, dryRun });
}

function existing({ server, type }: Call, key: ObjectKey): Refusal | undefined {
  const stored = server.store.get(key);
  if (stored === undefined) return undefined;
  const deleting = valueAt(metadataOf(stored.object), 'deletionTimestamp') !== undefined;
  return alreadyExists(resourceSubject(type), key.name, deleting ? 'object is being deleted: ' : '');
}

interface NewOptions extends WriteOptions {
  /** What the store is to say of an object that came with a version. */
  unversioned?(): Refusal | undefined;
}

interface Put {
  readonly key: ObjectKey;
  /** In the call's version. */
  readonly object: JsonObject;
  /** As it is to be stored. */
  readonly written: JsonObject;
  readonly dryRun: boolean;
}

/** Stores an object. What cannot be read again is stored all the same, and the request fails. */
export function putObject(call: Call, { key, object, written, dryRun }: Put): JsonObject | Refusal {
  if (call.type.conversion === undefined && dryRun) return object;
  const read = servedForm(call, written);
  if (read instanceof Unanswered) return read;
  if (dryRun) return read;
  return servedForm(call, call.server.store.put(key, written).object);
}

function admitNew(call: Call, options: WriteOptions): AdmittedBody | Refusal {
  const body = readBodyFor(call);
  if (body instanceof Refusal) return body;
  return admitObject(call, body.object, options, body.problems);
}

function versionedProblem(object: JsonObject): Refusal | undefined {
  // what is no number counts as none
  return /^0*[1-9]\d*$/.test(textAt(metadataOf(object), 'resourceVersion'))
    ? internal('resourceVersion should not be set on objects to be created')
    : undefined;
}

/** POST of an object. */
export function create(call: Call): ApiResponse | Refusal {
  const unreadable = checkBodyType(call.request);
  if (unreadable !== undefined) return unreadable;
  const options = readWriteOptions(call.request, 'CreateOptions');
  if (options instanceof Refusal) return options;
  const admitted = admitNew(call, options);
  if (admitted instanceof Refusal) return admitted;
  const placed = inRequestNamespace(admitted.object, call);
  if (placed instanceof Refusal) return placed;
  const name = textAt(metadataOf(placed), 'name');
  const refused = checkNamespace(call, name);
  if (refused !== undefined) return refused;
  const tracked = trackRequest(call, {
    live: undefined,
    object: withoutSystemFields(placed),
    manager: options.fieldManager,
  });
  if (tracked instanceof Refusal) return tracked;
  const unversioned = () => versionedProblem(placed);
  const stored = storeNew(call, tracked, { ...options, unversioned });
  return stored instanceof Refusal ? stored : answerObject(call, 201, stored);
}
