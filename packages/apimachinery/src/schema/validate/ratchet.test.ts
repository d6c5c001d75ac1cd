import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../api/json-value.ts';
import { admitObject } from '../admit/admit-object.ts';
import { ruleEngine } from '../cel/rules/rule-engine.ts';
import { compileSchema } from '../structural/compile-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

/** Numbers up to ten: by a keyword, or by a rule. Both forgive the same. */
const limits: readonly (readonly [string, StructuralSchema])[] = [
  ['a keyword', { type: 'integer', maximum: 10 }],
  ['a rule', { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self <= 10' }] }],
];

/** Fields that an update from `old` to `now` is refused for; a create of `now` without `old`. */
function refusedFields(schema: StructuralSchema, now: JsonValue, old?: JsonValue): readonly string[] {
  const compiled = compileSchema(schema, { rules: ruleEngine });
  const oldObject = old === undefined ? {} : { oldObject: old };
  return admitObject(compiled, { object: now, ...oldObject, root: 'resource' }).errors.map(
    ({ field }) => field,
  );
}

describe.each(limits)('what %s refuses', (_, small) => {
  const item: StructuralSchema = {
    type: 'object',
    properties: { name: { type: 'string' }, n: small, other: { type: 'integer' } },
  };
  const keyed = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] };
  const schema: StructuralSchema = {
    type: 'object',
    properties: {
      n: small,
      other: { type: 'integer' },
      spec: { type: 'object', properties: { n: small, other: { type: 'integer' } } },
      map: { type: 'object', additionalProperties: small },
      plain: { type: 'array', items: small },
      set: { type: 'array', 'x-kubernetes-list-type': 'set', items: small },
      objects: { type: 'array', items: item },
      keyed: { type: 'array', ...keyed, items: item },
    },
  };

  const updates: readonly (readonly [string, JsonValue, JsonValue, readonly string[]])[] = [
    ['an unchanged value is forgiven', { n: 11 }, { n: 11 }, []],
    ['whatever changes beside it', { n: 11, other: 1 }, { n: 11, other: 2 }, []],
    ['a changed value is not, even a better one', { n: 12 }, { n: 11 }, ['n']],
    ['nor one that was good', { n: 1 }, { n: 11 }, ['n']],
    ['nor a new one', {}, { n: 11 }, ['n']],
    [
      'an item, as the first of its key was',
      {
        keyed: [
          { name: 'a', n: 11 },
          { name: 'a', n: 1 },
        ],
      },
      { keyed: [{ name: 'a', n: 11 }] },
      [],
    ],
    ['a value below a changed object', { spec: { n: 11, other: 1 } }, { spec: { n: 11, other: 2 } }, []],
    ['a value that moved', { n: 11 }, { spec: { n: 11 } }, ['spec.n']],
    ['a value of a map, by its key', { map: { a: 11, b: 1 } }, { map: { b: 2, a: 11 } }, []],
    ['not under another key', { map: { a: 11 } }, { map: { b: 11 } }, ['map.b']],
    ['a whole list', { plain: [11, 1] }, { plain: [11, 1] }, []],
    ['not in a list that changed', { plain: [11, 1] }, { plain: [11, 2] }, ['plain[0]']],
    ['not in a list that grew', { plain: [11] }, { plain: [11, 1] }, ['plain[0]']],
    ['not in a list in another order', { plain: [11, 1] }, { plain: [1, 11] }, ['plain[1]']],
    ['not in a set that changed', { set: [11] }, { set: [11, 1] }, ['set[0]']],
    [
      'not in objects without keys',
      { objects: [{ n: 11 }] },
      { objects: [{ n: 11 }, { n: 1 }] },
      ['objects[0].n'],
    ],
    [
      'an item by its key, in any order',
      {
        keyed: [
          { name: 'a', n: 11 },
          { name: 'b', n: 1 },
        ],
      },
      {
        keyed: [
          { name: 'b', n: 2 },
          { name: 'c', n: 3 },
          { name: 'a', n: 11, other: 1 },
        ],
      },
      [],
    ],
    [
      'not an item whose key is new',
      { keyed: [{ name: 'a', n: 11 }] },
      {
        keyed: [
          { name: 'a', n: 11 },
          { name: 'b', n: 11 },
        ],
      },
      ['keyed[1].n'],
    ],
    [
      'not an item that took another key',
      { keyed: [{ name: 'a', n: 11 }] },
      { keyed: [{ name: 'b', n: 11 }] },
      ['keyed[0].n'],
    ],
  ];

  test.each(updates)('%s: %j, then %j', (_name, old, now, fields) => {
    const path = (field: string) => field.replace(/^map\[(.*)\]$/, 'map.$1');
    expect(refusedFields(schema, now, old).map(path)).toEqual(fields);
  });

  test('is refused in a new object', () => {
    expect(refusedFields(schema, { n: 11, plain: [11] })).toEqual(['n', 'plain[0]']);
  });
});

