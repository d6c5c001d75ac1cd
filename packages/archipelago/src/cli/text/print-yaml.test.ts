import type { JsonValue } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { anyCharacter } from '../../../../../test/support/any-text.ts';
import { printYaml } from './print-yaml.ts';

describe('printYaml', () => {
  it('gives the same data back, whatever the data', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        const data = JSON.parse(JSON.stringify(value));
        for (const version of ['1.1', '1.2'] as const) {
          expect(
            parse(printYaml(data), { version, schema: version === '1.1' ? 'yaml-1.1' : 'core' }),
          ).toEqual(data);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, JsonValue, string]>([
    [
      'words stay plain',
      { kind: 'KubeVirt', path: '/usr/share/OVMF' },
      'kind: KubeVirt\npath: /usr/share/OVMF\n',
    ],
    [
      'words that mean something else are quoted',
      { a: 'yes', b: '1e3', c: 'null' },
      'a: "yes"\nb: "1e3"\nc: "null"\n',
    ],
    ['lists stand under their key', { a: [{ b: 1, c: 2 }, 'x'] }, 'a:\n- b: 1\n  c: 2\n- x\n'],
    ['empty values are written out', { a: {}, b: [] }, 'a: {}\nb: []\n'],
    ['big integers keep every digit', { a: 12345678901234567890n }, 'a: 12345678901234567890\n'],
  ])('%s', (_, value, text) => expect(printYaml(value)).toBe(text));

  it('puts comments behind leaves', () => {
    const text = printYaml({ a: { b: 1, c: [2] } }, (leaf) => (leaf.at(-1) === 0 ? 'item' : undefined));
    expect(text).toBe('a:\n  b: 1\n  c:\n  - 2  # item\n');
  });
});
