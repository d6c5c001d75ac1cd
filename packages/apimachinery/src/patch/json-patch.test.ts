import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../../test/support/vectors.ts';
import type { JsonValue } from '../api/json-value.ts';
import { parseJson } from '../json/parse-json.ts';
import { decodeServerJsonPatch, parseJsonPatch } from './decode-patch.ts';
import { applyJsonPatch } from './json-patch.ts';
import { type JsonPatchOperation, maxCopiedBytes } from './json-patch-operation.ts';

function exact(text: JsonValue | undefined, value: JsonValue | undefined): JsonValue {
  return typeof text === 'string' ? parseJson(text) : (value ?? null);
}

function serverPatch(document: JsonValue, text: string) {
  const decoded = decodeServerJsonPatch(text);
  if (!decoded.ok) return { ...decoded, warnings: undefined };
  const warnings = decoded.warnings.length === 0 ? undefined : decoded.warnings;
  return { ...applyJsonPatch(document, decoded.operations, 'apiserver'), warnings };
}

describe('measured JSON patches', () => {
  test('the API server', () => {
    const cases = casesOf('kubernetes/patch/jsonpatch');
    for (const vector of cases) {
      const document = exact(vector.objectText, vector.object);
      const text = typeof vector.patchText === 'string' ? vector.patchText : JSON.stringify(vector.patch);
      const outcome = serverPatch(document, text);
      if (outcome.ok) {
        expect(outcome.value, `${vector.name}`).toEqual(exact(vector.resultText, vector.result));
        expect(outcome.warnings, `${vector.name}`).toEqual(vector.strictWarnings);
      } else {
        expect(outcome.message, `${vector.name}`).toBe(vector.error);
        expect(outcome.status, `${vector.name}`).toBe(vector.httpStatus);
      }
    }
    console.log(`patch vectors, jsonpatch: ${cases.length} passed`);
  });
});

