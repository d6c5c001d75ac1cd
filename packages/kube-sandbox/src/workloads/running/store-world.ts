import { isKubernetesObject, type KubernetesObject } from '@archipelago/apimachinery';
import type { ObjectStore, StoreEvent } from '../../storage/object-store.ts';
import { controllerOf } from '../plan/owner-reference.ts';
import type { WorkloadWorld } from '../plan/planned.ts';
import { type WorkloadKind, workloadKinds } from '../plan/workload-kinds.ts';

/** The resource under which a store holds a kind. */
export function storageOf(kind: WorkloadKind): string {
  const { group, plural } = workloadKinds[kind];
  return `${group}/${plural}`;
}

/** Kinds that are listed at every turn: the store would sort them each time. */
const held = [
  'ControllerRevision',
  'Job',
  'Node',
  'Pod',
  'ReplicaSet',
] as const satisfies readonly WorkloadKind[];
const everywhere = '';

type Objects = Map<string, KubernetesObject>;

/** What controllers see of a store: the objects themselves, nothing is copied. */
export class StoreWorld implements WorkloadWorld {
  readonly #store: ObjectStore;
  readonly #now: () => number;
  /** By resource, then by namespace, then by namespace and name; `''` has all of them. */
  readonly #held = new Map<string, Map<string, Objects>>();
  /** By resource and the uid of their controller, then by namespace and name. */
  readonly #controlled = new Map<string, Objects>();

  constructor(store: ObjectStore, now: () => number) {
    this.#store = store;
    this.#now = now;
    for (const resource of held.map(storageOf)) {
      this.#held.set(resource, new Map());
      for (const { key, object } of store.list(resource, undefined)) this.#keep(resource, key, object);
    }
  }

  get now(): number {
    return this.#now();
  }

  list(kind: WorkloadKind, namespace = everywhere): readonly KubernetesObject[] {
    const resource = storageOf(kind);
    const shelf = this.#held.get(resource);
    if (shelf !== undefined) return [...(shelf.get(namespace)?.values() ?? [])];
    const stored = this.#store.list(resource, namespace === everywhere ? undefined : namespace);
    return stored.flatMap(({ object }) => (isKubernetesObject(object) ? [object] : []));
  }

  get(kind: WorkloadKind, name: string, namespace = ''): KubernetesObject | undefined {
    const object = this.#store.get({ resource: storageOf(kind), namespace, name })?.object;
    return isKubernetesObject(object) ? object : undefined;
  }

  controlledBy(kind: WorkloadKind, { metadata: { uid } }: KubernetesObject): readonly KubernetesObject[] {
    return [...(this.#controlled.get(`${storageOf(kind)} ${uid}`)?.values() ?? [])];
  }

  /** To be told of every change, before anything is planned for it. */
  record({ type, stored: { key, object }, previous }: StoreEvent): void {
    const { resource } = key;
    if (!this.#held.has(resource)) return;
    if (previous !== undefined) this.#forget(resource, key, previous.object);
    if (type !== 'DELETED') this.#keep(resource, key, object);
  }

  #places(resource: string, namespace: string, object: KubernetesObject): readonly Objects[] {
    const shelf = this.#held.get(resource);
    const uid = controllerOf(object)?.uid;
    return [
      ...(shelf === undefined
        ? []
        : [...new Set([everywhere, namespace])].map((place) => grown(shelf, place))),
      ...(uid === undefined ? [] : [grown(this.#controlled, `${resource} ${uid}`)]),
    ];
  }

  #keep(resource: string, { namespace, name }: StoreEvent['stored']['key'], object: unknown): void {
    if (!isKubernetesObject(object)) return;
    for (const place of this.#places(resource, namespace, object)) place.set(`${namespace}/${name}`, object);
  }

  #forget(resource: string, { namespace, name }: StoreEvent['stored']['key'], object: unknown): void {
    if (!isKubernetesObject(object)) return;
    for (const place of this.#places(resource, namespace, object)) place.delete(`${namespace}/${name}`);
    const uid = controllerOf(object)?.uid;
    const key = `${resource} ${uid}`;
    if (this.#controlled.get(key)?.size === 0) this.#controlled.delete(key);
  }
}

function grown(map: Map<string, Objects>, key: string): Objects {
  const known = map.get(key) ?? new Map<string, KubernetesObject>();
  map.set(key, known);
  return known;
}
