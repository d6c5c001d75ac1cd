import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../api/json-value.ts';
import { admitObject } from '../admit/admit-object.ts';
import { compileSchema } from '../structural/compile-schema.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';

/** What is said against a value of the field `f`. */
function refusals(f: StructuralSchema, now: JsonValue): readonly string[] {
  const compiled = compileSchema({ type: 'object', properties: { f } });
  const { errors } = admitObject(compiled, { object: { f: now }, root: 'resource' });
  return errors.map(({ field, message }) => `${field}: ${message}`);
}

describe('types', () => {
  test.each<[StructuralSchema, JsonValue, readonly string[]]>([
    [{ type: 'string' }, 5, ['f: Invalid value: "integer": f in body must be of type string: "integer"']],
    [{ type: 'string' }, 5.5, ['f: Invalid value: "number": f in body must be of type string: "number"']],
    [{ type: 'string' }, true, ['f: Invalid value: "boolean": f in body must be of type string: "boolean"']],
    [{ type: 'string' }, [], ['f: Invalid value: "array": f in body must be of type string: "array"']],
    [{ type: 'string' }, {}, ['f: Invalid value: "object": f in body must be of type string: "object"']],
    [{ type: 'string' }, 'x', []],
    [{ type: 'integer' }, 'x', ['f: Invalid value: "string": f in body must be of type integer: "string"']],
    [{ type: 'integer' }, 5, []],
    [{ type: 'integer' }, 5n, []],
    [
      { type: 'integer' },
      5.5,
      [
        'f: Invalid value: "number": f in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in f',
      ],
    ],
    [
      { type: 'integer' },
      1.0000000000001,
      ['<nil>: Invalid value: "": Checked value must be of type integer (default format) in f'],
    ],
    [
      { type: 'integer' },
      0.0000000000001,
      [
        'f: Invalid value: "number": f in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in f',
      ],
    ],
    [
      { type: 'integer' },
      -1.0000000000001,
      [
        'f: Invalid value: "number": f in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in f',
      ],
    ],
    [
      { type: 'integer' },
      true,
      ['f: Invalid value: "boolean": f in body must be of type integer: "boolean"'],
    ],
    [{ type: 'integer' }, 9007199254740993n, []],
    [{ type: 'integer' }, 9223372036854775807n, []],
    [
      { type: 'integer' },
      9223372036854775808n,
      ['<nil>: Invalid value: "": Checked value must be of type integer (default format) in f'],
    ],
    [{ type: 'integer' }, -9223372036854775808n, []],
    [
      { type: 'integer' },
      -9223372036854775809n,
      ['<nil>: Invalid value: "": Checked value must be of type integer (default format) in f'],
    ],
    [
      { type: 'integer' },
      1e30,
      [
        'f: Invalid value: "number": f in body must be of type integer: "number"',
        '<nil>: Invalid value: "": Checked value must be of type integer (default format) in f',
      ],
    ],
    [{ type: 'number' }, 5, []],
    [{ type: 'number' }, 5.5, []],
    [{ type: 'number' }, 'x', ['f: Invalid value: "string": f in body must be of type number: "string"']],
    [{ type: 'number' }, 18446744073709551616n, []],
    [{ type: 'boolean' }, true, []],
    [
      { type: 'boolean' },
      'true',
      ['f: Invalid value: "string": f in body must be of type boolean: "string"'],
    ],
    [{ type: 'boolean' }, 0, ['f: Invalid value: "integer": f in body must be of type boolean: "integer"']],
    [{ type: 'array', items: { type: 'string' } }, ['x'], []],
    [
      { type: 'array', items: { type: 'string' } },
      {},
      ['f: Invalid value: "object": f in body must be of type array: "object"'],
    ],
    [
      { type: 'array', items: { type: 'string' } },
      [5, 'x', null],
      [
        'f[0]: Invalid value: "integer": f[0] in body must be of type string: "integer"',
        'f[2]: Invalid value: "null": f[2] in body must be of type string: "null"',
      ],
    ],
    [{ type: 'array', items: { type: 'string', nullable: true } }, [null], []],
    [{ type: 'object' }, {}, []],
    [{ type: 'object' }, [], ['f: Invalid value: "array": f in body must be of type object: "array"']],
    [{ type: 'object' }, 'x', ['f: Invalid value: "string": f in body must be of type object: "string"']],
    [
      { type: 'object', additionalProperties: { type: 'string' } },
      { a: null, b: 5 },
      ['f.b: Invalid value: "integer": f.b in body must be of type string: "integer"'],
    ],
    [{ type: 'object', additionalProperties: { type: 'string', nullable: true } }, { a: null }, []],
    [{ type: 'string', nullable: true }, null, []],
    [{ type: 'string' }, null, []],
    [{ 'x-kubernetes-int-or-string': true }, 5, []],
    [{ 'x-kubernetes-int-or-string': true }, 'x', []],
    [
      { 'x-kubernetes-int-or-string': true },
      5.5,
      ['f: Invalid value: "number": f in body must be of type integer,string: "number"'],
    ],
    [
      { 'x-kubernetes-int-or-string': true },
      true,
      ['f: Invalid value: "boolean": f in body must be of type integer,string: "boolean"'],
    ],
    [
      { 'x-kubernetes-int-or-string': true },
      [],
      ['f: Invalid value: "array": f in body must be of type integer,string: "array"'],
    ],
    [
      { 'x-kubernetes-int-or-string': true, format: 'int-or-string' },
      {},
      ['f: Invalid value: "object": f in body must be of type integer,string: "object"'],
    ],
    [{ 'x-kubernetes-preserve-unknown-fields': true }, [{ a: 1 }], []],
    [
      { type: 'integer', format: 'int32' },
      'x',
      ['f: Invalid value: "string": f in body must be of type integer: "string"'],
    ],
    [
      { type: 'integer', format: 'int32' },
      [],
      ['f: Invalid value: "array": f in body must be of type integer: "array"'],
    ],
    [
      { type: 'integer', format: 'int32' },
      true,
      ['f: Invalid value: "": f in body must be of type int32: ""'],
    ],
    [{ type: 'integer', format: 'int32' }, {}, ['f: Invalid value: "": f in body must be of type int32: ""']],
    [
      { type: 'integer', format: 'int32' },
      5.5,
      [
        'f: Invalid value: "float64": f in body must be of type int32: "float64"',
        '<nil>: Invalid value: "": Checked value must be of type integer with format int32 in f',
      ],
    ],
    [
      { type: 'number', format: 'float' },
      'x',
      ['f: Invalid value: "string": f in body must be of type number: "string"'],
    ],
    [
      { type: 'number', format: 'double' },
      true,
      ['f: Invalid value: "": f in body must be of type double: ""'],
    ],
    [
      { type: 'string', format: 'date' },
      5,
      ['f: Invalid value: "int64": f in body must be of type date: "int64"'],
    ],
    [
      { type: 'string', format: 'date' },
      5.5,
      ['f: Invalid value: "float64": f in body must be of type date: "float64"'],
    ],
    [{ type: 'string', format: 'date' }, true, ['f: Invalid value: "": f in body must be of type date: ""']],
    [{ type: 'string', format: 'date' }, {}, ['f: Invalid value: "": f in body must be of type date: ""']],
    [{ type: 'string', format: 'date' }, [], []],
    [
      { type: 'string', format: 'made-up' },
      5,
      ['f: Invalid value: "integer": f in body must be of type string: "integer"'],
    ],
    [{ type: 'string', format: 'date' }, 'x', ['f: Invalid value: "x": f in body must be of type date: "x"']],
    [
      { type: 'string', format: 'date' },
      'x"y\n',
      ['f: Invalid value: "x\\"y\\n": f in body must be of type date: "x\\"y\\n"'],
    ],
    [{ type: 'string', format: 'date' }, '2024-02-29', []],
    [
      { type: 'string', format: 'date-time' },
      '2024-02-29',
      ['f: Invalid value: "2024-02-29": f in body must be of type date-time: "2024-02-29"'],
    ],
  ])('%o: %o', (schema, value, wanted) => {
    expect(refusals(schema, value)).toEqual(wanted);
  });
});