describe('RFC 6902', () => {
  const document = { a: { b: [1, 2, 3], 'x/y': 1, 'x~y': 2, '': 3 }, n: null };

  test.each<[string, readonly JsonPatchOperation[], JsonValue]>([
    ['add a member', [{ op: 'add', path: '/c', value: 1 }], { ...document, c: 1 }],
    [
      'add at the end',
      [{ op: 'add', path: '/a/b/-', value: 4 }],
      { ...document, a: { ...document.a, b: [1, 2, 3, 4] } },
    ],
    ['replace the whole', [{ op: 'replace', path: '', value: [] }], []],
    ['add the whole', [{ op: 'add', path: '', value: 1 }], 1],
    [
      'escapes',
      [
        { op: 'remove', path: '/a/x~1y' },
        { op: 'remove', path: '/a/x~0y' },
        { op: 'remove', path: '/a/' },
      ],
      { ...document, a: { b: [1, 2, 3] } },
    ],
    ['test null', [{ op: 'test', path: '/n', value: null }], document],
    ['test numbers by value', [{ op: 'test', path: '/a/b', value: [1.0, 2, 3], oddNumbers: true }], document],
    [
      'move in a list',
      [{ op: 'move', from: '/a/b/0', path: '/a/b/2' }],
      { ...document, a: { ...document.a, b: [2, 3, 1] } },
    ],
    ['move to itself', [{ op: 'move', from: '/a', path: '/a' }], document],
    [
      'copies are independent',
      [
        { op: 'copy', from: '/a/b', path: '/l' },
        { op: 'remove', path: '/l/0' },
      ],
      { ...document, l: [2, 3] },
    ],
  ])('%s', (_name, operations, wanted) => {
    expect(applyJsonPatch(document, operations, 'rfc6902')).toEqual({ ok: true, value: wanted });
  });

  test.each<[string, JsonPatchOperation, RegExp]>([
    ['a negative index', { op: 'add', path: '/a/b/-1', value: 1 }, /"-1" is no index of a list/],
    ['a leading zero', { op: 'replace', path: '/a/b/01', value: 1 }, /"01" is no index of a list/],
    ['an index beyond the end', { op: 'add', path: '/a/b/4', value: 1 }, /the list has 3 items/],
    ['the end where nothing is', { op: 'remove', path: '/a/b/-' }, /"-" is no index of a list/],
    ['an unknown escape', { op: 'add', path: '/a~2', value: 1 }, /"~2": only "~0" \(for "~"\) and "~1"/],
    ['no leading slash', { op: 'add', path: 'a', value: 1 }, /must start with "\/"/],
    ['replace of a missing member', { op: 'replace', path: '/zz', value: 1 }, /there is no member "zz"/],
    ['remove of a missing member', { op: 'remove', path: '/a/zz' }, /there is no member "zz"/],
    ['remove of the whole', { op: 'remove', path: '' }, /the whole document cannot be removed/],
    ['copy of a missing member', { op: 'copy', from: '/zz', path: '/b' }, /there is no member "zz"/],
    ['move into a child', { op: 'move', from: '/a', path: '/a/b/0' }, /cannot be moved into itself/],
    ['move of the whole', { op: 'move', from: '', path: '/a' }, /cannot be moved into itself/],
    ['into a scalar', { op: 'add', path: '/a/b/0/c', value: 1 }, /neither object nor list/],
    [
      'a test of another value',
      { op: 'test', path: '/a/b/0', value: '1' },
      /test failed: the value at "\/a\/b\/0"/,
    ],
    ['a missing value', { op: 'add', path: '/b' }, /operation add needs a value/],
    ['a missing path', { op: 'remove' }, /lacks a pointer/],
    ['an unknown operation', { op: 'merge', path: '/a' }, /unknown operation "merge"/],
    ['what Object.prototype has', { op: 'remove', path: '/constructor' }, /there is no member "constructor"/],
  ])('refuses %s', (_name, operation, message) => {
    const result = applyJsonPatch(document, [operation], 'rfc6902');
    expect(result).toMatchObject({ ok: false, index: 0, message: expect.stringMatching(message) });
  });

  test('a member called __proto__ is a member like any other', () => {
    const result = applyJsonPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: 1 } }], 'rfc6902');
    expect(result.ok && JSON.stringify(result.value)).toBe('{"__proto__":{"polluted":1}}');
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe.each(['rfc6902', 'apiserver'] as const)('dialect %s', (dialect) => {
  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<JsonValue>(null, true, 1, 'x', 10n ** 17n + 1n),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', 'b', '0', '__proto__', 'x/y'), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  const pointer = fc
    .array(fc.constantFrom('a', 'b', '0', '1', '-', '__proto__', 'x~1y', '-1'), { maxLength: 4 })
    .map((tokens) => tokens.map((token) => `/${token}`).join(''));
  const operation: fc.Arbitrary<JsonPatchOperation> = fc.record(
    {
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
      path: pointer,
      from: pointer,
      value,
    },
    { requiredKeys: ['op', 'path', 'from', 'value'] },
  );
  const print = (document: JsonValue) =>
    JSON.stringify(document, (_key, member) => (typeof member === 'bigint' ? `${member}n` : member));

  test('never changes the document and does all or nothing', () => {
    let appliedCount = 0;
    fc.assert(
      fc.property(value, fc.array(operation, { maxLength: 6 }), (document, operations) => {
        const before = print(document);
        const result = applyJsonPatch(document, operations, dialect);
        expect(print(document)).toBe(before);
        if (!result.ok) {
          // What came before the refused operation applies on its own; the refused one does not.
          expect(applyJsonPatch(document, operations.slice(0, result.index), dialect).ok).toBe(true);
          return;
        }
        appliedCount++;
        let step = document;
        for (const one of operations) {
          const next = applyJsonPatch(step, [one], dialect);
          if (!next.ok) throw new Error(next.message);
          step = next.value;
        }
        expect(print(step)).toBe(print(result.value));
      }),
      { numRuns: 500, seed: 7 },
    );
    expect(appliedCount).toBeGreaterThan(50);
  });

  test('a patch that doubles the document again and again is refused', () => {
    const doubling = Array.from({ length: 1500 }, () => ({ op: 'copy', from: '', path: '/a' }));
    const nested = applyJsonPatch({ a: 1 }, doubling, dialect);
    expect(nested.ok).toBe(false);
    const wide = Array.from({ length: 200 }, (_, index) => ({
      op: 'copy',
      from: '/a',
      path: `/a/k${index}`,
    }));
    expect(applyJsonPatch({ a: { b: 1 } }, wide, dialect).ok).toBe(false);
    const moves = Array.from({ length: 3000 }, () => [
      { op: 'add', path: '/b', value: {} },
      { op: 'move', from: '/a', path: '/b/x' },
      { op: 'move', from: '/b', path: '/a' },
    ]).flat();
    expect(applyJsonPatch({ a: {} }, moves, dialect).ok).toBe(false);
  });

  test('copies add three MiB to a document and not one byte more, however many they are', () => {
    // the text of a string has two bytes besides its letters
    const text = 'x'.repeat(maxCopiedBytes / 2 - 2);
    const copies = [
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'copy', from: '/a', path: '/c' },
    ];
    expect(applyJsonPatch({ a: text }, copies, dialect).ok).toBe(true);
    expect(applyJsonPatch({ a: `${text}x` }, copies, dialect)).toMatchObject({ ok: false, index: 1 });
    expect(applyJsonPatch({ a: `${text}x` }, copies.slice(1), dialect).ok).toBe(true);
  });

  test('documents end a thousand levels down', () => {
    const nested = (levels: number): JsonValue =>
      Array.from({ length: levels }).reduce<JsonValue>((below) => [below], 0);
    const add = [{ op: 'add', path: '/a', value: nested(999) }];
    expect(applyJsonPatch({}, add, dialect).ok).toBe(true);
    const deeper = applyJsonPatch({}, [{ op: 'add', path: '/a', value: nested(1000) }], dialect);
    expect(deeper).toMatchObject({
      ok: false,
      index: 1,
      status: 422,
      message: 'the patched document is nested deeper than 1000 levels',
    });
  });

  test('a value moves to a neighbour whose name begins with its own', () => {
    const moves = [{ op: 'move', from: '/a', path: '/ab' }];
    expect(applyJsonPatch({ a: { b: 1 } }, moves, dialect)).toEqual({ ok: true, value: { ab: { b: 1 } } });
  });

  // a copy of the document for each operation would take minutes
  test('ten thousand operations on a wide document copy it once', () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]));
    const operations = Array.from({ length: 10_000 }, (_, index) => ({
      op: 'add',
      path: `/m/k${index}`,
      value: 0,
    }));
    expect(applyJsonPatch({ m: wide }, operations, dialect).ok).toBe(true);
  });
});

