import { type FieldError, forbiddenValue, invalidValue, requiredValue } from '../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../field-errors/field-path.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import { checkCompleteness } from './check-completeness.ts';
import { checkNested } from './check-nested.ts';
import { checkPattern } from './check-pattern.ts';

type Level = 'root' | 'item' | 'field';

const wanted: Readonly<Record<Level, string>> = {
  root: 'at the root',
  item: 'for specified array items',
  field: 'for specified object fields',
};

/** Checks that a schema is structural: every value has a type, and junctors only add checks to what is specified. */
export function checkStructure(schema: StructuralSchema, path: string): readonly FieldError[] {
  const errors: FieldError[] = [];
  new StructureCheck(errors).node(schema, 'root', path);
  checkCompleteness(schema, path, errors);
  return errors;
}

class StructureCheck {
  readonly #errors: FieldError[];

  constructor(errors: FieldError[]) {
    this.#errors = errors;
  }

  node(schema: StructuralSchema, level: Level, path: string): void {
    if (schema.type === 'array' && schema.items === undefined) {
      this.#errors.push(requiredValue(childPath(path, 'items'), 'must be specified'));
    }
    this.#below(schema, level, path);
    this.#extensions(schema, path);
    this.#values(schema, path);
    this.#type(schema, level, path);
    this.#resourceFields(schema, level, path);
  }

  #below(schema: StructuralSchema, level: Level, path: string): void {
    if (schema.items !== undefined) this.node(schema.items, 'item', childPath(path, 'items'));
    for (const [name, property] of Object.entries(schema.properties ?? {})) {
      this.node(property, 'field', keyPath(childPath(path, 'properties'), name));
    }
    const additional = schema.additionalProperties;
    if (additional === undefined) return;
    const below = childPath(path, 'additionalProperties');
    if (level === 'root') this.#errors.push(forbiddenValue(below, 'must not be used at the root'));
    if (typeof additional === 'object') this.node(additional, 'field', below);
  }

  #extensions(schema: StructuralSchema, path: string): void {
    if (schema['x-kubernetes-int-or-string'] !== true) return;
    for (const name of ['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const) {
      if (schema[name] !== true) continue;
      const detail = 'must be false if x-kubernetes-int-or-string is true';
      this.#errors.push(invalidValue(childPath(path, name), true, detail));
    }
  }

  /** The pattern, and what junctors may not say. */
  #values(schema: StructuralSchema, path: string): void {
    const isIntOrString = isIntOrStringPattern(schema.anyOf);
    const firstIsIntOrString = isIntOrStringPattern(schema.allOf?.[0]?.anyOf);
    if (!isIntOrString) this.#branches(schema, 'anyOf', path);
    this.#branches(schema, 'oneOf', path);
    for (const [index, branch] of (schema.allOf ?? []).entries()) {
      const skipAnyOf = index === 0 && firstIsIntOrString;
      checkNested(branch, indexPath(childPath(path, 'allOf'), index), this.#errors, skipAnyOf);
    }
    if (schema.not !== undefined) checkNested(schema.not, childPath(path, 'not'), this.#errors);
    checkPattern(schema, path, this.#errors);
  }

  #branches(schema: StructuralSchema, name: 'anyOf' | 'oneOf', path: string): void {
    for (const [index, branch] of (schema[name] ?? []).entries()) {
      checkNested(branch, indexPath(childPath(path, name), index), this.#errors);
    }
  }

  #type(schema: StructuralSchema, level: Level, path: string): void {
    const at = childPath(path, 'type');
    const { type = '' } = schema;
    if (isEmbedded(schema) && type !== 'object') {
      this.#wrongType(at, type, 'must be object if x-kubernetes-embedded-resource is true');
    } else if (type === '' && !hasImpliedType(schema)) {
      this.#errors.push(requiredValue(at, `must not be empty ${wanted[level]}`));
    }
    if (level === 'root' && type !== '' && type !== 'object') {
      this.#errors.push(invalidValue(at, type, 'must be object at the root'));
    }
  }

  #wrongType(path: string, type: string, detail: string): void {
    this.#errors.push(type === '' ? requiredValue(path, detail) : invalidValue(path, type, detail));
  }

  #resourceFields(schema: StructuralSchema, level: Level, path: string): void {
    const properties = childPath(path, 'properties');
    if (level === 'root' || isEmbedded(schema)) this.#resourceTypes(schema, properties);
    const metadata = propertyOf(schema, 'metadata');
    if (level === 'root' && metadata !== undefined && !isPlainMetadata(metadata)) {
      const detail =
        'must not specify anything other than name and generateName, but metadata is implicitly specified';
      this.#errors.push(forbiddenValue(keyPath(properties, 'metadata'), detail));
    }
    if (isEmbedded(schema)) this.#embedded(schema, path);
  }

  #resourceTypes(schema: StructuralSchema, path: string): void {
    for (const [name, type] of Object.entries({ kind: 'string', apiVersion: 'string', metadata: 'object' })) {
      const property = propertyOf(schema, name);
      if (property === undefined || property.type === type) continue;
      const at = childPath(keyPath(path, name), 'type');
      this.#errors.push(invalidValue(at, property.type ?? '', `must be ${type}`));
    }
  }

  #embedded(schema: StructuralSchema, path: string): void {
    if (schema.additionalProperties !== undefined) {
      const detail = 'must not be used if x-kubernetes-embedded-resource is set';
      this.#errors.push(forbiddenValue(childPath(path, 'additionalProperties'), detail));
    }
    const empty = Object.keys(schema.properties ?? {}).length === 0;
    if (!empty || schema['x-kubernetes-preserve-unknown-fields'] === true) return;
    const detail =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    this.#errors.push(requiredValue(childPath(path, 'properties'), detail));
  }
}

function isEmbedded(schema: StructuralSchema): boolean {
  return schema['x-kubernetes-embedded-resource'] === true;
}

function hasImpliedType(schema: StructuralSchema): boolean {
  return (
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true
  );
}

function propertyOf(schema: StructuralSchema, name: string): StructuralSchema | undefined {
  const { properties } = schema;
  return properties !== undefined && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The one junctor of types there may be: an integer or a string, in this order. */
function isIntOrStringPattern(branches: readonly StructuralSchema[] | undefined): boolean {
  if (branches?.length !== 2) return false;
  const types = branches.map((branch) => (givenKeys(branch).join() === 'type' ? branch.type : undefined));
  return types.join() === 'integer,string';
}

function isPlainMetadata(schema: StructuralSchema): boolean {
  const names = Object.keys(schema.properties ?? {});
  if (names.some((name) => name !== 'name' && name !== 'generateName')) return false;
  return givenKeys(schema).every((key) => key === 'type' || key === 'properties' || key === 'default');
}

/** The keywords that say something. */
function givenKeys(schema: StructuralSchema): string[] {
  const entries = Object.entries(schema).filter(
    ([key, value]) => value !== '' && (value !== false || key === 'additionalProperties'),
  );
  return entries.map(([key]) => key);
}
