import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../api/json-value.ts';
import { compileSchema } from '../structural/compile-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import { prune } from './prune.ts';

const preserve = { 'x-kubernetes-preserve-unknown-fields': true };
const embedded = { 'x-kubernetes-embedded-resource': true };
const known: StructuralSchema = { type: 'object', properties: { a: { type: 'integer' } } };
const text: StructuralSchema = { type: 'string' };

/** A field `f` of some schema, what is written there, and what stays; the dropped paths. */
const cases: readonly (readonly [string, StructuralSchema, JsonValue, JsonValue, readonly string[]])[] = [
  ['an unknown field goes', known, { a: 1, b: 2 }, { a: 1 }, ['f.b']],
  [
    'preserved ones stay, with all below',
    { type: 'object', ...preserve },
    { b: { c: [{ d: 1 }] } },
    { b: { c: [{ d: 1 }] } },
    [],
  ],
  [
    'a known field of a preserving object is pruned as its own schema says',
    { type: 'object', ...preserve, properties: { k: known } },
    { k: { a: 1, b: 2 }, u: { b: 2 } },
    { k: { a: 1 }, u: { b: 2 } },
    ['f.k.b'],
  ],
  [
    'a preserving object inside one that does not',
    { type: 'object', properties: { k: { type: 'object', ...preserve } } },
    { k: { b: 2 }, u: 1 },
    { k: { b: 2 } },
    ['f.u'],
  ],
  [
    'items are pruned',
    { type: 'array', items: known },
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: 1 }, { a: 1 }],
    ['f[1].b'],
  ],
  [
    'items of a preserved list stay whole',
    { type: 'array', ...preserve, items: known },
    [{ a: 1, b: 2 }],
    [{ a: 1, b: 2 }],
    [],
  ],
  [
    'but what they know is pruned below them',
    { type: 'array', ...preserve, items: { type: 'object', properties: { k: known } } },
    [{ k: { a: 1, b: 2 }, u: 1 }],
    [{ k: { a: 1 }, u: 1 }],
    ['f[0].k.b'],
  ],
  [
    'preserving items of a list',
    { type: 'array', items: { type: 'object', ...preserve } },
    [{ b: 2 }],
    [{ b: 2 }],
    [],
  ],
  [
    'a list below preserving items that preserves nothing',
    {
      type: 'array',
      items: { type: 'object', ...preserve, properties: { l: { type: 'array', items: known } } },
    },
    [{ b: 2, l: [{ a: 1, b: 2 }] }],
    [{ b: 2, l: [{ a: 1 }] }],
    ['f[0].l[0].b'],
  ],
  [
    'lists in lists',
    { type: 'array', items: { type: 'array', items: known } },
    [[{ a: 1, b: 2 }]],
    [[{ a: 1 }]],
    ['f[0][0].b'],
  ],
  [
    'a preserved list of lists keeps the first level only',
    { type: 'array', ...preserve, items: { type: 'array', items: known } },
    [[{ a: 1, b: 2 }]],
    [[{ a: 1, b: 2 }]],
    [],
  ],
  [
    'values of a map',
    { type: 'object', additionalProperties: known },
    { x: { a: 1, b: 2 } },
    { x: { a: 1 } },
    ['f.x.b'],
  ],
  [
    'values of a map that preserve',
    { type: 'object', additionalProperties: { type: 'object', ...preserve } },
    { x: { b: 2 } },
    { x: { b: 2 } },
    [],
  ],
  ['texts of a map', { type: 'object', additionalProperties: text }, { x: 'y' }, { x: 'y' }, []],
  [
    'an embedded resource keeps what every resource has, as it is',
    { ...known, ...embedded },
    { apiVersion: 'v1', kind: 'K', metadata: { name: 'n', odd: 1 }, a: 1, b: 2 },
    { apiVersion: 'v1', kind: 'K', metadata: { name: 'n', odd: 1 }, a: 1 },
    ['f.b'],
  ],
  [
    'any other object does not',
    known,
    { apiVersion: 'v1', kind: 'K', metadata: {}, a: 1 },
    { a: 1 },
    ['f.apiVersion', 'f.kind', 'f.metadata'],
  ],
  [
    'an embedded resource in a list',
    { type: 'array', items: { ...known, ...embedded } },
    [{ kind: 'K', b: 2 }],
    [{ kind: 'K' }],
    ['f[0].b'],
  ],
  [
    'an embedded resource below an embedded resource',
    { type: 'object', ...embedded, properties: { template: { ...known, ...embedded }, other: known } },
    { kind: 'K', template: { kind: 'T', b: 2 }, other: { kind: 'O' } },
    { kind: 'K', template: { kind: 'T' }, other: {} },
    ['f.other.kind', 'f.template.b'],
  ],
  [
    'an embedded resource that preserves',
    { type: 'object', ...embedded, ...preserve },
    { kind: 'K', anything: { a: 1 } },
    { kind: 'K', anything: { a: 1 } },
    [],
  ],
  ['what is of another type than the schema', known, [{ b: 2 }], [{}], ['f[0].b']],
];

describe('pruning', () => {
  test.each(cases)('%s', (...[, f, value, kept, dropped]) => {
    const compiled = compileSchema({ type: 'object', properties: { f } });
    const object = { apiVersion: 'v1', kind: 'K', metadata: { odd: 1 }, f: value };
    expect(prune(compiled, object)).toEqual({ object: { ...object, f: kept }, unknownFields: dropped });
  });

  test('keeps everything under a root that preserves, but prunes what it knows', () => {
    const compiled = compileSchema({ type: 'object', ...preserve, properties: { spec: known } });
    const object = { kind: 'K', spec: { a: 1, b: 2 }, more: { b: 2 } };
    expect(prune(compiled, object)).toEqual({
      object: { kind: 'K', spec: { a: 1 }, more: { b: 2 } },
      unknownFields: ['spec.b'],
    });
  });

  test('names what it drops in the order of bytes', () => {
    const compiled = compileSchema(known);
    const { unknownFields } = prune(compiled, { é: 1, z: 1, B: 1, b: 1 });
    expect(unknownFields).toEqual(['B', 'b', 'z', 'é']);
  });
});