describe('numbers', () => {
  test.each<[StructuralSchema, JsonValue, readonly string[]]>([
    [{ type: 'integer', format: 'int32' }, 2147483647, []],
    [
      { type: 'integer', format: 'int32' },
      2147483648,
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in f'],
    ],
    [{ type: 'integer', format: 'int32' }, -2147483648, []],
    [
      { type: 'integer', format: 'int32' },
      -2147483649,
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int32 in f'],
    ],
    [{ type: 'integer', format: 'int64' }, 9223372036854775807n, []],
    [
      { type: 'integer', format: 'int64' },
      9223372036854775808n,
      ['<nil>: Invalid value: "": Checked value must be of type integer with format int64 in f'],
    ],
    [{ type: 'number', format: 'float' }, 3.4e38, []],
    [
      { type: 'number', format: 'float' },
      3.5e38,
      ['<nil>: Invalid value: "": Checked value must be of type number with format float in f'],
    ],
    [{ type: 'number', format: 'double' }, 3.5e38, []],
    [{ type: 'integer', minimum: 5 }, 5, []],
    [
      { type: 'integer', minimum: 5 },
      4,
      ['f: Invalid value: 4: f in body should be greater than or equal to 5'],
    ],
    [
      { type: 'integer', minimum: 5, exclusiveMinimum: true },
      5,
      ['f: Invalid value: 5: f in body should be greater than 5'],
    ],
    [{ type: 'integer', minimum: 5, exclusiveMinimum: true }, 6, []],
    [{ type: 'integer', minimum: 5, exclusiveMinimum: false }, 5, []],
    [{ type: 'integer', maximum: 5 }, 5, []],
    [
      { type: 'integer', maximum: 5 },
      6,
      ['f: Invalid value: 6: f in body should be less than or equal to 5'],
    ],
    [
      { type: 'integer', maximum: 5, exclusiveMaximum: true },
      5,
      ['f: Invalid value: 5: f in body should be less than 5'],
    ],
    [{ type: 'integer', maximum: 5, exclusiveMaximum: true }, 4, []],
    [{ type: 'integer', maximum: 5, exclusiveMaximum: false }, 5, []],
    [
      { type: 'integer', minimum: 5, maximum: 4 },
      3,
      ['f: Invalid value: 3: f in body should be greater than or equal to 5'],
    ],
    [
      { type: 'integer', minimum: 1.5 },
      1,
      [
        '<nil>: Invalid value: "": Minimum boundary value must be of type integer (default format) in f',
        'f: Invalid value: 1: f in body should be greater than or equal to 1.5',
      ],
    ],
    [
      { type: 'integer', minimum: 1.5 },
      2,
      ['<nil>: Invalid value: "": Minimum boundary value must be of type integer (default format) in f'],
    ],
    [
      { type: 'integer', maximum: 1e30 },
      5,
      ['<nil>: Invalid value: "": Maximum boundary value must be of type integer (default format) in f'],
    ],
    [
      { type: 'integer', maximum: 9007199254740992 },
      9007199254740993n,
      ['f: Invalid value: 9007199254740993: f in body should be less than or equal to 9007199254740992'],
    ],
    [
      { type: 'integer', format: 'int32', maximum: 3000000000 },
      5,
      ['<nil>: Invalid value: "": Maximum boundary value must be of type integer with format int32 in f'],
    ],
    [{ type: 'number', minimum: 1.5 }, 1.5, []],
    [
      { type: 'number', minimum: 1.5 },
      1.25,
      ['f: Invalid value: 1.25: f in body should be greater than or equal to 1.5'],
    ],
    [
      { type: 'number', minimum: 1.5, exclusiveMinimum: true },
      1.5,
      ['f: Invalid value: 1.5: f in body should be greater than 1.5'],
    ],
    [
      { type: 'number', maximum: 1.5 },
      2,
      ['f: Invalid value: 2: f in body should be less than or equal to 1'],
    ],
    [
      { type: 'number', maximum: 1.5 },
      1e21,
      ['f: Invalid value: 1e+21: f in body should be less than or equal to 1.5'],
    ],
    [{ type: 'number', maximum: 2 }, 3, ['f: Invalid value: 3: f in body should be less than or equal to 2']],
    [
      { type: 'number', format: 'float', maximum: 3.5e38 },
      1,
      ['<nil>: Invalid value: "": Maximum boundary value must be of type number with format float in f'],
    ],
    [{ type: 'integer', multipleOf: 3 }, 9, []],
    [{ type: 'integer', multipleOf: 3 }, 10, ['f: Invalid value: 10: f in body should be a multiple of 3']],
    [
      { type: 'integer', multipleOf: 0 },
      10,
      ['f: Invalid value: 0: factor MultipleOf declared for f must be positive: 0'],
    ],
    [
      { type: 'integer', multipleOf: -3 },
      9,
      ['f: Invalid value: -3: factor MultipleOf declared for f must be positive: -3'],
    ],
    [
      { type: 'integer', multipleOf: 2.5 },
      5,
      ['<nil>: Invalid value: "": MultipleOf value must be of type integer (default format) in f'],
    ],
    [
      { type: 'integer', multipleOf: 2.5 },
      6,
      [
        '<nil>: Invalid value: "": MultipleOf value must be of type integer (default format) in f',
        'f: Invalid value: 6: f in body should be a multiple of 2.5',
      ],
    ],
    [{ type: 'number', multipleOf: 0.1 }, 0.3, []],
    [
      { type: 'number', multipleOf: 0.1 },
      0.35,
      ['f: Invalid value: 0.35: f in body should be a multiple of 0.1'],
    ],
    [{ type: 'number', multipleOf: 2.5 }, 7.5, []],
    [{ type: 'number', multipleOf: 2.5 }, 7, ['f: Invalid value: 7: f in body should be a multiple of 2']],
    [{ type: 'number', multipleOf: 1.5 }, 4.5, []],
    [
      { type: 'number', multipleOf: -0.5 },
      1,
      ['f: Invalid value: 0: factor MultipleOf declared for f must be positive: 0'],
    ],
    [
      { 'x-kubernetes-int-or-string': true, minimum: 5, maximum: 7 },
      4,
      ['f: Invalid value: 4: f in body should be greater than or equal to 5'],
    ],
    [
      { 'x-kubernetes-int-or-string': true, minimum: 5, maximum: 7 },
      8,
      ['f: Invalid value: 8: f in body should be less than or equal to 7'],
    ],
    [{ 'x-kubernetes-int-or-string': true, minimum: 5, maximum: 7 }, 'x', []],
    [
      { 'x-kubernetes-int-or-string': true, maxLength: 1 },
      'xx',
      ['f: Too long: may not be more than 1 byte'],
    ],
  ])('%o: %o', (schema, value, wanted) => {
    expect(refusals(schema, value)).toEqual(wanted);
  });
});

