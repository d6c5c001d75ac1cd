import { isJsonObject, type JsonObject, type JsonValue, objectAt } from '@archipelago/apimachinery';
import { KubeconfigError } from './kubeconfig-error.ts';

/** Reads one object of a kubeconfig; a value of another type is an error that names file and field. */
export class FieldReader {
  readonly file: string;
  readonly field: string;
  readonly #object: JsonObject;

  constructor(file: string, field: string, value: JsonValue | undefined) {
    this.file = file;
    this.field = field;
    if (value !== undefined && value !== null && !isJsonObject(value)) {
      throw this.#wrongType('', value, 'an object');
    }
    this.#object = objectAt(value);
  }

  has(name: string): boolean {
    const value = this.#get(name);
    return value !== undefined && value !== null;
  }

  /** Undefined for an absent or empty text: kubectl makes no difference. */
  text(name: string): string | undefined {
    const value = this.#get(name);
    if (value === undefined || value === null || value === '') {
      return undefined;
    }
    if (typeof value !== 'string') {
      throw this.#wrongType(name, value, 'a string');
    }
    return value;
  }

  requiredText(name: string, fix: string): string {
    const value = this.text(name);
    if (value === undefined) {
      throw new KubeconfigError({ file: this.file, field: this.path(name), reason: 'is missing', fix });
    }
    return value;
  }

  flag(name: string): boolean {
    const value = this.#get(name) ?? false;
    if (typeof value !== 'boolean') {
      throw this.#wrongType(name, value, 'true or false');
    }
    return value;
  }

  texts(name: string): readonly string[] {
    return this.#list(name).map((value, index) => {
      if (typeof value !== 'string') {
        throw this.#wrongType(`${name}[${index}]`, value, 'a string');
      }
      return value;
    });
  }

  object(name: string): FieldReader {
    return new FieldReader(this.file, this.path(name), this.#get(name));
  }

  objects(name: string): readonly FieldReader[] {
    return this.#list(name).map(
      (value, index) => new FieldReader(this.file, this.path(`${name}[${index}]`), value),
    );
  }

  names(): readonly string[] {
    return Object.keys(this.#object);
  }

  /** Path of a field in the file. */
  path(name: string): string {
    return this.field === '' ? name : `${this.field}.${name}`;
  }

  #get(name: string): JsonValue | undefined {
    return Object.hasOwn(this.#object, name) ? this.#object[name] : undefined;
  }

  #list(name: string): readonly JsonValue[] {
    const value = this.#get(name) ?? [];
    if (!Array.isArray(value)) {
      throw this.#wrongType(name, value, 'a list');
    }
    return value;
  }

  #wrongType(name: string, value: JsonValue, expected: string): KubeconfigError {
    const field = name === '' ? this.field : this.path(name);
    const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : `a ${typeof value}`;
    return new KubeconfigError({
      file: this.file,
      field,
      reason: `is ${found}, not ${expected}`,
      fix: `write ${expected} there`,
    });
  }
}
