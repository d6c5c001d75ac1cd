import {
  type JsonObject,
  jsonEqual,
  objectAt,
  objectsAt,
  parseLabelSelector,
  textAt,
} from '@archipelago/apimachinery';
import { trackChange } from '../apply/apply-fields.ts';
import type { ServerState } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import type { StoredObject, StoreEvent } from '../storage/object-store.ts';

const ROLES = 'rbac.authorization.k8s.io/clusterroles';
const MANAGER = 'clusterrole-aggregation-controller';

function textsOf(values: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
}

function isPicked(selectors: readonly JsonObject[], role: JsonObject): boolean {
  const labels = textsOf(objectAt(metadataOf(role), 'labels'));
  return selectors.some((selector) => {
    const parsed = parseLabelSelector(selector);
    return parsed.ok && parsed.selector.matches(labels);
  });
}

/** Keeps the rules of ClusterRoles that aggregate others equal to what those have. */
export class RoleAggregator {
  readonly #server: ServerState;

  constructor(server: ServerState) {
    this.#server = server;
  }

  start(): void {
    this.#server.store.subscribe(ROLES, (event) => this.#changed(event));
  }

  #changed(event: StoreEvent): void {
    for (const role of this.#server.store.list(ROLES, undefined)) {
      const selectors = objectsAt(objectAt(role.object, 'aggregationRule'), 'clusterRoleSelectors');
      if (selectors.length > 0 && this.#concerns(event, role, selectors)) this.#settle(role, selectors);
    }
  }

  #concerns({ stored, previous }: StoreEvent, role: StoredObject, selectors: readonly JsonObject[]): boolean {
    const changed = [stored, ...(previous === undefined ? [] : [previous])];
    return stored.key.name === role.key.name || changed.some(({ object }) => isPicked(selectors, object));
  }

  /** Rules in the order of the roles' names, each once. */
  #rulesOf(name: string, selectors: readonly JsonObject[]): readonly JsonObject[] {
    const rules: JsonObject[] = [];
    for (const { object } of this.#server.store.list(ROLES, undefined)) {
      if (textAt(metadataOf(object), 'name') === name || !isPicked(selectors, object)) continue;
      for (const rule of objectsAt(object, 'rules')) {
        if (!rules.some((known) => jsonEqual(known, rule))) rules.push(rule);
      }
    }
    return rules;
  }

  #settle(role: StoredObject, selectors: readonly JsonObject[]): void {
    const type = this.#server.registry.stored().find((one) => one.storage === ROLES);
    const rules = this.#rulesOf(role.key.name, selectors);
    if (type === undefined || jsonEqual(rules, objectsAt(role.object, 'rules'))) return;
    const object = { ...role.object, rules: rules.length === 0 ? null : rules };
    const context = { server: this.#server, type, subresource: '' };
    const tracked = trackChange(context, { live: role.object, object, manager: MANAGER });
    this.#server.store.put(role.key, type.behaviour.toStorage(tracked));
  }
}
