import type { JsonObject } from '@archipelago/apimachinery';
import { MemoryStore } from '../storage/memory-store.ts';
import { type Attempt, Authorizer } from './authorize.ts';

const RBAC = 'rbac.authorization.k8s.io';

/** A store of roles and bindings, and who may do what by them. */
export class Rights {
  readonly store = new MemoryStore(10, 0);
  readonly authorizer = new Authorizer(this.store);

  /** A role; a ClusterRole without a namespace. */
  role(name: string, rules: readonly JsonObject[], namespace = ''): this {
    const resource = `${RBAC}/${namespace === '' ? 'clusterroles' : 'roles'}`;
    this.store.put({ resource, namespace, name }, { metadata: { name, namespace }, rules });
    return this;
  }

  /** A binding; a ClusterRoleBinding without a namespace. */
  bind(role: { readonly kind: string; readonly name: string }, subject: JsonObject, namespace = ''): this {
    const resource = `${RBAC}/${namespace === '' ? 'clusterrolebindings' : 'rolebindings'}`;
    const name = `${role.name}-${String(subject.name)}`;
    const binding = { metadata: { name, namespace }, roleRef: role, subjects: [subject] };
    this.store.put({ resource, namespace, name }, binding);
    return this;
  }

  /** Grants rules everywhere to one user. */
  grant(user: string, rules: readonly JsonObject[]): this {
    return this.role('granted', rules).bind(
      { kind: 'ClusterRole', name: 'granted' },
      { kind: 'User', name: user },
    );
  }
}

/** An attempt at a resource; a ConfigMap `a` in `default` is read when nothing else is said. */
export function attempt(changes: Partial<Extract<Attempt, { kind: 'resource' }>> = {}): Attempt {
  const usual = { verb: 'get', group: '', resource: 'configmaps', namespace: 'default', name: 'a' };
  return { kind: 'resource', ...usual, ...changes };
}