describe('texts', () => {
  test.each<[StructuralSchema, JsonValue, readonly string[]]>([
    [
      { type: 'string', minLength: 2 },
      'x',
      ['f: Invalid value: "x": f in body should be at least 2 chars long'],
    ],
    [{ type: 'string', minLength: 2 }, 'xy', []],
    [
      { type: 'string', minLength: 2 },
      '😀',
      ['f: Invalid value: "😀": f in body should be at least 2 chars long'],
    ],
    [{ type: 'string', minLength: 2 }, '😀x', []],
    [{ type: 'string', minLength: 0 }, '', []],
    [{ type: 'string', maxLength: 2 }, 'xyz', ['f: Too long: may not be more than 2 bytes']],
    [{ type: 'string', maxLength: 2 }, 'xy', []],
    [{ type: 'string', maxLength: 2 }, '😀😀', []],
    [{ type: 'string', maxLength: 2 }, '😀😀x', ['f: Too long: may not be more than 2 bytes']],
    [{ type: 'string', maxLength: 1 }, 'xx', ['f: Too long: may not be more than 1 byte']],
    [{ type: 'string', maxLength: 0 }, 'x', ['f: Too long: may not be more than 0 bytes']],
    [{ type: 'string', maxLength: 3, minLength: 5 }, 'xxxx', ['f: Too long: may not be more than 3 bytes']],
    [{ type: 'string', maxLength: 1, pattern: '^a' }, 'xx', ['f: Too long: may not be more than 1 byte']],
    [
      { type: 'string', minLength: 3, pattern: '^a' },
      'xx',
      ['f: Invalid value: "xx": f in body should be at least 3 chars long'],
    ],
    [{ type: 'string', pattern: '^a' }, 'xx', ['f: Invalid value: "xx": f in body should match \'^a\'']],
    [{ type: 'string', pattern: 'a$' }, 'xa', []],
    [{ type: 'string', pattern: '' }, 'xa', []],
    [
      { type: 'string', pattern: '[' },
      'x',
      [
        'f: Invalid value: "x": f in body should match \'[, but pattern is invalid: error parsing regexp: missing closing ]: `[`\'',
      ],
    ],
    [
      { type: 'string', pattern: '^a', format: 'date' },
      'xx',
      [
        'f: Invalid value: "xx": f in body should match \'^a\'',
        'f: Invalid value: "xx": f in body must be of type date: "xx"',
      ],
    ],
    [{ type: 'string', pattern: '^a', default: 'x' }, 'x', []],
    [
      { type: 'string', pattern: '^a', default: 'x' },
      'y',
      ['f: Invalid value: "y": f in body should match \'^a\''],
    ],
    [
      { type: 'string', minLength: 5 },
      5,
      ['f: Invalid value: "integer": f in body must be of type string: "integer"'],
    ],
  ])('%o: %o', (schema, value, wanted) => {
    expect(refusals(schema, value)).toEqual(wanted);
  });
});

