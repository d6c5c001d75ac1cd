import { type JsonValue, objectAt } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../test/support/any-text.ts';
import { parseJson } from './json-text.ts';
import { createListDecoder } from './list-decoder.ts';

/** Decodes a text that arrives in chunks of these sizes. */
function decode(
  text: string,
  sizes: readonly number[] = [],
  options?: Parameters<typeof createListDecoder>[1],
) {
  const items: JsonValue[] = [];
  const decoder = createListDecoder((item) => items.push(item), options);
  const bytes = Buffer.from(text);
  let at = 0;
  for (const size of [...sizes, bytes.length]) {
    decoder.push(bytes.subarray(at, at + size));
    at += size;
  }
  return { items, frame: decoder.end() };
}

describe('list decoder', () => {
  it('tells each item as soon as it is complete', () => {
    const items: JsonValue[] = [];
    const decoder = createListDecoder((item) => items.push(item));
    decoder.push(Buffer.from('{"kind":"NodeList","items":[{"a":1},{"b'));
    expect(items).toEqual([{ a: 1 }]);
    decoder.push(Buffer.from('":2}'));
    expect(items).toEqual([{ a: 1 }]);
    decoder.push(Buffer.from(']}'));
    expect(items).toEqual([{ a: 1 }, { b: 2 }]);
    expect(decoder.end()).toEqual({ kind: 'NodeList', items: [] });
  });

  it.each<[string, readonly JsonValue[], JsonValue]>([
    ['{"items":[]}', [], { items: [] }],
    ['{"items": [ ] }', [], { items: [] }],
    ['{"items":null}', [], { items: null }],
    ['{"items":{"items":[1]}}', [], { items: { items: [1] } }],
    ['{"a":[1,[2]],"items":[3],"b":[4,5]}', [3], { a: [1, [2]], items: [], b: [4, 5] }],
    ['{"a\\"items":[1],"items":["]",",\\"[{\\\\"]}', [']', ',"[{\\'], { 'a"items': [1], items: [] }],
    ['{"items":[9223372036854775807]}', [9223372036854775807n], { items: [] }],
    ['[[1,2],{"items":[3]}]', [], [[1, 2], { items: [3] }]],
    ['"items"', [], 'items'],
  ])('reads %s', (text, items, frame) => {
    expect(decode(text)).toEqual({ items, frame });
  });

  it.each([
    '',
    '{"items":[',
    '{"items":[{"a":1}',
    '{"items":[{"a":1}]',
    '{"items":[,]}',
    '{"items":[1,]}',
    '{"items":[,1]}',
    '{"items":[1 2]}',
    '{"items":[{]}',
    '{"items":[}]}',
    '{"items":[1]]}',
    '{"items":[1]}}',
    '{"items":["a]}',
    'upstream is gone',
  ])('refuses %j', (text) => {
    expect(() => decode(text)).toThrow(SyntaxError);
  });

  it('reads any list as the JSON parser does, however it is cut and spaced', () => {
    const list = fc.record({
      kind: anyText,
      metadata: fc.dictionary(fc.string(), fc.jsonValue()),
      items: fc.array(fc.jsonValue()),
      more: fc.jsonValue(),
    });
    const sizes = fc.array(fc.integer({ min: 0, max: 40 }));
    fc.assert(
      fc.property(list, sizes, fc.integer({ min: 0, max: 2 }), (value, cuts, indent) => {
        const text = JSON.stringify(value, undefined, indent);
        const whole = parseJson(text);
        const { items, frame } = decode(text, cuts);
        expect({ ...objectAt(frame), items }).toEqual(whole);
      }),
    );
  });

  it('finds the end of a long string, whatever is escaped in it and wherever a chunk ends', () => {
    const piece = fc.constantFrom('\\', '"', '\\\\', 'a', ']},{', 'x'.repeat(60));
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => 'y'.repeat(40) + pieces.join(''));
    const sizes = fc.array(fc.integer({ min: 0, max: 70 }));
    fc.assert(
      fc.property(fc.array(text), sizes, (items, cuts) => {
        expect(decode(JSON.stringify({ items }), cuts)).toEqual({ items, frame: { items: [] } });
      }),
      { numRuns: 1_000 },
    );
  });

  describe('without managers of fields', () => {
    const skipped = (text: string, sizes: readonly number[] = []) =>
      decode(text, sizes, { skipManagedFields: true });

    it.each<[string, JsonValue]>([
      [
        '{"metadata":{"name":"a","managedFields":[{"f":{"[":"]\\""}},[1]],"uid":"u"},"spec":1}',
        { metadata: { name: 'a', managedFields: [], uid: 'u' }, spec: 1 },
      ],
      ['{"metadata":{"managedFields":[]}}', { metadata: { managedFields: [] } }],
      ['{"spec":{"managedFields":[1]}}', { spec: { managedFields: [1] } }],
      ['{"metadata":{"x":{"managedFields":[1]}}}', { metadata: { x: { managedFields: [1] } } }],
      ['{"spec":{"metadata":{"managedFields":[1]}}}', { spec: { metadata: { managedFields: [1] } } }],
      ['{"a\\"metadata":{"managedFields":[1]}}', { 'a"metadata': { managedFields: [1] } }],
      ['{"metadata":{"a\\"managedFields":[1]}}', { metadata: { 'a"managedFields': [1] } }],
      ['{"metadata":{"managedFields":{"a":[1]}}}', { metadata: { managedFields: { a: [1] } } }],
    ])('reads %s', (item, read) => {
      expect(skipped(`{"items":[${item},1]}`)).toEqual({ items: [read, 1], frame: { items: [] } });
    });

    it('leaves those of the list itself, and refuses what ends among them', () => {
      const frame = { metadata: { managedFields: [1] } };
      expect(skipped(JSON.stringify({ ...frame, items: [2] })).frame).toEqual({ ...frame, items: [] });
      expect(() => skipped('{"items":[{"metadata":{"managedFields":[1')).toThrow(SyntaxError);
      expect(() => skipped('{"items":[{"metadata":{"managedFields":[1}}]}')).toThrow(SyntaxError);
    });

    it('changes nothing else, wherever a chunk ends', () => {
      const item = fc.record({
        metadata: fc.record({
          labels: fc.dictionary(fc.string(), fc.string()),
          managedFields: fc.array(fc.jsonValue()),
          ownerReferences: fc.array(fc.jsonValue()),
        }),
        spec: fc.jsonValue(),
      });
      fc.assert(
        fc.property(fc.array(item), fc.array(fc.integer({ min: 0, max: 40 })), (items, cuts) => {
          const withoutManagers = (all: readonly JsonValue[]) =>
            all.map((one) => ({
              ...objectAt(one),
              metadata: { ...objectAt(objectAt(one), 'metadata'), managedFields: 0 },
            }));
          const text = JSON.stringify({ items });
          expect(withoutManagers(skipped(text, cuts).items)).toEqual(withoutManagers(decode(text).items));
        }),
      );
    });
  });
});
