import { type JsonObject, jsonEqual, listAt, objectsAt, textAt } from '@archipelago/apimachinery';
import type { Attempt } from '../authorization/authorize.ts';
import type { Call } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { forbidden } from '../refusals/status.ts';
import { type ResourceType, resourceSubject } from '../resources/resource-type.ts';
import type { Write } from './policies/policy-review.ts';

type OwnedWrite = Pick<Write, 'operation' | 'object' | 'old'>;

/**
 * What the admission plugin OwnerReferencesPermissionEnforcement asks for, which OpenShift has: owners of an object are
 * changed by who may delete it; that it holds up its owner's deletion is said by who may finalize the owner.
 */
export function checkOwners(call: Call, write: OwnedWrite): Refusal | undefined {
  const { object, old } = write;
  if (!call.server.checksOwners || object === undefined || isStatusOfPod(call)) return undefined;
  if (jsonEqual(ownersOf(object), ownersOf(old))) return undefined;
  const name = textAt(metadataOf(object), 'name');
  if (write.operation !== 'CREATE' && !isAllowed(call, deletionOf(call, name)))
    return refused(call, name, "cannot set an ownerRef on a resource you can't delete: , <nil>");
  return newlyBlocking(object, old)
    .map((owner) => checkBlocking(call, name, owner))
    .find((refusal) => refusal !== undefined);
}

function isStatusOfPod({ type, subresource }: Call): boolean {
  return type.group === '' && type.plural === 'pods' && subresource === 'status';
}

function ownersOf(object: JsonObject | undefined) {
  return listAt(metadataOf(object ?? {}), 'ownerReferences');
}

function deletionOf({ type, subresource, namespace }: Call, name: string): Attempt {
  const resource = subresource === '' ? type.plural : `${type.plural}/${subresource}`;
  return { kind: 'resource', verb: 'delete', group: type.group, resource, namespace: namespace ?? '', name };
}

/** Owners whose deletion waits for the object from now on. */
function newlyBlocking(object: JsonObject, old: JsonObject | undefined): readonly JsonObject[] {
  const blocking = (from: JsonObject) =>
    objectsAt(metadataOf(from), 'ownerReferences').filter((owner) => owner.blockOwnerDeletion === true);
  const before = new Set(blocking(old ?? {}).map(({ uid }) => uid));
  return blocking(object).filter(({ uid }) => !before.has(uid));
}

function checkBlocking(call: Call, name: string, owner: JsonObject): Refusal | undefined {
  const apiVersion = textAt(owner, 'apiVersion');
  const kind = textAt(owner, 'kind');
  const type = call.server.registry.findKind(apiVersion, kind);
  if (type === undefined) {
    const unknown = `cannot find RESTMapping for APIVersion ${apiVersion} Kind ${kind}`;
    const because = `no matches for kind ${JSON.stringify(kind)} in version ${JSON.stringify(apiVersion)}`;
    return refused(call, name, `cannot set blockOwnerDeletion in this case because ${unknown}: ${because}`);
  }
  if (isAllowed(call, finalization(call, type, textAt(owner, 'name')))) return undefined;
  return refused(
    call,
    name,
    "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>",
  );
}

function finalization(call: Call, { group, plural, namespaced }: ResourceType, name: string): Attempt {
  const resource = `${plural}/finalizers`;
  // an owner is in the namespace of what it owns
  const namespace = namespaced ? (call.namespace ?? '') : '';
  return { kind: 'resource', verb: 'update', group, resource, namespace, name };
}

function isAllowed({ server, user }: Call, attempt: Attempt): boolean {
  return server.authorizer.allows(user, attempt);
}

function refused(call: Call, name: string, problem: string): Refusal {
  return forbidden(resourceSubject(call.type), name, problem);
}
