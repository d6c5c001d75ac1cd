import { type JsonObject, objectAt, objectsAt, textAt, textsAt } from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import type { User } from '../requests/api-request.ts';
import type { ObjectStore } from '../storage/object-store.ts';

/** What a request wants to do, as rules see it. */
export type Attempt =
  | {
      readonly kind: 'resource';
      readonly verb: string;
      readonly group: string;
      /** `pods`, or `pods/status`. */
      readonly resource: string;
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly kind: 'path'; readonly verb: string; readonly path: string };

const RBAC = 'rbac.authorization.k8s.io';
const PUBLIC_PATHS = ['/healthz', '/livez', '/readyz', '/version', '/version/'];
const DISCOVERY_PATHS = ['/api', '/api/*', '/apis', '/apis/*', '/openapi', '/openapi/*', ...PUBLIC_PATHS];
const SELF_REVIEWS = ['selfsubjectaccessreviews', 'selfsubjectrulesreviews', 'selfsubjectreviews'];

function pathMatches(pattern: string, path: string): boolean {
  return (
    pattern === '*' || pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)))
  );
}

/** What everybody may do, as the bootstrap roles of a real cluster say. */
function allowedToAll(user: User, attempt: Attempt): boolean {
  const known = user.groups.includes('system:authenticated');
  if (attempt.kind === 'resource') {
    return known && attempt.verb === 'create' && SELF_REVIEWS.includes(attempt.resource);
  }
  if (attempt.verb !== 'get') return false;
  const base = attempt.path.replace(/^\/(healthz|livez|readyz)\/.*$/, '/$1');
  return (known ? DISCOVERY_PATHS : PUBLIC_PATHS).some((pattern) => pathMatches(pattern, base));
}

function contains(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}

function ruleAllows(rule: JsonObject, attempt: Attempt): boolean {
  if (!contains(textsAt(rule, 'verbs'), attempt.verb)) return false;
  if (attempt.kind === 'path') {
    return textsAt(rule, 'nonResourceURLs').some((pattern) => pathMatches(pattern, attempt.path));
  }
  const names = textsAt(rule, 'resourceNames');
  const [, subresource] = attempt.resource.split('/');
  const resources = textsAt(rule, 'resources');
  const ofResource =
    contains(resources, attempt.resource) ||
    (subresource !== undefined && resources.includes(`*/${subresource}`));
  return (
    contains(textsAt(rule, 'apiGroups'), attempt.group) &&
    ofResource &&
    (names.length === 0 || names.includes(attempt.name))
  );
}

function isSubject(subject: JsonObject, user: User, namespace: string): boolean {
  const name = textAt(subject, 'name');
  switch (subject.kind) {
    case 'User':
      return name === user.name;
    case 'Group':
      return user.groups.includes(name);
    case 'ServiceAccount':
      return user.name === `system:serviceaccount:${textAt(subject, 'namespace') || namespace}:${name}`;
    default:
      return false;
  }
}

/** What a binding grants. */
interface Grant {
  readonly binding: string;
  readonly rules: readonly JsonObject[];
  /** The role's name where there is no such role. */
  readonly missing: string | undefined;
}

interface Decision {
  readonly allowed: boolean;
  readonly reason?: string;
}

function describeBinding(binding: JsonObject, subject: JsonObject): string {
  const namespace = textAt(metadataOf(binding), 'namespace');
  const name = textAt(metadataOf(binding), 'name');
  const kind = namespace === '' ? 'ClusterRoleBinding' : 'RoleBinding';
  const role = objectAt(binding, 'roleRef');
  const account = subject.kind === 'ServiceAccount' ? `/${textAt(subject, 'namespace') || namespace}` : '';
  const who = `${textAt(subject, 'kind')} ${JSON.stringify(textAt(subject, 'name') + account)}`;
  const shown = JSON.stringify(namespace === '' ? name : `${name}/${namespace}`);
  return `${kind} ${shown} of ${textAt(role, 'kind')} ${JSON.stringify(textAt(role, 'name'))} to ${who}`;
}

/** Decides by the roles and bindings in the store. */
export class Authorizer {
  readonly #store: ObjectStore;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  allows(user: User, attempt: Attempt): boolean {
    return this.decide(user, attempt).allowed;
  }

  /** The decision, with the binding that made it where one did. */
  decide(user: User, attempt: Attempt): Decision {
    if (user.groups.includes('system:masters') || allowedToAll(user, attempt)) return { allowed: true };
    const namespace = attempt.kind === 'resource' ? attempt.namespace : '';
    const grant = this.#grants(user, namespace).find(({ rules }) =>
      rules.some((rule) => ruleAllows(rule, attempt)),
    );
    return grant === undefined
      ? { allowed: false }
      : { allowed: true, reason: `RBAC: allowed by ${grant.binding}` };
  }

  /** The rules a user has in a namespace; cluster-wide ones count everywhere. */
  rulesFor(user: User, namespace: string): readonly JsonObject[] {
    return this.#grants(user, namespace).flatMap(({ rules }) => rules);
  }

  /** Names of roles that bindings of a user name and that do not exist. */
  missingRoles(user: User, namespace: string): readonly string[] {
    return this.#grants(user, namespace).flatMap(({ missing }) => (missing === undefined ? [] : [missing]));
  }

  #grants(user: User, namespace: string): readonly Grant[] {
    const clusterWide = this.#store.list(`${RBAC}/clusterrolebindings`, undefined);
    const inside = namespace === '' ? [] : this.#store.list(`${RBAC}/rolebindings`, namespace);
    return [...clusterWide, ...inside].flatMap(({ object }) => {
      const own = textAt(metadataOf(object), 'namespace');
      const subject = objectsAt(object, 'subjects').find((one) => isSubject(one, user, own));
      if (subject === undefined) return [];
      const reference = objectAt(object, 'roleRef');
      const rules = this.rulesOf(reference, own);
      const missing = rules === undefined ? textAt(reference, 'name') : undefined;
      return [{ binding: describeBinding(object, subject), rules: rules ?? [], missing }];
    });
  }

  /** The rules of a role that a binding in a namespace names; undefined: there is no such role. */
  rulesOf(reference: JsonObject, namespace: string): readonly JsonObject[] | undefined {
    const isRole = reference.kind === 'Role';
    const key = {
      resource: `${RBAC}/${isRole ? 'roles' : 'clusterroles'}`,
      namespace: isRole ? namespace : '',
      name: textAt(reference, 'name'),
    };
    const role = this.#store.get(key)?.object;
    return role === undefined ? undefined : objectsAt(role, 'rules');
  }
}
