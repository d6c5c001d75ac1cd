import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';

/** A member of the wrong type. */
export class Mismatch extends Error {}

/** Reads an object's members by type; absent and null members are their type's zero value. */
export class ObjectReader {
  readonly value: JsonObject;
  readonly #where: string;

  constructor(value: JsonValue | undefined, where: string) {
    if (value !== undefined && value !== null && !isJsonObject(value)) throw mismatch(value, where, 'object');
    this.value = value ?? {};
    this.#where = where;
  }

  has(name: string): boolean {
    return this.#member(name) !== undefined;
  }

  text(name: string): string {
    const value = this.#member(name) ?? '';
    if (typeof value !== 'string') throw mismatch(value, this.#path(name), 'string');
    return value;
  }

  flag(name: string): boolean {
    const value = this.#member(name) ?? false;
    if (typeof value !== 'boolean') throw mismatch(value, this.#path(name), 'bool');
    return value;
  }

  number(name: string): number {
    const value = this.#member(name) ?? 0;
    if (typeof value !== 'number') throw mismatch(value, this.#path(name), 'int32');
    return value;
  }

  object(name: string): ObjectReader {
    return new ObjectReader(this.#member(name), this.#path(name));
  }

  objects(name: string): readonly ObjectReader[] {
    return this.#items(name, 'slice').map((item) => new ObjectReader(item, this.#path(name)));
  }

  list(name: string): readonly string[] {
    return this.#items(name, '[]string').map((item) => {
      if (item !== null && typeof item !== 'string') throw mismatch(item, this.#path(name), 'string');
      return item ?? '';
    });
  }

  /** A map of texts. */
  texts(name: string): Readonly<Record<string, string>> {
    const object = this.object(name);
    return Object.fromEntries(Object.keys(object.value).map((key) => [key, object.text(key)]));
  }

  #items(name: string, type: string): readonly JsonValue[] {
    const value = this.#member(name) ?? [];
    if (!Array.isArray(value)) throw mismatch(value, this.#path(name), type);
    return value;
  }

  #member(name: string): JsonValue | undefined {
    return Object.hasOwn(this.value, name) ? (this.value[name] ?? undefined) : undefined;
  }

  #path(name: string): string {
    return `${this.#where}.${name}`;
  }
}

function mismatch(value: JsonValue, where: string, type: string): Mismatch {
  const kinds: Partial<Record<string, string>> = { boolean: 'bool', bigint: 'number' };
  const kind = Array.isArray(value) ? 'array' : (kinds[typeof value] ?? typeof value);
  return new Mismatch(`json: cannot unmarshal ${kind} into Go struct field ${where} of type ${type}`);
}
