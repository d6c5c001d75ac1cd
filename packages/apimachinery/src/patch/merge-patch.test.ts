import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { casesOf } from '../../../../test/support/vectors.ts';
import { isJsonObject, type JsonValue } from '../api/json-value.ts';
import { parseJson } from '../json/parse-json.ts';
import { decodeServerMergePatch } from './decode-patch.ts';
import { applyMergePatch, applyServerMergePatch } from './merge-patch.ts';

function exact(text: JsonValue | undefined, value: JsonValue | undefined): JsonValue {
  return typeof text === 'string' ? parseJson(text) : (value ?? null);
}

describe('measured merge patches', () => {
  test('the API server', () => {
    const cases = casesOf('kubernetes/patch/mergepatch');
    for (const vector of cases) {
      const document = exact(vector.objectText, vector.object);
      const text = typeof vector.patchText === 'string' ? vector.patchText : JSON.stringify(vector.patch);
      const decoded = decodeServerMergePatch(text);
      expect(decoded.ok ? undefined : decoded.message, `${vector.name}`).toBe(vector.error);
      expect(decoded.ok ? undefined : decoded.status, `${vector.name}`).toBe(vector.httpStatus);
      if (!decoded.ok || !isJsonObject(document)) continue;
      const result = applyServerMergePatch(document, decoded.patch);
      expect(result, `${vector.name}`).toEqual(exact(vector.resultText, vector.result));
      const warnings = decoded.warnings.length === 0 ? undefined : decoded.warnings;
      expect(warnings, `${vector.name}`).toEqual(vector.strictWarnings);
    }
    console.log(`patch vectors, mergepatch: ${cases.length} passed`);
  });
});

describe('RFC 7386', () => {
  // The examples of the RFC's appendix A.
  test.each<[JsonValue, JsonValue, JsonValue]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j patched with %j', (document, patch, wanted) => {
    expect(applyMergePatch(document, patch)).toEqual(wanted);
  });

  test('a second application changes nothing, and no document is changed', () => {
    const document = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
    fc.assert(
      fc.property(document, document, (target, patch) => {
        const before = JSON.stringify([target, patch]);
        const once = applyMergePatch(target, patch);
        expect(applyMergePatch(once, patch)).toEqual(once);
        expect(JSON.stringify([target, patch])).toBe(before);
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  test('a member called __proto__ is a member like any other', () => {
    const patch = JSON.parse('{"__proto__":{"a":1}}');
    expect(JSON.stringify(applyMergePatch({}, patch))).toBe('{"__proto__":{"a":1}}');
  });
});
