import { type JsonObject, jsonEqual, objectAt, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Attempt } from '../authorization/authorize.ts';
import { uncoveredRules } from '../authorization/cover-rules.ts';
import type { Call } from '../calls/call.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { forbidden, notFound } from '../refusals/status.ts';
import { resourceSubject } from '../resources/resource-type.ts';
import type { Write } from './policies/policy-review.ts';

const RBAC = 'rbac.authorization.k8s.io';
const ROLES = ['roles', 'clusterroles'];
const EVERYTHING: readonly JsonObject[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
];
const BINDINGS = ['rolebindings', 'clusterrolebindings'];

/** Nobody may grant what he does not have: neither in a role, nor by binding one that has it. */
export function checkEscalation(
  call: Call,
  { object, old }: Pick<Write, 'object' | 'old'>,
): Refusal | undefined {
  const { type, user } = call;
  if (type.group !== RBAC || object === undefined || user.groups.includes('system:masters')) return undefined;
  if (old !== undefined && isOnlyForCollector(object, old)) return undefined;
  if (ROLES.includes(type.plural)) return checkRole(call, object);
  return BINDINGS.includes(type.plural) ? checkBinding(call, object) : undefined;
}

/** What lets an object go is no grant. */
function isOnlyForCollector(object: JsonObject, old: JsonObject): boolean {
  const { finalizers, ownerReferences, managedFields, resourceVersion } = metadataOf(old);
  const before = { finalizers, ownerReferences, managedFields, resourceVersion };
  return jsonEqual(withMetadata(object, before), old);
}

function checkRole(call: Call, role: JsonObject): Refusal | undefined {
  const name = textAt(metadataOf(role), 'name');
  const may = { verb: 'escalate', resource: call.type.plural, name };
  if (isAllowed(call, may)) return undefined;
  return confirm(call, name, objectsAt(role, 'rules')) ?? checkAggregation(call, role, name);
}

/** Whoever picks roles by labels may get the rights of any. */
function checkAggregation(call: Call, role: JsonObject, name: string): Refusal | undefined {
  if ((valueAt(role, 'aggregationRule') ?? null) === null) return undefined;
  if (confirm(call, name, EVERYTHING) === undefined) return undefined;
  const problem = 'must have cluster-admin privileges to use the aggregationRule';
  return forbidden(resourceSubject(call.type), name, problem);
}

function checkBinding(call: Call, binding: JsonObject): Refusal | undefined {
  const reference = objectAt(binding, 'roleRef');
  const resource = reference.kind === 'Role' ? 'roles' : 'clusterroles';
  const role = textAt(reference, 'name');
  if (isAllowed(call, { verb: 'bind', resource, name: role })) return undefined;
  const rules = call.server.authorizer.rulesOf(reference, call.namespace ?? '');
  // a kube-apiserver looks it up under the resource of the request, and tells that
  if (rules === undefined) return notFound(resourceSubject(call.type), role);
  return confirm(call, textAt(metadataOf(binding), 'name'), rules);
}

function isAllowed(call: Call, may: { verb: string; resource: string; name: string }): boolean {
  const attempt: Attempt = { kind: 'resource', group: RBAC, namespace: call.namespace ?? '', ...may };
  return call.server.authorizer.allows(call.user, attempt);
}

function confirm(call: Call, name: string, wanted: readonly JsonObject[]): Refusal | undefined {
  const { user, server, namespace = '' } = call;
  const missing = uncoveredRules(server.authorizer.rulesFor(user, namespace), wanted);
  if (missing.length === 0) return undefined;
  const groups = user.groups.map((group) => JSON.stringify(group)).join(' ');
  const who = `user ${JSON.stringify(user.name)} (groups=[${groups}])`;
  const gone = server.authorizer.missingRoles(user, namespace);
  const notFoundTexts = gone.map((role) => `${call.type.plural}.${RBAC} ${JSON.stringify(role)} not found`);
  const unresolved = gone.length === 0 ? '' : `; resolution errors: [${notFoundTexts.join(' ')}]`;
  const problem = `${who} is attempting to grant RBAC permissions not currently held:\n${missing.join('\n')}${unresolved}`;
  return forbidden(resourceSubject(call.type), name, problem);
}
