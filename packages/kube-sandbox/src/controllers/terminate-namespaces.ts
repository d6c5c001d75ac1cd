import {
  type JsonObject,
  jsonEqual,
  objectAt,
  objectsAt,
  textsAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import type { ServerState } from '../calls/call.ts';
import { metadataOf } from '../json/json-access.ts';
import { deleteStored } from '../rest/delete.ts';
import type { StoredObject, StoreEvent } from '../storage/object-store.ts';
import { withCondition } from './conditions.ts';

const NAMESPACES = '/namespaces';
const FINALIZER = 'kubernetes';
const BACKGROUND = {
  dryRun: false,
  propagation: undefined,
  uid: '',
  resourceVersion: '',
  gracePeriodSeconds: undefined,
};

function isTerminating(object: JsonObject): boolean {
  return valueAt(metadataOf(object), 'deletionTimestamp') !== undefined;
}

/** What holds a namespace: its remaining objects, by resource and by finalizer. */
interface Remains {
  readonly resources: ReadonlyMap<string, number>;
  readonly finalizers: ReadonlyMap<string, number>;
}

function listed(counts: ReadonlyMap<string, number>, word: string): string {
  return [...counts].map(([name, count]) => `${name} ${word} ${count} resource instances`).join(', ');
}

function remainingConditions(remains: Remains) {
  const content = remains.resources.size > 0;
  const held = remains.finalizers.size > 0;
  return [
    {
      type: 'NamespaceContentRemaining',
      status: content ? 'True' : 'False',
      reason: content ? 'SomeResourcesRemain' : 'ContentRemoved',
      message: content
        ? `Some resources are remaining: ${listed(remains.resources, 'has')}`
        : 'All content successfully removed',
    },
    {
      type: 'NamespaceFinalizersRemaining',
      status: held ? 'True' : 'False',
      reason: held ? 'SomeFinalizersRemain' : 'ContentHasNoFinalizers',
      message: held
        ? `Some content in the namespace has finalizers remaining: ${listed(remains.finalizers, 'in')}`
        : 'All content-preserving finalizers finished',
    },
  ] as const;
}

const FOUND = [
  {
    type: 'NamespaceDeletionDiscoveryFailure',
    status: 'False',
    reason: 'ResourcesDiscovered',
    message: 'All resources successfully discovered',
  },
  {
    type: 'NamespaceDeletionGroupVersionParsingFailure',
    status: 'False',
    reason: 'ParsedGroupVersions',
    message: 'All legacy kube types successfully parsed',
  },
  {
    type: 'NamespaceDeletionContentFailure',
    status: 'False',
    reason: 'ContentDeleted',
    message: 'All content successfully deleted, may be waiting on finalization',
  },
] as const;

/** Empties namespaces that are being deleted and lets them go when nothing is left. */
export class NamespaceTerminator {
  readonly #server: ServerState;

  constructor(server: ServerState) {
    this.#server = server;
  }

  start(): void {
    this.#server.store.subscribeAll((event) => this.#changed(event));
  }

  #changed(event: StoreEvent): void {
    const { resource, namespace, name } = event.stored.key;
    if (resource === NAMESPACES) {
      if (event.type !== 'DELETED') this.#terminate(name);
    } else if (event.type === 'DELETED' && namespace !== '') this.#terminate(namespace);
  }

  #terminate(name: string): void {
    const { store } = this.#server;
    const key = { resource: NAMESPACES, namespace: '', name };
    const stored = store.get(key);
    if (stored === undefined || !isTerminating(stored.object)) return;
    if (!textsAt(objectAt(stored.object, 'spec'), 'finalizers').includes(FINALIZER)) {
      this.#removeIfFree(stored);
      return;
    }
    this.#deleteContent(name);
    const current = store.get(key);
    if (current === undefined) return;
    const remains = this.#remains(name);
    if (remains.resources.size === 0) this.#release(current);
    else this.#tell(current, remains);
  }

  #contentOf(namespace: string): readonly { readonly stored: StoredObject; readonly plural: string }[] {
    const { registry, store } = this.#server;
    const types = registry.stored().filter((type) => type.namespaced);
    return types.flatMap((type) => {
      const plural = type.group === '' ? `${type.plural}.` : `${type.plural}.${type.group}`;
      return store.list(type.storage, namespace).map((stored) => ({ stored, plural }));
    });
  }

  #deleteContent(namespace: string): void {
    for (const { stored } of this.#contentOf(namespace)) {
      const type = this.#server.registry.stored().find((one) => one.storage === stored.key.resource);
      if (type !== undefined && !isTerminating(stored.object))
        deleteStored({ server: this.#server, type }, stored, BACKGROUND);
    }
  }

  #remains(namespace: string): Remains {
    const resources = new Map<string, number>();
    const finalizers = new Map<string, number>();
    for (const { stored, plural } of this.#contentOf(namespace)) {
      resources.set(plural, (resources.get(plural) ?? 0) + 1);
      for (const finalizer of textsAt(metadataOf(stored.object), 'finalizers')) {
        finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
      }
    }
    return { resources, finalizers };
  }

  #tell(stored: StoredObject, remains: Remains): void {
    const status = objectAt(stored.object, 'status');
    const now = timestamp(this.#server.environment.now());
    const conditions = [...FOUND, ...remainingConditions(remains)].reduce(
      (all, condition) => withCondition(all, condition, now),
      objectsAt(status, 'conditions'),
    );
    if (jsonEqual(conditions, objectsAt(status, 'conditions'))) return;
    this.#server.store.put(stored.key, { ...stored.object, status: { ...status, conditions } });
  }

  #release(stored: StoredObject): void {
    const spec = objectAt(stored.object, 'spec');
    const finalizers = textsAt(spec, 'finalizers').filter((name) => name !== FINALIZER);
    const next = finalizers.length === 0 ? {} : { finalizers };
    const put = this.#server.store.put(stored.key, { ...stored.object, spec: next });
    this.#removeIfFree(put);
  }

  #removeIfFree(stored: StoredObject): void {
    const held = textsAt(objectAt(stored.object, 'spec'), 'finalizers').length > 0;
    if (!held && textsAt(metadataOf(stored.object), 'finalizers').length === 0)
      this.#server.store.remove(stored.key);
  }
}
