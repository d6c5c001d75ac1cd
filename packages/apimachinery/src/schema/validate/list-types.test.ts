import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../api/json-value.ts';
import { admitObject } from '../admit/admit-object.ts';
import { compileSchema } from '../structural/compile-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

/** What is said against a value of the field `f`; in an update of `old`, where one is given. */
function refusals(f: StructuralSchema, now: JsonValue, old?: JsonValue): readonly string[] {
  const compiled = compileSchema({ type: 'object', properties: { f } });
  const oldObject = old === undefined ? {} : { oldObject: { f: old } };
  const { errors } = admitObject(compiled, { object: { f: now }, ...oldObject, root: 'resource' });
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

describe('unique lists', () => {
  test.each<[StructuralSchema, JsonValue, readonly string[]]>([
    [
      { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      ['a', 'b', 'a', 'a'],
      ['f[2]: Duplicate value: "a"'],
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'integer' } },
      [1, 1n, 2],
      ['f[1]: Duplicate value: 1'],
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'number' } },
      [1.5, 1.5],
      ['f[1]: Duplicate value: 1.5'],
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'boolean' } },
      [true, false, true],
      ['f[2]: Duplicate value: true'],
    ],
    [{ type: 'array', 'x-kubernetes-list-type': 'atomic', items: { type: 'string' } }, ['a', 'a'], []],
    [
      {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: {
          type: 'object',
          'x-kubernetes-map-type': 'atomic',
          properties: { a: { type: 'integer' }, b: { type: 'integer' } },
        },
      },
      [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 1 }],
      ['f[1]: Duplicate value: {"a":1,"b":2}'],
    ],
    [
      {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: { type: 'array', items: { type: 'integer' } },
      },
      [
        [1, 2],
        [2, 1],
        [1, 2],
      ],
      ['f[2]: Duplicate value: [1,2]'],
    ],
    [
      {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a'],
        items: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
      },
      [{ a: 'x' }, { a: 'y' }, { a: 'x', b: 'z' }, { a: 'x' }],
      ['f[2]: Duplicate value: {"a":"x"}'],
    ],
    [
      {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a', 'b'],
        items: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer', default: 5 } } },
      },
      [{ a: 'x' }, { a: 'x', b: 6 }, { a: 'x', b: 5 }],
      ['f[2]: Duplicate value: {"a":"x","b":5}'],
    ],
    [
      {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a'],
        items: { type: 'object', properties: { a: { type: 'string' } } },
      },
      [{}, {}],
      ['f[1]: Duplicate value: {}'],
    ],
    [
      {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a'],
        items: { type: 'object', properties: { a: { type: 'string' } } },
      },
      [{ a: 'x' }, 5, { a: 'x' }],
      [
        'f[1]: Invalid value: "integer": f[1] in body must be of type object: "integer"',
        'f[1]: Invalid value: 5: must be an object for an array of list-type map',
      ],
    ],
    [
      {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['a'],
        items: { type: 'object', nullable: true, properties: { a: { type: 'string' } } },
      },
      [null, { a: 'x' }, null],
      ['f[2]: Duplicate value: {}'],
    ],
    [
      {
        type: 'object',
        additionalProperties: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      },
      { 'a.b': ['x', 'x'] },
      ['f[a.b][1]: Duplicate value: "x"'],
    ],
    [
      {
        type: 'array',
        items: {
          type: 'object',
          properties: { s: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
        },
      },
      [{ s: ['x'] }, { s: ['x', 'x'] }],
      ['f[1].s[1]: Duplicate value: "x"'],
    ],
    [
      {
        type: 'array',
        'x-kubernetes-list-type': 'set',
        items: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      },
      [
        ['x', 'x'],
        ['x', 'x'],
      ],
      ['f[1]: Duplicate value: ["x","x"]', 'f[0][1]: Duplicate value: "x"', 'f[1][1]: Duplicate value: "x"'],
    ],
  ])('%o: %o', (schema, value, wanted) => {
    expect(refusals(schema, value)).toEqual(wanted);
  });

  test.each<[StructuralSchema, JsonValue, JsonValue, readonly string[]]>([
    [
      { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      ['a', 'a'],
      ['b', 'b'],
      [],
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      ['a', 'a'],
      ['a'],
      ['f[1]: Duplicate value: "a"'],
    ],
    [
      { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      ['a', 'a'],
      null,
      ['f[1]: Duplicate value: "a"'],
    ],
  ])('%o: %o after %o', (schema, value, old, wanted) => {
    expect(refusals(schema, value, old)).toEqual(wanted);
  });
});
