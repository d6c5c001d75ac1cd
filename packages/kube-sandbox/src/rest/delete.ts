import { type JsonObject, objectAt, textAt, textsAt, timestamp, valueAt } from '@archipelago/apimachinery';
import { judgeByRules } from '../admission/judge-write.ts';
import { announceDeletion } from '../admission/mutate-write.ts';
import { checkNamespaceDeletion } from '../admission/namespace-lifecycle.ts';
import type { Call } from '../calls/call.ts';
import { answerObject, respondObject } from '../calls/respond.ts';
import { servedForm } from '../conversion/stored-forms.ts';
import { metadataOf, withMetadata, without } from '../json/json-access.ts';
import { Refusal } from '../refusals/refusal.ts';
import { conflict, notFound } from '../refusals/status.ts';
import type { ApiResponse } from '../requests/api-response.ts';
import { kindSubject, resourceSubject } from '../resources/resource-type.ts';
import type { StoredObject } from '../storage/object-store.ts';
import { keyOf } from './create.ts';
import { type DeleteOptions, readDeleteOptions } from './delete-options.ts';

const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';
const CRDS = 'apiextensions.k8s.io/customresourcedefinitions';

/** What became of an object: gone, or marked and waiting for its finalizers. */
type Deletion =
  | { readonly kind: 'removed'; readonly object: JsonObject }
  | { readonly kind: 'marked'; readonly object: JsonObject };

/** Where objects are deleted: a request, or a controller's work. */
type DeletionContext = Pick<Call, 'server' | 'type'>;

export function checkPreconditions(
  call: DeletionContext,
  stored: StoredObject,
  options: DeleteOptions,
): Refusal | undefined {
  const uid = textAt(metadataOf(stored.object), 'uid');
  const subject = kindSubject(call.type);
  if (options.uid !== '' && options.uid !== uid) {
    return conflict(
      subject,
      stored.key.name,
      `the UID in the precondition (${options.uid}) does not match the UID in record (${uid}). The object might have been deleted and then recreated`,
    );
  }
  if (options.resourceVersion === '' || options.resourceVersion === String(stored.revision)) return undefined;
  return conflict(
    subject,
    stored.key.name,
    `the ResourceVersion in the precondition (${options.resourceVersion}) does not match the ResourceVersion in record (${stored.revision}). The object might have been modified`,
  );
}

/** The finalizers that stand for how dependents are treated. */
function finalizersFor(object: JsonObject, options: DeleteOptions): readonly string[] {
  const own = textsAt(metadataOf(object), 'finalizers');
  const others = own.filter((name) => name !== 'orphan' && name !== 'foregroundDeletion');
  switch (options.propagation) {
    case 'Orphan':
      return [...others, 'orphan'];
    case 'Foreground':
      return [...others, 'foregroundDeletion'];
    case 'Background':
      return others;
    case undefined:
      return own;
  }
}

function marked(call: DeletionContext, object: JsonObject, finalizers: readonly string[]): JsonObject {
  const metadata = metadataOf(object);
  const generation = valueAt(metadata, 'generation');
  return withMetadata(object, {
    deletionTimestamp: timestamp(call.server.environment.now()),
    deletionGracePeriodSeconds: 0,
    finalizers: finalizers.length === 0 ? undefined : finalizers,
    ...(typeof generation === 'number' && generation > 0 ? { generation: generation + 1 } : {}),
  });
}

/** Types whose deletion always takes a second step mark themselves in their own way. */
function terminating(
  call: DeletionContext,
  object: JsonObject,
  finalizers: readonly string[],
): JsonObject | undefined {
  const deletionTimestamp =
    valueAt(metadataOf(object), 'deletionTimestamp') ?? timestamp(call.server.environment.now());
  if (call.type.storage === '/namespaces') {
    const status = { ...objectAt(object, 'status'), phase: 'Terminating' };
    return withMetadata({ ...object, status }, { deletionTimestamp });
  }
  if (call.type.storage !== CRDS) return undefined;
  return withMetadata(object, {
    deletionTimestamp,
    finalizers: finalizers.includes(CLEANUP) ? finalizers : [...finalizers, CLEANUP],
  });
}

function isDeleting(object: JsonObject): boolean {
  return valueAt(metadataOf(object), 'deletionTimestamp') !== undefined;
}