describe('an update', () => {
  test('may leave out what is required where it was left out before', () => {
    const spec: StructuralSchema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    };
    const schema: StructuralSchema = { type: 'object', properties: { spec, b: { type: 'integer' } } };
    expect(refusedFields(schema, { spec: {}, b: 2 }, { spec: {}, b: 1 })).toEqual([]);
    expect(refusedFields(schema, { spec: { b: 2 } }, { spec: { b: 1 } })).toEqual(['spec.a']);
    expect(refusedFields(schema, { spec: {} }, { spec: { a: 1 } })).toEqual(['spec.a']);
  });

  test('is judged in whole by what the schema does not describe: that counts as changed', () => {
    const open: StructuralSchema = {
      type: 'object',
      'x-kubernetes-preserve-unknown-fields': true,
      maxProperties: 1,
    };
    const schema: StructuralSchema = { type: 'object', properties: { open } };
    expect(refusedFields(schema, { open: { a: 1, b: 2 } }, { open: { a: 1, b: 2 } })).toEqual(['open']);
  });

  test('is never forgiven by a transition rule', () => {
    const n: StructuralSchema = {
      type: 'integer',
      'x-kubernetes-validations': [{ rule: 'self > oldSelf' }],
    };
    const schema: StructuralSchema = { type: 'object', properties: { n } };
    expect(refusedFields(schema, { n: 1 })).toEqual([]);
    expect(refusedFields(schema, { n: 1 }, {})).toEqual([]);
    expect(refusedFields(schema, { n: 1 }, { n: 1 })).toEqual(['n']);
    expect(refusedFields(schema, { n: 2 }, { n: 1 })).toEqual([]);
  });

  test('is seen by a rule with an optional past as having one', () => {
    const rule = 'oldSelf.hasValue() ? self >= oldSelf.value() : self == 1';
    const n: StructuralSchema = {
      type: 'integer',
      'x-kubernetes-validations': [{ rule, optionalOldSelf: true }],
    };
    const schema: StructuralSchema = { type: 'object', properties: { n } };
    const outcomes = [
      refusedFields(schema, { n: 1 }),
      refusedFields(schema, { n: 2 }),
      refusedFields(schema, { n: 2 }, {}),
      refusedFields(schema, { n: 2 }, { n: 2 }),
      refusedFields(schema, { n: 1 }, { n: 2 }),
    ];
    expect(outcomes).toEqual([[], ['n'], ['n'], [], ['n']]);
  });

  test('finds the past of keyed items only', () => {
    const rule = { rule: 'self.n >= oldSelf.n' };
    const items: StructuralSchema = {
      type: 'object',
      properties: { name: { type: 'string' }, n: { type: 'integer' } },
      'x-kubernetes-validations': [rule],
    };
    const list = (keys: object): StructuralSchema => ({
      type: 'object',
      properties: { list: { type: 'array', ...keys, items } },
    });
    const keyed = list({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['name'] });
    const old = {
      list: [
        { name: 'a', n: 1 },
        { name: 'b', n: 5 },
      ],
    };
    const now = {
      list: [
        { name: 'b', n: 4 },
        { name: 'a', n: 2 },
        { name: 'c', n: 0 },
      ],
    };
    expect(refusedFields(keyed, now, old)).toEqual(['list[0]']);
    expect(refusedFields(list({}), now, old)).toEqual([]);
  });
});
