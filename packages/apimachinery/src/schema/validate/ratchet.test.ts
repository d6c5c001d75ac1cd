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

/** Numbers up to ten, in lists that are maps by two keys, one of which has a default. */
describe.each(limits)('of lists within lists, what %s refuses', (_, small) => {
  const keyed = (items: StructuralSchema, ...keys: string[]): StructuralSchema => ({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    items,
  });
  const port: StructuralSchema = {
    type: 'object',
    properties: { port: { 'x-kubernetes-int-or-string': true }, n: small, other: { type: 'integer' } },
  };
  const host: StructuralSchema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      zone: { type: 'string', default: 'z' },
      n: small,
      ports: keyed(port, 'port'),
      plain: { type: 'array', items: port },
      map: { type: 'object', additionalProperties: keyed(port, 'port') },
      open: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { n: small } },
      other: { type: 'integer' },
    },
  };
  const schema: StructuralSchema = { type: 'object', properties: { hosts: keyed(host, 'name', 'zone') } };
  const refused = (old: JsonValue, now: JsonValue) => refusedFields(schema, { hosts: now }, { hosts: old });

  test.each<[string, JsonValue, JsonValue, readonly string[]]>([
    [
      'is forgiven by both keys',
      [{ name: 'a', n: 11 }],
      [{ name: 'b' }, { name: 'a', zone: 'z', n: 11, other: 1 }],
      [],
    ],
    [
      'not where one of them is another',
      [{ name: 'a', n: 11 }],
      [{ name: 'a', zone: 'y', n: 11 }],
      ['hosts[0].n'],
    ],
    [
      'not where the texts only join to the same',
      [{ name: 'a', zone: 'b,c', n: 11 }],
      [{ name: 'a,b', zone: 'c', n: 11 }],
      ['hosts[0].n'],
    ],
    ['not where a key is missing', [{ n: 11 }], [{ n: 11, other: 1 }], ['hosts[0].n']],
    ['not where a key is missing, unless nothing changed', [{ n: 11 }], [{ n: 11 }], ['hosts[0].n']],
    [
      'is forgiven further down',
      [{ name: 'a', ports: [{ port: 1, n: 11 }] }],
      [{ name: 'a', ports: [{ port: 2 }, { port: 1, n: 11, other: 1 }] }],
      [],
    ],
    [
      'not for a key of another type',
      [{ name: 'a', ports: [{ port: 1, n: 11 }] }],
      [{ name: 'a', ports: [{ port: '1', n: 11 }] }],
      ['hosts[0].ports[0].n'],
    ],
    [
      'not in a list without keys that changed',
      [{ name: 'a', plain: [{ port: 1, n: 11 }] }],
      [{ name: 'a', plain: [{ port: 1, n: 11 }, {}] }],
      ['hosts[0].plain[0].n'],
    ],
    [
      'is forgiven in a list without keys that did not',
      [{ name: 'a', plain: [{ port: 1, n: 11 }] }],
      [{ name: 'a', plain: [{ port: 1, n: 11 }], other: 1 }],
      [],
    ],
    [
      'is forgiven in a list of a map',
      [{ name: 'a', map: { x: [{ port: 1, n: 11 }] } }],
      [{ name: 'a', map: { y: [], x: [{ port: 2 }, { port: 1, n: 11, other: 1 }] } }],
      [],
    ],
    [
      'not under another key of the map',
      [{ name: 'a', map: { x: [{ port: 1, n: 11 }] } }],
      [{ name: 'a', map: { y: [{ port: 1, n: 11 }] } }],
      ['hosts[0].map.y[0].n'],
    ],
    [
      'is forgiven beside what the schema does not describe',
      [{ name: 'a', open: { n: 11, x: 1 } }],
      [{ name: 'a', open: { n: 11, x: 2 } }],
      [],
    ],
    ['not of a good value', [{ name: 'a', n: 1 }], [{ name: 'a', n: 11 }], ['hosts[0].n']],
    [
      'not of an item that moved between lists',
      [{ name: 'a', ports: [{ port: 1, n: 11 }] }],
      [{ name: 'a', plain: [{ port: 1, n: 11 }] }],
      ['hosts[0].plain[0].n'],
    ],
    ['not where there was none before', [], [{ name: 'a', n: 11 }], ['hosts[0].n']],
  ])('%s: %j, then %j', (_name, old, now, fields) => {
    const path = (field: string) => field.replace(/map\[(.*?)\]\[/, 'map.$1[');
    expect(refused(old, now).map(path)).toEqual(fields);
  });
});

/** A whole list or object that is refused. */
describe('a whole value', () => {
  const item: StructuralSchema = {
    type: 'object',
    properties: { k: { type: 'string' }, v: { type: 'integer' } },
  };
  const keys = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['k'] };
  const [one, two] = [
    { k: 'a', v: 1 },
    { k: 'b', v: 2 },
  ];
  const variants: readonly (readonly [string, StructuralSchema])[] = [
    ['a keyword', { minItems: 5 }],
    ['a rule', { 'x-kubernetes-validations': [{ rule: 'size(self) >= 5' }] }],
  ];

  test.each<[string, StructuralSchema, JsonValue, JsonValue, boolean]>([
    ['a map of items in another order', keys, [one, two], [two, one], true],
    ['a map of items with another value', keys, [one, two], [one, { ...two, v: 3 }], false],
    ['a map of fewer items', keys, [one, two], [one], false],
    ['a map with an item of another key', keys, [one, two], [one, { k: 'c', v: 2 }], false],
    ['a map with an item that lost a field', keys, [one, two], [one, { k: 'b' }], false],
    ['a map of items without keys', keys, [{ v: 1 }], [{ v: 1 }], false],
    ['a plain list as it was', {}, [one, two], [one, two], true],
    ['a plain list in another order', {}, [one, two], [two, one], false],
    [
      'an atomic list in another order',
      { 'x-kubernetes-list-type': 'atomic' },
      [one, two],
      [two, one],
      false,
    ],
    ['an empty list', {}, [], [], true],
  ])('%s', (...[, list, old, now, forgiven]) => {
    for (const [by, limit] of variants) {
      const schema: StructuralSchema = {
        type: 'object',
        properties: { f: { type: 'array', items: item, ...list, ...limit } },
      };
      expect(refusedFields(schema, { f: now }, { f: old }), by).toEqual(
        forgiven ? [] : expect.arrayContaining(['f']),
      );
    }
  });

  test.each<[string, JsonValue, JsonValue, boolean]>([
    ['an object as it was', { a: 1, b: { c: 1 } }, { b: { c: 1 }, a: 1 }, true],
    ['an object with another field', { a: 1 }, { b: { c: 1 } }, false],
    ['an object with one field more', { a: 1 }, { a: 1, b: { c: 1 } }, false],
    ['an object that lost a field', { a: 1, b: { c: 1 } }, { a: 1 }, false],
    ['an object with another value further down', { b: { c: 1 } }, { b: { c: 2 } }, false],
    ['an object where there was none', null, { a: 1 }, false],
  ])('%s', (_name, old, now, forgiven) => {
    const number: StructuralSchema = { type: 'integer' };
    const properties = { a: number, b: { type: 'object', properties: { c: number } } };
    for (const limit of [
      { minProperties: 5 },
      { 'x-kubernetes-validations': [{ rule: 'has(self.a) && self.a > 5' }] },
    ]) {
      const schema: StructuralSchema = {
        type: 'object',
        properties: { f: { type: 'object', properties, ...limit } },
      };
      expect(refusedFields(schema, { f: now }, { f: old })).toEqual(forgiven ? [] : ['f']);
    }
  });
});
