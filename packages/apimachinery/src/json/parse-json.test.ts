import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';
import { printJson } from './print-json.ts';

describe('parseJson', () => {
  it('keeps 64 bit integers and rounds larger ones', () => {
    expect(parseJson('[9007199254740991, 9007199254740993, -9223372036854775808]')).toEqual([
      9007199254740991,
      9007199254740993n,
      -9223372036854775808n,
    ]);
    expect(parseJson('9223372036854775808')).toBe(2 ** 63);
    expect(parseJson('0.12345678901234567890')).toBe(0.12345678901234568);
  });

  it('leaves strings and keys alone, whatever they look like', () => {
    const text =
      '{"#i1":9007199254740993,"a":"#i2","b":"\\u0023i3","c":"12345678901234567890","__proto__":{"x":1}}';
    const parsed = parseJson(text);
    expect(Object.entries(parsed as object)).toEqual([
      ['#i1', 9007199254740993n],
      ['a', '#i2'],
      ['b', '#i3'],
      ['c', '12345678901234567890'],
      ['__proto__', { x: 1 }],
    ]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it.each([
    ['"a\\ud800b"', 'a\ufffdb'],
    ['"\\udc00"', '\ufffd'],
    ['"\\ud83d\\ude00"', '\u{1f600}'],
    ['"\\uD83D\\uD83D\\uDE00"', '\ufffd\u{1f600}'],
    ['"\\ud83d\\u0041"', '\ufffdA'],
    ['"\\\\ud800"', '\\ud800'],
    ['{"\\ud800": 12345678901234567890}', { '\ufffd': 12345678901234567000 }],
  ])('has a character for each half of a pair: %s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  it('says where a document is broken', () => {
    expect(() => parseJson('{\n  "a": }')).toThrow('unexpected "}" at line 2 column 8');
    expect(() => parseJson('{"a": 1')).toThrow('the document ends too early at line 1 column 8');
    expect(() => parseJson('[1,]')).toThrow('line 1 column 4');
    expect(() => parseJson('{"a" 1}')).toThrow('line 1 column 6');
    expect(() => parseJson('[] x')).toThrow('unexpected "x" at line 1 column 4');
    expect(() => parseJson('["\\x"]')).toThrow('line 1 column 2');
    expect(() => parseJson('')).toThrow('line 1 column 1');
    expect(() => parseJson('[01234567890123456789]')).toThrow(SyntaxError);
    expect(() => parseJson('1e400')).toThrow(/out of range/);
  });

  it('refuses depth that would exhaust the stack, and only that', () => {
    expect(() => parseJson('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(/nested/);
    expect(() => parseJson('['.repeat(5_000_000))).toThrow(SyntaxError);
    expect(parseJson(`"${'['.repeat(100_000)}"`)).toHaveLength(100_000);
    expect(parseJson(`["${'\\"['.repeat(3_000_000)}", 1234567890123456789]`)).toHaveLength(2);
  });

  // with a second look back per character these are 10^12 steps, which no time limit of a test allows
  it('refuses long broken documents in one go', () => {
    for (const text of [
      `"${'\\"'.repeat(500_000)}`,
      `["${'\\"'.repeat(500_000)}\\`,
      '"'.repeat(1_000_001),
      `${'1'.repeat(1_000_000)}x`,
    ]) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });

  it('reads back what printJson prints', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
        fc.nat(4),
        (value, big, indent) => {
          const document = parseJson(`[${JSON.stringify(value)},${big}]`);
          expect(parseJson(printJson(document, indent))).toEqual(document);
        },
      ),
    );
  });
});