describe('reading a patch', () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);

  test.each<[unknown, number, string]>([
    [{ op: 'add' }, -1, 'a JSON patch must be a list of operations'],
    [[5], 0, 'an operation must be an object'],
    [
      [{ op: 'remove', path: '/a' }, { op: 'put' }],
      1,
      'op must be one of add, remove, replace, move, copy, test',
    ],
    [[{ op: 'remove', path: 1 }], 0, 'operation remove needs a path, which is a string'],
    [[{ op: 'move', path: '/a' }], 0, 'operation move needs from, which is a string'],
    [[{ op: 'test', path: '/a' }], 0, 'operation test needs a value'],
    [[{ op: 'test', path: '/a', value: cyclic }], 0, 'the value is nested deeper than 1000 levels'],
  ])('refuses %#', (patch, index, message) => {
    expect(parseJsonPatch(patch)).toEqual({ ok: false, index, message });
  });

  test('keeps what an operation means and nothing else', () => {
    const parsed = parseJsonPatch([{ op: 'add', path: '/a', value: null, why: 'x' }]);
    expect(parsed).toEqual({ ok: true, operations: [{ op: 'add', path: '/a', value: null }] });
  });

  test('finds repeated members and odd numbers', () => {
    const decoded = decodeServerJsonPatch(
      '[{"op":"test","op":"test","path":"/a","value":{"b":[1,{"c":1,"c":1e3}]}},null]',
    );
    expect(decoded).toMatchObject({
      ok: true,
      warnings: ['json patch duplicate field "[0].op"', 'json patch duplicate field "[0].value.b[1].c"'],
    });
    expect(decoded.ok && decoded.operations.map((one) => one.oddNumbers)).toEqual([true, undefined]);
  });

  test.each([
    ['', 'unexpected end of JSON input'],
    ['{"a', 'unexpected end of JSON input'],
    ['[{"op":"x"}', 'unexpected end of JSON input'],
    ['hello', "invalid character 'h' looking for beginning of value"],
    ['{a:1}', "invalid character 'a' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b":2}', "invalid character '\"' after object key:value pair"],
    ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
    ['[1 2]', "invalid character '2' after array element"],
    ['[1,]', "invalid character ']' looking for beginning of value"],
    ['[] x', "invalid character 'x' after top-level value"],
    ["['a']", "invalid character '\\'' looking for beginning of value"],
  ])('words what is wrong with %j as Go does', (text, message) => {
    expect(decodeServerJsonPatch(text)).toEqual({
      ok: false,
      message: `error decoding patch: ${message}`,
      status: 400,
    });
  });

  test('the API server dies of a test with a null in a list', () => {
    const operations = [{ op: 'test', path: '/l', value: [null] }];
    expect(applyJsonPatch({ l: [null] }, operations, 'apiserver')).toMatchObject({ ok: false, status: 500 });
    expect(applyJsonPatch({ l: [null] }, operations, 'rfc6902')).toMatchObject({ ok: true });
  });

  test('values of a patch end a thousand levels down', () => {
    const nested = (levels: number): unknown => Array.from({ length: levels }).reduce((below) => [below], 0);
    expect(parseJsonPatch([{ op: 'add', path: '/a', value: nested(1000) }]).ok).toBe(true);
    expect(parseJsonPatch([{ op: 'add', path: '/a', value: nested(1001) }]).ok).toBe(false);
  });

  test('too many operations are refused', () => {
    expect(decodeServerJsonPatch(JSON.stringify(Array(10_000).fill({}))).ok).toBe(true);
    expect(decodeServerJsonPatch(JSON.stringify(Array(10_001).fill({})))).toMatchObject({
      ok: false,
      status: 413,
    });
  });
});
