import {
  type JsonObject,
  jsonEqual,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  timestamp,
  valueAt,
} from '@archipelago/apimachinery';
import { trackChange } from '../apply/apply-fields.ts';
import type { ServerState } from '../calls/call.ts';
import { customTypes, storageOf } from '../custom/custom-types.ts';
import { metadataOf, withMetadata } from '../json/json-access.ts';
import { deleteStored } from '../rest/delete.ts';
import type { StoredObject, StoreEvent } from '../storage/object-store.ts';
import { acceptedNamesOf, acceptNames } from './accept-names.ts';
import { type Condition, withCondition } from './conditions.ts';

/** Where definitions are stored. */
export const DEFINITIONS = 'apiextensions.k8s.io/customresourcedefinitions';
const CLEANUP = 'customresourcecleanup.apiextensions.k8s.io';
const MANAGER = 'kube-apiserver';

const NO_CONFLICTS: Condition = {
  type: 'NamesAccepted',
  status: 'True',
  reason: 'NoConflicts',
  message: 'no conflicts found',
};
const ESTABLISHED: Condition = {
  type: 'Established',
  status: 'True',
  reason: 'InitialNamesAccepted',
  message: 'the initial names have been accepted',
};
const NOT_ESTABLISHED: Condition = {
  type: 'Established',
  status: 'False',
  reason: 'NotAccepted',
  message: 'not all names are accepted',
};

function conditionsOf(definition: JsonObject): readonly JsonObject[] {
  return objectsAt(objectAt(definition, 'status'), 'conditions');
}

function holds(definition: JsonObject, type: string): boolean {
  return conditionsOf(definition).some((one) => one.type === type && one.status === 'True');
}

/** Accepts the names of CustomResourceDefinitions, serves their types, and clears up after deleted ones. */
export class DefinitionController {
  readonly #server: ServerState;

  constructor(server: ServerState) {
    this.#server = server;
  }

  start(): void {
    this.#server.store.subscribe(DEFINITIONS, (event) => this.#definitionChanged(event));
    this.#server.store.subscribeAll((event) => this.#instanceChanged(event));
  }

  #definitionChanged(event: StoreEvent): void {
    const storage = storageOf(event.stored.object);
    if (event.type === 'DELETED') {
      this.#server.registry.replace(storage, []);
      this.#server.store.unregister(storage);
      this.#recheckOthers();
      return;
    }
    this.#sync(event.stored);
  }

  /** Names that were taken may be free now. */
  #recheckOthers(): void {
    for (const stored of this.#server.store.list(DEFINITIONS, undefined)) {
      if (!holds(stored.object, 'NamesAccepted')) this.#sync(stored);
    }
  }

  #sync(stored: StoredObject): void {
    const current = this.#server.store.get(stored.key);
    // A later change of the definition is told on its own.
    if (current === undefined || current.revision !== stored.revision) return;
    if (valueAt(metadataOf(current.object), 'deletionTimestamp') !== undefined) {
      this.#terminate(current);
      return;
    }
    const next = this.#withNames(current.object);
    if (!jsonEqual(next.status, current.object.status)) {
      this.#write(current, next);
      return;
    }
    if (!holds(next, 'Established')) return;
    this.#server.store.register(storageOf(next));
    this.#server.registry.replace(storageOf(next), customTypes(next));
  }

  /** Accepted names of the other definitions of the group. */
  #othersOf(definition: JsonObject): readonly JsonObject[] {
    const group = textAt(objectAt(definition, 'spec'), 'group');
    const name = textAt(metadataOf(definition), 'name');
    return this.#server.store
      .list(DEFINITIONS, undefined)
      .map((stored) => stored.object)
      .filter((other) => textAt(metadataOf(other), 'name') !== name)
      .filter((other) => textAt(objectAt(other, 'spec'), 'group') === group)
      .map(acceptedNamesOf);
  }

  #withNames(definition: JsonObject): JsonObject {
    const wanted = objectAt(objectAt(definition, 'spec'), 'names');
    const before = acceptedNamesOf(definition);
    const { accepted, conflict } = acceptNames(wanted, before, this.#othersOf(definition));
    const now = timestamp(this.#server.environment.now());
    const namesAccepted: Condition =
      conflict === undefined ? NO_CONFLICTS : { type: 'NamesAccepted', status: 'False', ...conflict };
    const named = withCondition(conditionsOf(definition), namesAccepted, now);
    const established = conflict === undefined ? ESTABLISHED : NOT_ESTABLISHED;
    const conditions = holds(definition, 'Established') ? named : withCondition(named, established, now);
    const status = { ...objectAt(definition, 'status'), conditions, acceptedNames: accepted };
    return { ...definition, status };
  }

  #write(stored: StoredObject, object: JsonObject): void {
    const type = this.#server.registry.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
    if (type === undefined) return;
    const context = { server: this.#server, type, subresource: 'status' };
    this.#server.store.put(
      stored.key,
      trackChange(context, { live: stored.object, object, manager: MANAGER }),
    );
  }

  /** Deletes the objects of a definition that is being deleted; it goes when none is left. */
  #terminate(stored: StoredObject): void {
    const definition = stored.object;
    const storage = storageOf(definition);
    if (!textsAt(metadataOf(definition), 'finalizers').includes(CLEANUP)) return;
    if (!holds(definition, 'Terminating')) {
      const condition: Condition = {
        type: 'Terminating',
        status: 'True',
        reason: 'InstanceDeletionInProgress',
        message: 'CustomResource deletion is in progress',
      };
      const conditions = withCondition(
        conditionsOf(definition),
        condition,
        timestamp(this.#server.environment.now()),
      );
      this.#write(stored, { ...definition, status: { ...objectAt(definition, 'status'), conditions } });
      return;
    }
    this.#deleteInstances(storage);
    if (this.#server.store.list(storage, undefined).length === 0) this.#release(stored);
  }

  #deleteInstances(storage: string): void {
    const type = this.#server.registry.stored().find((one) => one.storage === storage);
    if (type === undefined) return;
    const options = {
      dryRun: false,
      propagation: undefined,
      uid: '',
      resourceVersion: '',
      gracePeriodSeconds: undefined,
    };
    for (const instance of this.#server.store.list(storage, undefined)) {
      if (valueAt(metadataOf(instance.object), 'deletionTimestamp') === undefined) {
        deleteStored({ server: this.#server, type }, instance, options);
      }
    }
  }

  #release(stored: StoredObject): void {
    const finalizers = textsAt(metadataOf(stored.object), 'finalizers').filter((name) => name !== CLEANUP);
    if (finalizers.length === 0) this.#server.store.remove(stored.key);
    else this.#server.store.put(stored.key, withMetadata(stored.object, { finalizers }));
  }

  /** The last object of a definition that is being deleted lets it go. */
  #instanceChanged(event: StoreEvent): void {
    if (event.type !== 'DELETED' || event.stored.key.resource === DEFINITIONS) return;
    const [group, plural] = event.stored.key.resource.split('/');
    if (group === '') return;
    const definition = this.#server.store.get({
      resource: DEFINITIONS,
      namespace: '',
      name: `${plural}.${group}`,
    });
    if (
      definition !== undefined &&
      valueAt(metadataOf(definition.object), 'deletionTimestamp') !== undefined
    ) {
      this.#sync(definition);
    }
  }
}