describe('enums', () => {
  test.each<[StructuralSchema, JsonValue, readonly string[]]>([
    [{ type: 'string', enum: ['a', 'b'] }, 'a', []],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', ['f: Unsupported value: "c": supported values: "a", "b"']],
    [
      { type: 'string', enum: ['a', 'b"c'] },
      5,
      [
        'f: Invalid value: "integer": f in body must be of type string: "integer"',
        'f: Unsupported value: 5: supported values: "a", "b\\"c"',
      ],
    ],
    [
      { type: 'string', nullable: true, enum: ['a'] },
      null,
      ['f: Unsupported value: null: supported values: "a"'],
    ],
    [
      { type: 'string', nullable: true, enum: ['a', null] },
      null,
      ['f: Unsupported value: null: supported values: "a", "null"'],
    ],
    [{ type: 'string', enum: [] }, 'c', []],
    [{ type: 'integer', enum: [1, 2] }, 1, []],
    [{ type: 'integer', enum: [1, 2] }, 3, ['f: Unsupported value: 3: supported values: "1", "2"']],
    [{ type: 'integer', enum: [1, 9007199254740993n] }, 9007199254740993n, []],
    [{ type: 'number', enum: [1, 2.5] }, 2.5, []],
    [{ type: 'number', enum: [1.5, 2] }, 2.5, []],
    [{ type: 'number', enum: [2.5] }, 2, ['f: Unsupported value: 2: supported values: "2.5"']],
    [{ type: 'number', enum: [2] }, 2.75, []],
    [{ type: 'number', enum: [2] }, -2.75, ['f: Unsupported value: -2.75: supported values: "2"']],
    [{ type: 'boolean', enum: [true] }, false, ['f: Unsupported value: false: supported values: "true"']],
    [{ type: 'boolean', enum: [true] }, true, []],
    [{ type: 'object', enum: [{ a: 1 }], additionalProperties: { type: 'integer' } }, { a: 1 }, []],
    [
      { type: 'object', enum: [{ a: 1 }], additionalProperties: { type: 'integer' } },
      { a: 2 },
      ['f: Unsupported value: {"a":2}: supported values: "{\\"a\\":1}"'],
    ],
    [{ type: 'array', enum: [[1]], items: { type: 'integer' } }, [1], []],
    [
      { type: 'array', enum: [[1]], items: { type: 'integer' } },
      [2],
      ['f: Unsupported value: [2]: supported values: "[1]"'],
    ],
    [{ 'x-kubernetes-int-or-string': true, enum: ['a', 97] }, 97, []],
    [{ 'x-kubernetes-int-or-string': true, enum: ['a'] }, 97, []],
    [
      { 'x-kubernetes-int-or-string': true, enum: ['a'] },
      98,
      ['f: Unsupported value: 98: supported values: "a"'],
    ],
    [{ 'x-kubernetes-int-or-string': true, enum: ['\ufffd'] }, -1, []],
    [{ 'x-kubernetes-int-or-string': true, enum: ['\ufffd'] }, 0x110000, []],
    [{ 'x-kubernetes-int-or-string': true, enum: ['\ufffd'] }, 0xd800, []],
    [{ 'x-kubernetes-int-or-string': true, enum: ['\ufffd'] }, 0xdfff, []],
    [
      { 'x-kubernetes-int-or-string': true, enum: ['\ufffd'] },
      0xe000,
      ['f: Unsupported value: 57344: supported values: "�"'],
    ],
    [{ 'x-kubernetes-int-or-string': true, enum: ['😀'] }, 0x1f600, []],
    [
      { 'x-kubernetes-int-or-string': true, enum: [5, 'x'] },
      '5',
      ['f: Unsupported value: "5": supported values: "5", "x"'],
    ],
  ])('%o: %o', (schema, value, wanted) => {
    expect(refusals(schema, value)).toEqual(wanted);
  });
});

