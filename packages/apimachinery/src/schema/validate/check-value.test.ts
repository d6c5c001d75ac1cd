import { describe, expect, test } from 'vitest';
import type { JsonObject, JsonValue } from '../../api/json-value.ts';
import { admitObject } from '../admit/admit-object.ts';
import { compileSchema } from '../structural/compile-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

/** Fields and messages that an object is refused for; an update of `old`, where one is given. */
function refusals(schema: StructuralSchema, object: JsonValue, old?: JsonValue): readonly string[] {
  const oldObject = old === undefined ? {} : { oldObject: old };
  const { errors } = admitObject(compileSchema(schema), { object, ...oldObject, root: 'resource' });
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

const names = (letter: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`);
const many = <T>(keys: readonly string[], value: T) => Object.fromEntries(keys.map((key) => [key, value]));

describe('of branches that all fail, the one with the most checks passed is told', () => {
  const [objects, numbers, texts, lists] = ['o', 'n', 't', 'l'].map((letter) => names(letter, 12));
  const object: JsonObject = {
    ...many(objects ?? [], {}),
    ...many(numbers ?? [], 1),
    ...many(texts ?? [], 'x'),
    ...many(lists ?? [], []),
  };
  const branch = (keys: readonly string[], missing: string): StructuralSchema => ({
    properties: many(keys, {}),
    required: [missing],
  });

  // An object and a text pass seven checks, a number and a list eight.
  const cases: readonly (readonly [string, StructuralSchema, StructuralSchema, string])[] = [
    ['8 objects beat 6 numbers', branch(names('n', 6), 'a'), branch(names('o', 8), 'b'), 'b'],
    ['8 objects are no more than 7 numbers', branch(names('n', 7), 'a'), branch(names('o', 8), 'b'), 'a'],
    ['a number beats an object', branch(['o0'], 'a'), branch(['n0'], 'b'), 'b'],
    ['a text is as good as an object', branch(['o0'], 'a'), branch(['t0'], 'b'), 'a'],
    ['a list beats an object', branch(['o0'], 'a'), branch(['l0'], 'b'), 'b'],
    ['a list beats a text', branch(['t0'], 'a'), branch(['l0'], 'b'), 'b'],
    ['a list is as good as a number', branch(['n0'], 'a'), branch(['l0'], 'b'), 'a'],
    ['a number beats a text', branch(['t0'], 'a'), branch(['n0'], 'b'), 'b'],
  ];

  test.each(cases)('%s', (_, first, second, told) => {
    for (const junctor of ['anyOf', 'oneOf']) {
      const schema = {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        [junctor]: [first, second],
      };
      const required = refusals(schema, object).filter((one) => one.endsWith('Required value'));
      expect(required, junctor).toEqual([`${told}: Required value`]);
    }
  });
});

describe('sizes', () => {
  const schema: StructuralSchema = {
    type: 'object',
    properties: {
      list: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'integer', maximum: 5 } },
      map: {
        type: 'object',
        minProperties: 1,
        maxProperties: 2,
        additionalProperties: { type: 'integer', maximum: 5 },
      },
      closed: {
        type: 'object',
        properties: { a: { type: 'integer', maximum: 5 } },
        required: ['a'],
      },
    },
  };
  const cases: readonly (readonly [JsonValue, readonly string[]])[] = [
    [{ list: [1], map: { a: 1 }, closed: { a: 1 } }, []],
    [{ list: [1, 5], map: { a: 1, b: 5 } }, []],
    [{ list: [] }, ['list: Invalid value: 0: list in body should have at least 1 items']],
    [{ list: [1, 2, 3] }, ['list: Too many: 3: must have at most 2 items']],
    [{ list: [1, 6] }, ['list[1]: Invalid value: 6: list[1] in body should be less than or equal to 5']],
    [{ map: {} }, ['map: Invalid value: 0: map in body should have at least 1 properties']],
    [{ map: { a: 1, b: 2, c: 3 } }, ['map: Too many: 3: must have at most 2 items']],
    [{ map: { a: 6 } }, ['map.a: Invalid value: 6: map.a in body should be less than or equal to 5']],
    [{ closed: {} }, ['closed.a: Required value']],
    [
      { closed: { a: 6 } },
      ['closed.a: Invalid value: 6: closed.a in body should be less than or equal to 5'],
    ],
  ];

  test.each(cases)('of %j', (object, wanted) => {
    expect(refusals(schema, object)).toEqual(wanted);
  });

  test('that an update leaves as they were are forgiven', () => {
    expect(refusals(schema, { list: [], map: { a: 6 } }, { list: [], map: { a: 6 } })).toEqual([]);
    expect(refusals(schema, { list: [] }, { list: [1] })).toHaveLength(1);
  });
});
