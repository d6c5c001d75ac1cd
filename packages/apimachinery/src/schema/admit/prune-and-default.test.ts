import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../api/json-value.ts';
import { compileSchema } from '../structural/compile-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import { admitObject } from './admit-object.ts';
import { applyDefaults } from './default-values.ts';
import { prune } from './prune.ts';

const schema: StructuralSchema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      default: {},
      properties: {
        size: { type: 'integer', default: 3 },
        tags: {
          type: 'array',
          items: { type: 'object', properties: { k: { type: 'string', default: 'v' } } },
        },
        any: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  },
};
const compiled = compileSchema(schema);

describe('prune and applyDefaults', () => {
  it('leave the object alone and share what does not change', () => {
    const any = { x: [1, { y: null }] };
    const object: JsonValue = { apiVersion: 'v1', spec: { any, extra: 1, tags: [{}] } };
    const before = JSON.stringify(object);
    const pruned = prune(compiled, object);
    const defaulted = applyDefaults(compiled, pruned.object);
    expect(JSON.stringify(object)).toBe(before);
    expect(pruned.unknownFields).toEqual(['spec.extra']);
    expect(defaulted).toEqual({ apiVersion: 'v1', spec: { any, size: 3, tags: [{ k: 'v' }] } });
    expect((defaulted as { spec: { any: unknown } }).spec.any).toBe(any);
    expect(applyDefaults(compiled, defaulted)).toBe(defaulted);
  });

  it('give every object defaults of its own', () => {
    const first = applyDefaults(compiled, {}) as { spec: object };
    const second = applyDefaults(compiled, {}) as { spec: object };
    expect(first).toEqual({ spec: { size: 3 } });
    expect(first.spec).not.toBe(second.spec);
  });

  it('drop apiVersion, kind and metadata of a plain value silently', () => {
    const object = { apiVersion: 'v1', kind: 'X', metadata: {}, other: 1 };
    expect(prune(compiled, object, 'plain')).toEqual({ object: {}, unknownFields: ['other'] });
    expect(prune(compiled, object, 'resource').unknownFields).toEqual(['other']);
  });

  it('are idempotent for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const object = { spec: value as JsonValue };
        const once = applyDefaults(compiled, prune(compiled, object).object);
        expect(applyDefaults(compiled, prune(compiled, once).object)).toEqual(once);
      }),
    );
  });

  it('take keys that are special to JavaScript as keys', () => {
    const hostile = JSON.parse(
      '{"spec":{"any":{"__proto__":{"x":1},"constructor":2},"__proto__":3,"toString":4}}',
    );
    const { object, unknownFields } = prune(compiled, hostile);
    expect(unknownFields).toEqual(['spec.__proto__', 'spec.toString']);
    expect(JSON.stringify(applyDefaults(compiled, object))).toBe(
      '{"spec":{"any":{"__proto__":{"x":1},"constructor":2},"size":3}}',
    );
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('admitObject', () => {
  it('refuses objects that contain themselves or nest too deep', () => {
    const cyclic: Record<string, JsonValue> = {};
    cyclic.spec = cyclic;
    expect(admitObject(compiled, { object: cyclic, root: 'resource' }).decodeError).toContain(
      'nested levels',
    );
    let deep: JsonValue = {};
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    const { decodeError } = admitObject(compiled, { object: { spec: { any: { deep } } }, root: 'resource' });
    expect(decodeError).toContain('nested levels');
  });

  it('does not check rules of an object that is broken otherwise', () => {
    const ruled: StructuralSchema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'integer' } },
      'x-kubernetes-validations': [{ rule: 'false' }],
    };
    let compiles = 0;
    const withRules = compileSchema(ruled, {
      rules: () => {
        compiles++;
        return () => [{ field: 'x', type: 'FieldValueInvalid', message: 'rule' }];
      },
    });
    const broken = admitObject(withRules, { object: {}, root: 'resource' });
    expect(broken.errors.map(({ message }) => message)).toEqual([
      'Required value',
      'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ]);
    const sound = admitObject(withRules, { object: { a: 1 }, root: 'resource' });
    expect(sound.errors.map(({ message }) => message)).toEqual(['rule']);
    expect(compiles).toBe(1);
    expect(compileSchema(schema, { rules: () => expect.fail('no rules to compile') }).rules).toBeUndefined();
  });
});