describe('junctors', () => {
  test.each<[StructuralSchema, JsonValue, readonly string[]]>([
    [{ type: 'string', anyOf: [{ minLength: 3 }, { pattern: '^a' }] }, 'a', []],
    [
      { type: 'string', anyOf: [{ minLength: 3 }, { pattern: '^a' }] },
      'b',
      [
        '<nil>: Invalid value: "": "f" must validate at least one schema (anyOf)',
        'f: Invalid value: "b": f in body should be at least 3 chars long',
      ],
    ],
    [
      { type: 'string', anyOf: [{ minLength: 3 }, { minLength: 4 }] },
      'b',
      [
        '<nil>: Invalid value: "": "f" must validate at least one schema (anyOf)',
        'f: Invalid value: "b": f in body should be at least 3 chars long',
      ],
    ],
    [{ type: 'string', oneOf: [{ minLength: 3 }, { pattern: '^a' }] }, 'a', []],
    [
      { type: 'string', oneOf: [{ minLength: 3 }, { pattern: '^a' }] },
      'abc',
      [
        '<nil>: Invalid value: "": "f" must validate one and only one schema (oneOf). Found 2 valid alternatives',
      ],
    ],
    [
      { type: 'string', oneOf: [{ minLength: 3 }, { pattern: '^a' }] },
      'b',
      [
        '<nil>: Invalid value: "": "f" must validate one and only one schema (oneOf). Found none valid',
        'f: Invalid value: "b": f in body should be at least 3 chars long',
      ],
    ],
    [
      { type: 'string', oneOf: [{ minLength: 1 }, { minLength: 2 }, { minLength: 3 }] },
      'abc',
      [
        '<nil>: Invalid value: "": "f" must validate one and only one schema (oneOf). Found 3 valid alternatives',
      ],
    ],
    [{ type: 'string', allOf: [{ minLength: 3 }, { pattern: '^a' }] }, 'abc', []],
    [
      { type: 'string', allOf: [{ minLength: 3 }, { pattern: '^a' }] },
      'a',
      [
        'f: Invalid value: "a": f in body should be at least 3 chars long',
        '<nil>: Invalid value: "": "f" must validate all the schemas (allOf)',
      ],
    ],
    [
      { type: 'string', allOf: [{ minLength: 3 }, { pattern: '^a' }] },
      'b',
      [
        'f: Invalid value: "b": f in body should be at least 3 chars long',
        'f: Invalid value: "b": f in body should match \'^a\'',
        '<nil>: Invalid value: "": "f" must validate all the schemas (allOf). None validated',
      ],
    ],
    [
      { type: 'string', not: { minLength: 3 } },
      'abc',
      ['<nil>: Invalid value: "": "f" must not validate the schema (not)'],
    ],
    [{ type: 'string', not: { minLength: 3 } }, 'a', []],
    [
      { type: 'string', not: { not: { minLength: 3 } } },
      'a',
      ['<nil>: Invalid value: "": "f" must not validate the schema (not)'],
    ],
    [{ type: 'string', anyOf: [], oneOf: [], allOf: [] }, 'a', []],
    [
      { type: 'object', additionalProperties: { type: 'string', anyOf: [{ minLength: 3 }] } },
      { a: 'x', 'b.c': 'x' },
      [
        '<nil>: Invalid value: "": "f.a" must validate at least one schema (anyOf)',
        'f.a: Invalid value: "x": f.a in body should be at least 3 chars long',
        '<nil>: Invalid value: "": "f.b.c" must validate at least one schema (anyOf)',
        'f.b.c: Invalid value: "x": f.b.c in body should be at least 3 chars long',
      ],
    ],
    [
      { type: 'array', items: { type: 'string', not: { enum: ['x'] } } },
      ['x', 'y', 'x'],
      [
        '<nil>: Invalid value: "": "f[0]" must not validate the schema (not)',
        '<nil>: Invalid value: "": "f[2]" must not validate the schema (not)',
      ],
    ],
    [
      { type: 'string', anyOf: [{ enum: ['a'] }, { enum: ['b'] }] },
      'c',
      [
        '<nil>: Invalid value: "": "f" must validate at least one schema (anyOf)',
        'f: Unsupported value: "c": supported values: "a"',
      ],
    ],
    [
      { type: 'string', oneOf: [{ enum: ['a'] }, { allOf: [{ minLength: 1 }, { maxLength: 0 }] }] },
      'c',
      [
        '<nil>: Invalid value: "": "f" must validate one and only one schema (oneOf). Found none valid',
        'f: Too long: may not be more than 0 bytes',
        '<nil>: Invalid value: "": "f" must validate all the schemas (allOf)',
      ],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      {},
      [
        '<nil>: Invalid value: "": "f" must validate one and only one schema (oneOf). Found none valid',
        'f.a: Required value',
      ],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        oneOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      { a: 'x', b: 'y' },
      [
        '<nil>: Invalid value: "": "f" must validate one and only one schema (oneOf). Found 2 valid alternatives',
      ],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        anyOf: [{ required: ['a'] }, { required: ['b'] }],
      },
      { b: 'y' },
      [],
    ],
    [
      { type: 'object', properties: { a: { type: 'string' } }, not: { required: ['a'] } },
      { a: 'x' },
      ['<nil>: Invalid value: "": "f" must not validate the schema (not)'],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer' } },
        allOf: [{ properties: { a: { minimum: 3 } } }, { properties: { a: { maximum: 1 } } }],
      },
      { a: 2 },
      [
        'f.a: Invalid value: 2: f.a in body should be greater than or equal to 3',
        'f.a: Invalid value: 2: f.a in body should be less than or equal to 1',
        '<nil>: Invalid value: "": "f" must validate all the schemas (allOf). None validated',
      ],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer' } },
        anyOf: [{ properties: { a: { enum: [1] } } }, { properties: { a: { minimum: 5 } }, required: ['a'] }],
      },
      { a: 2 },
      [
        '<nil>: Invalid value: "": "f" must validate at least one schema (anyOf)',
        'f.a: Unsupported value: 2: supported values: "1"',
      ],
    ],
  ])('%o: %o', (schema, value, wanted) => {
    expect(refusals(schema, value)).toEqual(wanted);
  });
});

