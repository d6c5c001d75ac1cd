import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../api/json-value.ts';
import type { StructuralSchema } from '../../structural/structural-schema.ts';
import { answerTo } from '../answer-to.test-support.ts';
import { selfEnvironment, selfValue } from '../expression.ts';

/** What an expression makes of a field `f` of a schema and a value. */
function answer(f: StructuralSchema, value: JsonValue, source: string): string {
  const schema: StructuralSchema = { type: 'object', properties: { f } };
  const environment = selfEnvironment(schema, false);
  if (environment === undefined) throw new Error('no type for self');
  return answerTo(source, environment, new Map([['self', selfValue({ f: value }, schema)]]));
}

describe('what rules see of a value', () => {
  test.each<[StructuralSchema, JsonValue, string, string]>([
    [{ type: 'string', format: 'duration' }, '90s', 'self.f', '1m30s'],
    [{ type: 'string', format: 'duration' }, '1h30m', 'self.f', '1h30m0s'],
    [{ type: 'string', format: 'duration' }, '3 days', 'self.f', '72h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 DAY 2 hours', 'self.f', '26h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 ns', 'self.f', '1ns'],
    [{ type: 'string', format: 'duration' }, '1 nano', 'self.f', '1ns'],
    [{ type: 'string', format: 'duration' }, '1 nanos', 'self.f', '1ns'],
    [{ type: 'string', format: 'duration' }, '1 nanosecond', 'self.f', '1ns'],
    [{ type: 'string', format: 'duration' }, '1 nanoseconds', 'self.f', '1ns'],
    [{ type: 'string', format: 'duration' }, '1 us', 'self.f', '1µs'],
    [{ type: 'string', format: 'duration' }, '1 µs', 'self.f', '1µs'],
    [{ type: 'string', format: 'duration' }, '1 micro', 'self.f', '1µs'],
    [{ type: 'string', format: 'duration' }, '1 micros', 'self.f', '1µs'],
    [{ type: 'string', format: 'duration' }, '1 microsecond', 'self.f', '1µs'],
    [{ type: 'string', format: 'duration' }, '1 microseconds', 'self.f', '1µs'],
    [{ type: 'string', format: 'duration' }, '1 ms', 'self.f', '1ms'],
    [{ type: 'string', format: 'duration' }, '1 milli', 'self.f', '1ms'],
    [{ type: 'string', format: 'duration' }, '1 millis', 'self.f', '1ms'],
    [{ type: 'string', format: 'duration' }, '1 millisecond', 'self.f', '1ms'],
    [{ type: 'string', format: 'duration' }, '1 milliseconds', 'self.f', '1ms'],
    [{ type: 'string', format: 'duration' }, '1 s', 'self.f', '1s'],
    [{ type: 'string', format: 'duration' }, '1 sec', 'self.f', '1s'],
    [{ type: 'string', format: 'duration' }, '1 secs', 'self.f', '1s'],
    [{ type: 'string', format: 'duration' }, '1 second', 'self.f', '1s'],
    [{ type: 'string', format: 'duration' }, '1 seconds', 'self.f', '1s'],
    [{ type: 'string', format: 'duration' }, '1 m', 'self.f', '1m0s'],
    [{ type: 'string', format: 'duration' }, '1 min', 'self.f', '1m0s'],
    [{ type: 'string', format: 'duration' }, '1 mins', 'self.f', '1m0s'],
    [{ type: 'string', format: 'duration' }, '1 minute', 'self.f', '1m0s'],
    [{ type: 'string', format: 'duration' }, '1 minutes', 'self.f', '1m0s'],
    [{ type: 'string', format: 'duration' }, '1 h', 'self.f', '1h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 hr', 'self.f', '1h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 hour', 'self.f', '1h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 hours', 'self.f', '1h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 d', 'self.f', '24h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 day', 'self.f', '24h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 w', 'self.f', '168h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 wk', 'self.f', '168h0m0s'],
    [{ type: 'string', format: 'duration' }, '1 week', 'self.f', '168h0m0s'],
    [{ type: 'string', format: 'duration' }, '2weeks', 'self.f', '336h0m0s'],
    [
      { type: 'string', format: 'duration' },
      '1 x',
      'self.f',
      'error: Invalid duration 1 x: unable to parse 1 x as duration',
    ],
    [
      { type: 'string', format: 'duration' },
      '',
      'self.f',
      'error: Invalid duration : unable to parse  as duration',
    ],
    [
      { type: 'string', format: 'duration' },
      '5',
      'self.f',
      'error: Invalid duration 5: unable to parse 5 as duration',
    ],
    [{ type: 'string', format: 'date' }, '2024-02-29', 'self.f', '2024-02-29T00:00:00Z'],
    [{ type: 'string', format: 'date-time' }, '2024-02-29T12:00:00Z', 'self.f', '2024-02-29T12:00:00Z'],
    [
      { type: 'string', format: 'date-time' },
      '2024-02-29T12:00:00+02:00',
      'self.f',
      '2024-02-29T12:00:00+02:00',
    ],
    [{ type: 'string', format: 'date-time' }, '2024-02-29T12:00:00', 'self.f', '2024-02-29T12:00:00Z'],
    [{ type: 'string', format: 'date-time' }, '', 'self.f', '1970-01-01T00:00:00Z'],
    [{ type: 'string', format: 'byte' }, 'aGVsbG8=', 'self.f', 'bytes 68656c6c6f'],
    [{ type: 'string', format: 'byte' }, 'aGVs\nbG8=\r\n', 'self.f', 'bytes 68656c6c6f'],
    [{ type: 'string', format: 'byte' }, '-_-_', 'self.f', 'bytes fbffbf'],
    [
      { type: 'string', format: 'byte' },
      '+/+/',
      'self.f',
      'error: Invalid byte formatted string +/+/: illegal base64 data',
    ],
    [
      { type: 'string', format: 'byte' },
      'aGVsbG8',
      'self.f',
      'error: Invalid byte formatted string aGVsbG8: illegal base64 data',
    ],
    [{ type: 'string', format: 'byte' }, '', 'self.f', 'bytes '],
    [{ type: 'string', format: 'uuid' }, 'x', 'self.f', '"x"'],
    [{ type: 'string' }, 5, 'self.f', 'error: invalid data, expected string, got int64'],
    [{ type: 'string' }, [], 'self.f', 'error: invalid data, expected string, got []interface {}'],
    [{ type: 'string' }, null, 'has(self.f)', 'false'],
    [{ type: 'string', nullable: true }, null, 'has(self.f)', 'false'],
    [{ type: 'integer' }, 5, 'self.f', '5'],
    [{ type: 'integer' }, 9007199254740993n, 'self.f', '9007199254740993'],
    [{ type: 'integer' }, 5.5, 'self.f', 'error: invalid data, expected int, got float64'],
    [{ type: 'integer' }, 'x', 'self.f', 'error: invalid data, expected int, got string'],
    [{ type: 'integer' }, true, 'self.f', 'error: invalid data, expected int, got bool'],
    [{ type: 'number' }, 5, 'self.f', '5.0'],
    [{ type: 'number' }, 5n, 'self.f', '5.0'],
    [{ type: 'number' }, 5.5, 'self.f', '5.5'],
    [{ type: 'number' }, 'x', 'self.f', 'error: invalid data, expected float, got string'],
    [{ type: 'number' }, {}, 'self.f', 'error: invalid data, expected float, got map[string]interface {}'],
    [{ type: 'boolean' }, true, 'self.f', 'true'],
    [{ type: 'boolean' }, 'true', 'self.f', 'error: invalid data, expected bool, got string'],
    [{ type: 'boolean' }, 0, 'self.f', 'error: invalid data, expected bool, got int64'],
    [{ 'x-kubernetes-int-or-string': true }, 5, 'self.f', '5'],
    [{ 'x-kubernetes-int-or-string': true }, 'x', 'self.f', '"x"'],
    [{ 'x-kubernetes-int-or-string': true }, 5n, 'self.f', '5'],
    [
      { 'x-kubernetes-int-or-string': true },
      5.5,
      'self.f',
      'error: invalid data, expected XIntOrString value to be either a string or integer',
    ],
    [
      { 'x-kubernetes-int-or-string': true },
      true,
      'self.f',
      'error: invalid data, expected XIntOrString value to be either a string or integer',
    ],
    [{ type: 'array', items: { type: 'string' } }, ['a', 'b'], 'self.f', '["a", "b"]'],
    [
      { type: 'array', items: { type: 'string' } },
      {},
      'self.f',
      'error: invalid data, expected an array for the provided schema with type=array',
    ],
    [
      { type: 'array', items: { type: 'string' } },
      ['a', 5],
      'self.f[1]',
      'error: invalid data, expected string, got int64',
    ],
    [
      { type: 'array', items: { type: 'string' } },
      ['a', null],
      'self.f[1]',
      'error: invalid data, got null for schema with nullable=false',
    ],
    [{ type: 'array', items: { type: 'string', nullable: true } }, ['a', null], 'self.f[1]', 'null'],
    [{ type: 'array', items: { type: 'string' } }, ['a', 5], "self.f.exists(x, x == 'a')", 'true'],
    [
      { type: 'object', additionalProperties: { type: 'integer' } },
      { a: 1, 'b c': 2 },
      'self.f',
      '{"a": 1, "b c": 2}',
    ],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { a: 1, 'b c': 2 }, "self.f['b c']", '2'],
    [
      { type: 'object', additionalProperties: { type: 'integer' } },
      { a: null },
      'self.f.a',
      'error: invalid data, got null for schema with nullable=false',
    ],
    [
      { type: 'object', additionalProperties: { type: 'integer' } },
      { a: null },
      'has(self.f.a)',
      'error: invalid data, got null for schema with nullable=false',
    ],
    [
      { type: 'object', additionalProperties: { type: 'integer' } },
      [],
      'self.f.a',
      'error: invalid data, expected a map for the provided schema with type=object',
    ],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { __dot__: 1 }, 'self.f.__dot__', '1'],
    [
      {
        type: 'object',
        properties: {
          'a.b': { type: 'integer' },
          'c-d': { type: 'integer' },
          'e/f': { type: 'integer' },
          g__h: { type: 'integer' },
          if: { type: 'integer' },
          $i: { type: 'integer' },
        },
      },
      { 'a.b': 1, 'c-d': 2, 'e/f': 3, g__h: 4, if: 5, $i: 6 },
      '[self.f.a__dot__b, self.f.c__dash__d, self.f.e__slash__f, self.f.g__underscores__h, self.f.__if__]',
      '[1, 2, 3, 4, 5]',
    ],
    [
      { type: 'object', properties: { 'a.b': { type: 'integer' }, $i: { type: 'integer' } } },
      { 'a.b': 1, $i: 6 },
      'dyn(self.f).map(k, k)',
      '["a__dot__b", "$i"]',
    ],
    [
      { type: 'object', properties: { 'a.b': { type: 'integer' }, $i: { type: 'integer' } } },
      { 'a.b': 1, $i: 6 },
      "dyn(self.f)['a.b']",
      '1',
    ],
    [
      { type: 'object', properties: { a: { type: 'integer' } } },
      { a: 1 },
      'dyn(self.f)[dyn(1)]',
      'error: no such overload',
    ],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, { a: null }, 'has(self.f.a)', 'false'],
    [
      { type: 'object', properties: { a: { type: 'integer', nullable: true } } },
      { a: null },
      'has(self.f.a)',
      'false',
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer' } },
        'x-kubernetes-preserve-unknown-fields': true,
      },
      { a: 1, b: 2 },
      'size(dyn(self.f))',
      '2',
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer' } },
        'x-kubernetes-preserve-unknown-fields': true,
      },
      { a: 1, b: 2 },
      'dyn(self.f).b',
      'error: no such key: b',
    ],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, {}, 'self.f.b', "1:7 undefined field 'b'"],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, {}, 'self.f.a', 'error: no such key: a'],
    [
      { type: 'object', properties: { a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } },
      { a: { x: 1 } },
      'self.f.a.x',
      "1:9 undefined field 'x'",
    ],
    [{ 'x-kubernetes-preserve-unknown-fields': true }, { x: 1 }, 'self.f', "1:5 undefined field 'f'"],
    [
      {
        type: 'array',
        items: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { k: { type: 'string' } },
        },
      },
      [
        { k: 'a', u: 1 },
        { k: 'a', u: 2 },
      ],
      'self.f[0] == self.f[1]',
      'false',
    ],
    [
      {
        type: 'array',
        items: {
          type: 'object',
          'x-kubernetes-preserve-unknown-fields': true,
          properties: { k: { type: 'string' } },
        },
      },
      [
        { k: 'a', u: 1 },
        { k: 'a', u: 1 },
      ],
      'self.f[0] == self.f[1]',
      'true',
    ],
    [
      { type: 'array', items: { type: 'object', properties: { k: { type: 'string' } } } },
      [{ k: 'a' }, { k: 'b' }],
      'self.f[0] == self.f[1]',
      'false',
    ],
    [
      { type: 'array', items: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      'self.f[0] == self.f[1]',
      'true',
    ],
    [
      { type: 'array', items: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      'self.f[0] == self.f[1]',
      'false',
    ],
    [
      { type: 'array', items: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      'self.f[0] + self.f[1]',
      '["a", "b", "c"]',
    ],
    [
      { type: 'array', items: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      'self.f[0] == dyn(1)',
      'error: no such overload',
    ],
    [
      { type: 'array', items: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      "['b', 'a'] == self.f[0]",
      'false',
    ],
    [
      { type: 'array', items: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } } },
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      "self.f[0] == ['b', 'a']",
      'true',
    ],
    [
      { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      'self.f[0] == self.f[1]',
      'false',
    ],
    [
      { type: 'array', items: { type: 'array', items: { type: 'string' } } },
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      'self.f[0] + self.f[1]',
      '["a", "b", "b", "a"]',
    ],
    [
      {
        type: 'array',
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'integer' } } },
        },
      },
      [
        [
          { k: 'a', v: 1 },
          { k: 'b', v: 2 },
        ],
        [
          { k: 'b', v: 2 },
          { k: 'a', v: 1 },
        ],
      ],
      'self.f[0] == self.f[1]',
      'true',
    ],
    [
      {
        type: 'array',
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'integer' } } },
        },
      },
      [
        [
          { k: 'a', v: 1 },
          { k: 'b', v: 2 },
        ],
        [
          { k: 'b', v: 3 },
          { k: 'a', v: 1 },
        ],
      ],
      'self.f[0] == self.f[1]',
      'false',
    ],
    [
      {
        type: 'array',
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k'],
          items: { type: 'object', properties: { k: { type: 'string' }, v: { type: 'integer' } } },
        },
      },
      [
        [
          { k: 'a', v: 1 },
          { k: 'b', v: 2 },
        ],
        [
          { k: 'c', v: 3 },
          { k: 'a', v: 4 },
        ],
      ],
      '(self.f[0] + self.f[1]).map(x, x.k + string(x.v))',
      '["a4", "b2", "c3"]',
    ],
    [
      {
        type: 'array',
        items: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['k', 'l'],
          items: {
            type: 'object',
            properties: {
              k: { type: 'string' },
              l: { 'x-kubernetes-int-or-string': true },
              v: { type: 'integer' },
            },
          },
        },
      },
      [
        [{ k: 'a', l: 1, v: 1 }],
        [
          { k: 'a', l: '1', v: 2 },
          { k: 'a', l: 1, v: 3 },
        ],
      ],
      '(self.f[0] + self.f[1]).map(x, x.v)',
      '[3, 2]',
    ],
    [
      { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer' } } },
      [{ a: 1 }, { a: 1, b: 2 }],
      'self.f[0] == self.f[1]',
      'false',
    ],
    [
      { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer' } } },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      'self.f[0] == self.f[1]',
      'true',
    ],
    [
      { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer' } } },
      [{ a: 1 }],
      "self.f[0] == {'a': 1}",
      'true',
    ],
    [
      { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer' } } },
      [{ a: 1 }],
      "{'a': 1} == self.f[0]",
      'true',
    ],
    [
      { type: 'array', items: { type: 'object', additionalProperties: { type: 'integer' } } },
      [{ a: 1 }],
      'self.f[0] == dyn([1])',
      'error: no such overload',
    ],
  ])('%o: %o: %s', (schema, value, source, wanted) => {
    expect(answer(schema, value, source)).toBe(wanted);
  });

  test.each([
    ['date', ['2023-02-29', '', '2024-2-9']],
    ['date-time', ['2024-02-29', '2024-02-29T25:00:00Z']],
  ])('no %s', (format, texts) => {
    for (const text of texts) {
      const told = answer({ type: 'string', format }, text, 'self.f');
      expect(told).toMatch(`error: Invalid ${format} formatted string ${text}`);
    }
  });
});
