import { valueAt } from '../api/json-members.ts';
import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../api/json-value.ts';
import { type MutableObject, setOwnMember } from './object-of.ts';

/** A step into a document: the name of a member or the index of an item. */
export type JsonKey = string | number;

type Container =
  | { readonly kind: 'list'; readonly value: JsonValue[] }
  | { readonly kind: 'object'; readonly value: MutableObject };

/** What stands under a key of a list or an object; undefined when there is nothing. */
export function childOf(container: JsonValue, key: JsonKey): JsonValue | undefined {
  if (typeof key === 'number') return isJsonList(container) ? container[key] : undefined;
  return isJsonObject(container) ? valueAt(container, key) : undefined;
}

/**
 * A document being edited. The document it starts from is never changed: a container is copied the first time
 * something in it changes, and edited in place from then on. Paths must lead to existing containers.
 */
export class JsonDraft {
  #root: JsonValue;
  readonly #own = new WeakMap<object, Container>();

  constructor(root: JsonValue) {
    this.#root = root;
  }

  get root(): JsonValue {
    return this.#root;
  }

  replaceRoot(value: JsonValue): void {
    this.#root = value;
  }

  /** Sets a member, or an item that exists already. */
  set(path: readonly JsonKey[], value: JsonValue): void {
    this.#edit(path, (container, key) => {
      if (container.kind === 'object') setOwnMember(container.value, String(key), value);
      else container.value[Number(key)] = value;
    });
  }

  /** Sets a member, or puts an item in front of the one at the index. */
  insert(path: readonly JsonKey[], value: JsonValue): void {
    this.#edit(path, (container, key) => {
      if (container.kind === 'object') setOwnMember(container.value, String(key), value);
      else container.value.splice(Number(key), 0, value);
    });
  }

  remove(path: readonly JsonKey[]): void {
    this.#edit(path, (container, key) => {
      if (container.kind === 'object') delete container.value[String(key)];
      else container.value.splice(Number(key), 1);
    });
  }

  #edit(path: readonly JsonKey[], change: (container: Container, key: JsonKey) => void): void {
    const last = path.at(-1);
    if (last === undefined) throw new Error('the root of a draft is replaced as a whole');
    let container = this.#ownContainer(this.#root);
    this.#root = container.value;
    for (const key of path.slice(0, -1)) {
      const child = this.#ownContainer(childOf(container.value, key));
      if (container.kind === 'object') setOwnMember(container.value, String(key), child.value);
      else container.value[Number(key)] = child.value;
      container = child;
    }
    change(container, last);
  }

  #ownContainer(value: JsonValue | undefined): Container {
    if (!isContainer(value)) throw new Error('a path of a draft leads through a value that holds nothing');
    const known = this.#own.get(value);
    if (known !== undefined) return known;
    const container: Container = isJsonList(value)
      ? { kind: 'list', value: [...value] }
      : { kind: 'object', value: { ...value } };
    this.#own.set(container.value, container);
    return container;
  }
}

function isContainer(value: JsonValue | undefined): value is readonly JsonValue[] | JsonObject {
  return typeof value === 'object' && value !== null;
}