describe('fields', () => {
  test.each<[StructuralSchema, JsonValue, readonly string[]]>([
    [
      {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { type: 'string' }, b: { type: 'string', nullable: true } },
      },
      {},
      ['f.a: Required value', 'f.b: Required value'],
    ],
    [
      {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { type: 'string' }, b: { type: 'string', nullable: true } },
      },
      { a: null, b: null },
      ['f.a: Required value'],
    ],
    [
      { type: 'object', required: ['toString'], properties: { toString: { type: 'string' } } },
      {},
      ['f.toString: Required value'],
    ],
    [
      { type: 'object', additionalProperties: false },
      { a: 1 },
      ['f: Invalid value: "a": f.a in body is a forbidden property'],
    ],
    [{ type: 'object', additionalProperties: true }, { a: 1 }, []],
    [
      { type: 'object', minProperties: 2, maxProperties: 1, additionalProperties: { type: 'integer' } },
      {},
      ['f: Invalid value: 0: f in body should have at least 2 properties'],
    ],
    [
      { type: 'object', maxProperties: 1, additionalProperties: { type: 'integer' } },
      { a: 1, b: 2 },
      ['f: Too many: 2: must have at most 1 item'],
    ],
    [
      { type: 'object', maxProperties: 0, additionalProperties: { type: 'integer' } },
      { a: 1 },
      ['f: Too many: 1: must have at most 0 items'],
    ],
    [
      { type: 'array', minItems: 2, items: { type: 'integer' } },
      [1],
      ['f: Invalid value: 1: f in body should have at least 2 items'],
    ],
    [
      { type: 'array', minItems: 1, items: { type: 'integer' } },
      [],
      ['f: Invalid value: 0: f in body should have at least 1 items'],
    ],
    [
      { type: 'array', maxItems: 1, items: { type: 'integer' } },
      [1, 2],
      ['f: Too many: 2: must have at most 1 item'],
    ],
    [
      { type: 'array', maxItems: 0, items: { type: 'integer' } },
      [1],
      ['f: Too many: 1: must have at most 0 items'],
    ],
    [
      { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
      [[1, 'x'], 'y'],
      [
        'f[0][1]: Invalid value: "string": f[0][1] in body must be of type integer: "string"',
        'f[1]: Invalid value: "string": f[1] in body must be of type array: "string"',
      ],
    ],
    [
      { type: 'object', additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } } },
      { 'a.b': { 'c[0]': 'x' } },
      ['f.a.b.c[0]: Invalid value: "string": f.a.b.c[0] in body must be of type integer: "string"'],
    ],
    [
      { type: 'object', properties: { 'a.b': { type: 'object', properties: { c: { type: 'integer' } } } } },
      { 'a.b': { c: 'x' } },
      ['f.a.b.c: Invalid value: "string": f.a.b.c in body must be of type integer: "string"'],
    ],
  ])('%o: %o', (schema, value, wanted) => {
    expect(refusals(schema, value)).toEqual(wanted);
  });
});