/** The object as it waits for its finalizers; undefined when nothing holds it. */
function waiting(
  context: DeletionContext,
  object: JsonObject,
  finalizers: readonly string[],
): JsonObject | undefined {
  const special = terminating(context, object, finalizers);
  if (special !== undefined || finalizers.length === 0) return special;
  return isDeleting(object) ? withMetadata(object, { finalizers }) : marked(context, object, finalizers);
}

/** Deletes one stored object as the options say; also each object of a deletecollection. */
export function deleteStored(
  context: DeletionContext,
  stored: StoredObject,
  options: DeleteOptions,
): Deletion | Refusal {
  const refused = checkPreconditions(context, stored, options);
  if (refused !== undefined) return refused;
  const { store } = context.server;
  const finalizers = finalizersFor(stored.object, options);
  const unchanged = finalizers.length === textsAt(metadataOf(stored.object), 'finalizers').length;
  const object = waiting(context, stored.object, finalizers);
  if (object !== undefined) {
    if (isDeleting(stored.object) && unchanged) return { kind: 'marked', object: stored.object };
    return { kind: 'marked', object: options.dryRun ? object : store.put(stored.key, object).object };
  }
  const removed = options.dryRun ? undefined : store.remove(stored.key);
  if (removed !== undefined) removeEndpoints(context, removed);
  return { kind: 'removed', object: removed?.object ?? stored.object };
}

const PLAIN = {
  dryRun: false,
  propagation: undefined,
  uid: '',
  resourceVersion: '',
  gracePeriodSeconds: undefined,
};

/** The Endpoints of a service go with it, so that a new one of its name does not begin with them. */
function removeEndpoints({ server }: DeletionContext, { key }: StoredObject): void {
  if (key.resource !== '/services') return;
  const type = server.registry.find('', 'v1', 'endpoints');
  const stored = server.store.get({ ...key, resource: '/endpoints' });
  if (type !== undefined && stored !== undefined) deleteStored({ server, type }, stored, PLAIN);
}

/** Lets policies and webhooks judge the deletion a request asks for; controllers' are not judged. */
export function judgeDeletion(call: Call, stored: StoredObject, options: DeleteOptions): Refusal | undefined {
  const old = servedForm(call, stored.object, true);
  if (old instanceof Refusal) return old;
  const { dryRun, propagation, gracePeriodSeconds } = options;
  const { uid, resourceVersion } = options;
  const preconditions = without({ uid: uid || undefined, resourceVersion: resourceVersion || undefined });
  const given = without({
    propagationPolicy: propagation,
    gracePeriodSeconds,
    preconditions: Object.keys(preconditions).length === 0 ? undefined : preconditions,
  });
  const write = { operation: 'DELETE', object: undefined, old, dryRun, options: given } as const;
  return announceDeletion(call, write) ?? judgeByRules(call, write);
}

function success(call: Call, object: JsonObject): JsonObject {
  const { group, plural } = call.type;
  const uid = textAt(metadataOf(object), 'uid');
  const details = { name: call.name, ...(group === '' ? {} : { group }), kind: plural, uid };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}

/** What is marked for deletion is answered with: it must be known as that before it is stored. */
function checkAnswer(call: Call, stored: StoredObject, options: DeleteOptions): Refusal | undefined {
  if (call.type.conversion === undefined) return undefined;
  const deletion = deleteStored(call, stored, { ...options, dryRun: true });
  if (deletion instanceof Refusal || deletion.kind === 'removed') return undefined;
  const object = servedForm(call, deletion.object);
  return object instanceof Refusal ? object : undefined;
}

/** DELETE of one object. */
export function deleteOne(call: Call): ApiResponse | Refusal {
  const options = readDeleteOptions(call.request);
  if (options instanceof Refusal) return options;
  const refused = checkNamespaceDeletion(call);
  if (refused !== undefined) return refused;
  const stored = call.server.store.get(keyOf(call, call.name));
  if (stored === undefined) return notFound(resourceSubject(call.type), call.name);
  const deletion =
    checkPreconditions(call, stored, options) ??
    judgeDeletion(call, stored, options) ??
    checkAnswer(call, stored, options) ??
    deleteStored(call, stored, options);
  if (deletion instanceof Refusal) return deletion;
  return answerDeletion(call, deletion);
}

function answerDeletion(call: Call, deletion: Deletion): ApiResponse | Refusal {
  if (deletion.kind === 'marked' || call.type.returnsDeleted) {
    const object = servedForm(call, deletion.object);
    return object instanceof Refusal ? object : answerObject(call, 200, object);
  }
  return respondObject(200, success(call, deletion.object), call.negotiated.format);
}
