import { type JsonValue, valueAt } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixFor, messageFor, schemaAt } from '../fix-for.ts';
import { writeAt } from '../write-at.ts';
import { type FieldPath, locateField, parseFieldPath, printFieldPath } from './field-path.ts';

const paths: readonly (readonly [text: string, path: FieldPath])[] = [
  ['spec.a', ['spec', 'a']],
  ['spec.a[0].b', ['spec', 'a', 0, 'b']],
  ['a[0][12]', ['a', 0, 12]],
  ['metadata.annotations["x.y/z"]', ['metadata', 'annotations', 'x.y/z']],
  ['a["b"]', ['a', 'b']],
  ['a["with \\"quotes\\" and \\\\"].c', ['a', 'with "quotes" and \\', 'c']],
  ['["a b"]', ['a b']],
  ['a-b_c', ['a-b_c']],
  ['', []],
];

describe('a field path', () => {
  it.each(paths)('%s is read', (text, path) => {
    expect(parseFieldPath(text)).toEqual(path);
    expect(parseFieldPath(printFieldPath(path))).toEqual(path);
  });

  it('is read as it was printed', () => {
    const segment = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.nat(99),
      fc.constantFrom('a.b', '0', '"', '[1]', '__proto__'),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 5 }), (path) => {
        expect(parseFieldPath(printFieldPath(path))).toEqual(path);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it.each<[string, JsonValue, FieldPath]>([
    [
      'spec.sel.kubernetes.io/arch',
      { spec: { sel: { 'kubernetes.io/arch': 5 } } },
      ['spec', 'sel', 'kubernetes.io/arch'],
    ],
    ['spec.sel.a.b', { spec: { sel: { a: { b: 1 }, 'a.b': 2 } } }, ['spec', 'sel', 'a.b']],
    ['spec.sel.a.bc', { spec: { sel: { a: { bc: 1 }, 'a.b': 2 } } }, ['spec', 'sel', 'a', 'bc']],
    ['spec.l[1].x', { spec: { l: [{}, { x: 1 }] } }, ['spec', 'l', 1, 'x']],
    ['spec.m["a.b"].c', { spec: { m: { 'a.b': { c: 1 } } } }, ['spec', 'm', 'a.b', 'c']],
    ['spec.missing.b', { spec: {} }, ['spec', 'missing', 'b']],
    ['spec.a b.c', { spec: { 'a b': { c: 1 } } }, ['spec', 'a b', 'c']],
    ['spec', null, ['spec']],
  ])('%s is found where keys have dots', (text, root, path) => {
    expect(locateField(text, root)).toEqual(path);
  });

  it('leads to own members and items only', () => {
    const root = { list: [1, { a: 2 }], map: { '0': 'x' } };
    expect(valueAt(root, 'list', 1, 'a')).toBe(2);
    expect(
      [
        ['list', '0'],
        ['map', 'toString'],
        ['list', 5],
        ['list', 'length'],
        ['a', 'b'],
      ].map((path) => valueAt(root, ...path)),
    ).toEqual(Array(5).fill(undefined));
    expect(valueAt('text', 0)).toBeUndefined();
    expect(valueAt(root)).toBe(root);
  });

  it('is written to a copy', () => {
    const root = { a: { b: 1, c: { d: 2 } }, e: 'x' };
    expect(writeAt(root, ['a', 'b'], 5)).toEqual({ a: { b: 5, c: { d: 2 } }, e: 'x' });
    expect(writeAt(root, ['e', 'f'], 5)).toEqual({ a: root.a, e: { f: 5 } });
    expect(writeAt(root, ['toString', 'f'], 5)).toMatchObject({ toString: { f: 5 } });
    expect(writeAt(root, [], 5)).toBe(root);
    expect(root).toEqual({ a: { b: 1, c: { d: 2 } }, e: 'x' });
  });
});

describe('what is wrong with a value', () => {
  const error = (type: Parameters<typeof messageFor>[0]['type'], detail?: string) => ({
    field: 'spec.a',
    type,
    message: 'Invalid value: whole text',
    ...(detail === undefined ? {} : { detail }),
  });

  it.each([
    [null, 'nothing'],
    [[], 'a list'],
    [{}, 'an object'],
    ['x', 'text'],
    [5, 'a number'],
    [5n, 'a number'],
    [true, 'a boolean'],
  ])('%s is of the wrong type', (value, said) => {
    expect(messageFor(error('FieldValueTypeInvalid'), value, { type: 'integer' })).toBe(
      `is ${said}, not a whole number`,
    );
  });

  it.each([
    ['boolean', 'true or false'],
    ['integer', 'a whole number'],
    ['array', 'a list'],
    ['object', 'an object'],
    ['string', 'text'],
    ['number', 'a number'],
    [undefined, 'a value'],
  ])('%s is wanted', (type, said) => {
    const schema = type === undefined ? {} : { type };
    expect(messageFor(error('FieldValueTypeInvalid'), 'x', schema)).toBe(`is text, not ${said}`);
    expect(fixFor(error('FieldValueTypeInvalid'), schema)).toMatch(`write ${said}`);
  });

  it('is said shortly', () => {
    expect(messageFor(error('FieldValueRequired'), undefined, {})).toBe('is missing');
    expect(messageFor(error('FieldValueDuplicate'), undefined, {})).toBe('is there twice');
    expect(messageFor(error('FieldValueNotSupported'), undefined, {})).toBe(
      'is none of the values it can have',
    );
    expect(messageFor(error('FieldValueInvalid', 'spec.a in body should be big'), 1, {})).toBe(
      'should be big',
    );
    expect(messageFor(error('FieldValueInvalid'), 1, {})).toBe('Invalid value: whole text');
  });

  it('is mended as the schema has it', () => {
    const fix = (schema: Parameters<typeof fixFor>[1]) => fixFor(error('FieldValueInvalid'), schema);
    expect(fixFor(error('FieldValueRequired'), {})).toBe('add spec.a');
    expect(fixFor(error('FieldValueDuplicate'), {})).toBe('remove spec.a, or make it differ');
    expect(fix(undefined)).toBe('remove spec.a');
    expect(fix({ type: 'string', enum: ['a', 'b'] })).toBe('write one of "a", "b"');
    expect(fix({ type: 'string', pattern: '^a$' })).toBe('write text that matches ^a$');
    expect(fix({ type: 'integer', minimum: 1 })).toBe('write a whole number, 1 or more');
    expect(fix({ type: 'integer', maximum: 9 })).toBe('write a whole number, 9 or less');
    expect(fix({ type: 'integer', minimum: 0, maximum: 9 })).toBe('write a whole number from 0 to 9');
  });

  it('is looked up in lists, maps and members', () => {
    const schema = {
      properties: {
        l: { items: { properties: { a: { type: 'string' } } } },
        m: { additionalProperties: { type: 'integer' } },
      },
    };
    expect(schemaAt(schema, ['l', 0, 'a'])).toEqual({ type: 'string' });
    expect(schemaAt(schema, ['m', 'any'])).toEqual({ type: 'integer' });
    expect(schemaAt(schema, ['toString'])).toBeUndefined();
    expect(schemaAt(schema, ['l', 'a', 'b'])).toBeUndefined();
  });
});
