import { describe, expect, test } from 'vitest';
import type { FieldError } from '../field-errors/field-error.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import { checkColumns, checkScale, checkSelectableFields } from './check-columns.ts';

/** Errors in one line each: where, and what is said. */
function lines(errors: readonly FieldError[]): readonly string[] {
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

const column = { name: 'A', type: 'string', format: '', jsonPath: '.a', description: '', priority: 0 };

describe('a printer column', () => {
  test.each(['boolean', 'date', 'integer', 'number', 'string'])('may have the type %s', (type) => {
    expect(checkColumns([{ ...column, type }], 'c')).toEqual([]);
  });

  test.each(['', 'byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'])(
    'may have the format "%s"',
    (format) => {
      expect(checkColumns([{ ...column, format }], 'c')).toEqual([]);
    },
  );

  const types = 'must be one of boolean,date,integer,number,string';
  test.each([
    [{ name: '' }, ['c[1].name: Required value']],
    [{ type: '' }, [`c[1].type: Required value: ${types}`]],
    [{ type: 'text' }, [`c[1].type: Invalid value: "text": ${types}`]],
    [
      { format: 'x' },
      [
        'c[1].format: Invalid value: "x": must be one of byte,date,date-time,double,float,int32,int64,password',
      ],
    ],
    [{ jsonPath: '' }, ['c[1].JSONPath: Required value']],
    [{ jsonPath: 'a' }, ['c[1].JSONPath: Invalid value: "a": must be a simple json path starting with .']],
    [{ name: '', jsonPath: '' }, ['c[1].name: Required value', 'c[1].JSONPath: Required value']],
  ])('with %j', (change, expected) => {
    expect(lines(checkColumns([column, { ...column, ...change }], 'c'))).toEqual(expected);
  });
});

describe('a scale subresource', () => {
  const scale = { specReplicasPath: '.spec.a', statusReplicasPath: '.status.a', labelSelectorPath: '' };
  const simple = 'must be a simple json path starting with .';

  test.each([
    [{}, []],
    [{ labelSelectorPath: '.spec.s' }, []],
    [{ labelSelectorPath: '.status.s' }, []],
    [{ specReplicasPath: '' }, ['s.scale.specReplicasPath: Required value']],
    [{ statusReplicasPath: '' }, ['s.scale.statusReplicasPath: Required value']],
    [{ specReplicasPath: 'spec.a' }, [`s.scale.specReplicasPath: Invalid value: "spec.a": ${simple}`]],
    [
      { specReplicasPath: '.specs.a' },
      ['s.scale.specReplicasPath: Invalid value: ".specs.a": should be a json path under .spec'],
    ],
    [
      { statusReplicasPath: '.spec.a' },
      ['s.scale.statusReplicasPath: Invalid value: ".spec.a": should be a json path under .status'],
    ],
    [{ labelSelectorPath: 's' }, [`s.scale.labelSelectorPath: Invalid value: "s": ${simple}`]],
    [
      { labelSelectorPath: '.metadata.s' },
      [
        's.scale.labelSelectorPath: Invalid value: ".metadata.s": should be a json path under either .spec or .status',
      ],
    ],
  ])('with %j', (change, expected) => {
    expect(lines(checkScale({ ...scale, ...change }, 's'))).toEqual(expected);
  });

  test('may be left out', () => {
    expect(checkScale(undefined, 's')).toEqual([]);
  });
});

describe('selectable fields', () => {
  const text: StructuralSchema = { type: 'string' };
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`f${index}`, text]));
  const schema: StructuralSchema = {
    type: 'object',
    properties: {
      metadata: { type: 'object', properties: { name: text } },
      metadatas: text,
      spec: {
        type: 'object',
        properties: {
          ...many,
          flag: { type: 'boolean' },
          size: { type: 'integer' },
          share: { type: 'number' },
          'a.b': text,
          labels: { type: 'object', additionalProperties: text },
          free: { type: 'object', additionalProperties: true },
          none: { type: 'object' },
        },
      },
    },
  };
  const scalar =
    'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
  const invalid = (path: string, why: string) => [`s[0].jsonPath: Invalid value: "${path}": ${why}`];

  test.each<[string, readonly string[]]>([
    ['.spec.f0', []],
    ['.spec.flag', []],
    ['.spec.size', []],
    ['.metadatas', []],
    ['.spec.labels.x', []],
    ['', ['s[0].jsonPath: Required value']],
    ['.spec.share', invalid('.spec.share', scalar)],
    ['.spec', invalid('.spec', scalar)],
    ['.spec.free.x', invalid('.spec.free.x', scalar)],
    ['.metadata.name', invalid('.metadata.name', 'must not point to fields in metadata')],
    ['.spec.other', invalid('.spec.other', 'is an invalid path: does not refer to a valid field')],
    ['.spec.toString', invalid('.spec.toString', 'is an invalid path: does not refer to a valid field')],
    ['.spec.none.x', invalid('.spec.none.x', 'is an invalid path: does not refer to a valid field')],
    ['.spec.f0.x', invalid('.spec.f0.x', 'is an invalid path: does not refer to a valid field')],
    ['.spec[0]', invalid('.spec[0]', 'is an invalid path: array notation is not allowed')],
    ['spec', invalid('spec', 'is an invalid path: expected [ or . but got: spec')],
    ['.spec.', invalid('.spec.', 'is an invalid path: unexpected end of JSON path')],
  ])('%s', (path, expected) => {
    expect(lines(checkSelectableFields([path], schema, 's'))).toEqual(expected);
  });

  test('are named once', () => {
    expect(lines(checkSelectableFields(['.spec.f0', '.spec.f0'], schema, 's'))).toEqual([
      's[1].jsonPath: Duplicate value: ".spec.f0"',
    ]);
  });

  test('are eight at most', () => {
    const paths = Object.keys(many).map((name) => `.spec.${name}`);
    expect(checkSelectableFields(paths.slice(1), schema, 's')).toEqual([]);
    expect(lines(checkSelectableFields(paths, schema, 's'))).toEqual([
      's: Too many: 9: must have at most 8 items',
    ]);
  });
});
