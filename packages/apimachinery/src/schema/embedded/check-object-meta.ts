import { listAt, objectsAt, textAt } from '../../api/json-members.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { marshal } from '../../go-text/marshal.ts';
import { type FieldError, invalidValue, tooLong } from '../field-errors/field-error.ts';
import { childPath, indexPath } from '../field-errors/field-path.ts';
import {
  label1123Problems,
  labelValueProblems,
  pathSegmentProblems,
  qualifiedNameProblems,
} from '../formats/names.ts';
import { decodeObjectMeta } from './object-meta.ts';

const maxAnnotationBytes = 256 * 1024;

/** Checks metadata the way the API server checks any object's, but for a name that may be missing. */
export function checkObjectMeta(value: JsonValue, path: string): readonly FieldError[] {
  const decoded = decodeObjectMeta(value);
  if (!decoded.ok) return [invalidValue(path, value, decoded.error)];
  const { metadata } = decoded;
  const check = new MetaCheck(metadata, path);
  check.text('generateName', (text) => pathSegmentProblems(text, true));
  check.text('name', (text) => pathSegmentProblems(text, false));
  check.text('namespace', label1123Problems);
  check.generation();
  check.labels();
  check.annotations();
  check.owners();
  check.finalizers();
  check.managers();
  return check.errors;
}

class MetaCheck {
  readonly errors: FieldError[] = [];
  readonly #metadata: JsonObject;
  readonly #path: string;

  constructor(metadata: JsonObject, path: string) {
    this.#metadata = metadata;
    this.#path = path;
  }

  text(name: string, problemsOf: (text: string) => readonly string[]): void {
    const value = this.#metadata[name];
    if (typeof value === 'string') this.#report(childPath(this.#path, name), value, problemsOf(value));
  }

  generation(): void {
    const { generation = 0 } = this.#metadata;
    if ((typeof generation !== 'number' && typeof generation !== 'bigint') || generation >= 0) return;
    this.#report(childPath(this.#path, 'generation'), generation, ['must be greater than or equal to 0']);
  }

  labels(): void {
    const path = childPath(this.#path, 'labels');
    for (const [key, value] of textEntries(this.#metadata.labels)) {
      this.#report(path, key, qualifiedNameProblems(key));
      this.#report(path, value, labelValueProblems(value));
    }
  }

  annotations(): void {
    const path = childPath(this.#path, 'annotations');
    let bytes = 0;
    for (const [key, value] of textEntries(this.#metadata.annotations)) {
      this.#report(path, key, qualifiedNameProblems(key.toLowerCase()));
      bytes += byteLength(key) + byteLength(value);
    }
    if (bytes > maxAnnotationBytes) this.errors.push(tooLong(path, maxAnnotationBytes));
  }

  owners(): void {
    const path = childPath(this.#path, 'ownerReferences');
    const owners = objectsAt(this.#metadata, 'ownerReferences');
    let controller = '';
    for (const owner of owners) {
      this.#owner(owner, path);
      if (owner.controller !== true) continue;
      const name = `${owner.kind}/${owner.name}`;
      const both = `Found "true" in references for ${controller} and ${name}`;
      const detail = `Only one reference can have Controller set to true. ${both}`;
      if (controller !== '') this.errors.push(invalidValue(path, owners, detail, shownOwners(owners)));
      else controller = name;
    }
  }

  #owner(owner: JsonObject, path: string): void {
    const apiVersion = textAt(owner, 'apiVersion');
    const version = apiVersion.split('/').at(-1) ?? '';
    if (version === '' || apiVersion.split('/').length > 2) {
      this.#report(childPath(path, 'apiVersion'), apiVersion, ['version must not be empty']);
    }
    for (const name of ['kind', 'name', 'uid']) {
      if (owner[name] === '') this.#report(childPath(path, name), '', ['must not be empty']);
    }
    if (apiVersion === 'v1' && owner.kind === 'Event') {
      this.#report(path, owner, ['/v1, Kind=Event is disallowed from being an owner']);
    }
  }

  finalizers(): void {
    const path = childPath(this.#path, 'finalizers');
    const finalizers = listAt(this.#metadata, 'finalizers');
    for (const finalizer of finalizers) {
      this.#report(path, finalizer, qualifiedNameProblems(String(finalizer)));
    }
    if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
      const detail = 'finalizer orphan and foregroundDeletion cannot be both set';
      this.#report(path, finalizers, [detail]);
    }
  }

  managers(): void {
    const path = childPath(this.#path, 'managedFields');
    for (const [index, entry] of objectsAt(this.#metadata, 'managedFields').entries()) {
      const at = indexPath(path, index);
      const { operation = '', fieldsType = '', manager = '', subresource = '' } = entry;
      if (operation !== 'Apply' && operation !== 'Update') {
        this.#report(childPath(at, 'operation'), operation, ['must be `Apply` or `Update`']);
      }
      if (fieldsType !== '' && fieldsType !== 'FieldsV1') {
        this.#report(childPath(at, 'fieldsType'), fieldsType, ['must be `FieldsV1`']);
      }
      this.#length(childPath(at, 'manager'), manager, 128);
      this.#length(childPath(at, 'subresource'), subresource, 256);
    }
  }

  #length(path: string, value: JsonValue, limit: number): void {
    if (typeof value === 'string' && byteLength(value) > limit) this.errors.push(tooLong(path, limit));
  }

  #report(path: string, value: JsonValue, problems: readonly string[]): void {
    for (const problem of problems) this.errors.push(invalidValue(path, value, problem));
  }
}

/** Upstream shows the list as its struct's JSON, whose members are not sorted. */
function shownOwners(owners: readonly JsonObject[]): string {
  const names = ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion'];
  const shown = owners.map((owner) => {
    const members = names.flatMap((name) => {
      const value = owner[name];
      return value === undefined ? [] : [`"${name}":${marshal(value)}`];
    });
    return `{${members.join(',')}}`;
  });
  return `[${shown.join(',')}]`;
}

function textEntries(value: JsonValue | undefined): [string, string][] {
  if (value === undefined || !isJsonObject(value)) return [];
  return Object.entries(value).map(([key, text]) => [key, String(text)]);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
