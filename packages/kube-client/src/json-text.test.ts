import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson, stringifyJson } from './json-text.ts';

describe('JSON without loss', () => {
  it('reads integers beyond doubles as bigint and leaves all else as JSON.parse does', () => {
    expect(
      parseJson(
        '{"a":9223372036854775807,"b":"9223372036854775807","c":[-9007199254740993,1.5e20,9007199254740991]}',
      ),
    ).toEqual({
      a: 9223372036854775807n,
      b: '9223372036854775807',
      c: [-9007199254740993n, 1.5e20, 9007199254740991],
    });
  });

  it.each(['{12345678901234567890:1}', '[012345678901234567890]', '12345678901234567890x', '[1'])(
    'refuses %s',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('is not misled by strings that look like its own marks, escaped or not', () => {
    const text =
      '{"integer:1":"\\u0069nteger:5","a":"integerinteger:7","n":12345678901234567890,"q":"\\\\\\"12345678901234567890"}';
    expect(parseJson(text)).toEqual({
      'integer:1': 'integer:5',
      a: 'integerinteger:7',
      n: 12345678901234567890n,
      q: '\\"12345678901234567890',
    });
  });

  it('reads what it wrote', () => {
    const leaf = fc.oneof(
      fc.bigInt({ min: 2n ** 53n }),
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    );
    const document = fc.dictionary(
      fc.string(),
      fc.oneof(leaf, fc.array(leaf), fc.dictionary(fc.string(), leaf)),
    );
    fc.assert(
      fc.property(document, (value) => {
        expect(parseJson(stringifyJson(value))).toEqual({ ...value });
      }),
    );
  });

  it('survives megabytes of escapes', () => {
    const value = { text: '\\"'.repeat(1_000_000), n: 2n ** 60n };
    expect(parseJson(stringifyJson(value))).toEqual(value);
  });
});
