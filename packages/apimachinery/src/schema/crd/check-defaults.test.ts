import { describe, expect, test } from 'vitest';
import { ruleEngine } from '../cel/rules/rule-engine.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import { checkDefaults } from './check-defaults.ts';

const preserve = { 'x-kubernetes-preserve-unknown-fields': true };
const embedded = { 'x-kubernetes-embedded-resource': true };
const known: StructuralSchema = { type: 'object', properties: { a: { type: 'integer', maximum: 10 } } };

function errorsOf(f: StructuralSchema): readonly string[] {
  const schema: StructuralSchema = { type: 'object', properties: { f } };
  return checkDefaults(schema, 'schema', ruleEngine).map(({ field, message }) => `${field}: ${message}`);
}

const unknown = expect.stringMatching(/^schema\.properties\[f\]\.default: .*must not have unknown fields$/);

/** A field with a default, and what is said of it. */
const cases: readonly (readonly [string, StructuralSchema, readonly unknown[]])[] = [
  ['fields that are known', { ...known, default: { a: 1 } }, []],
  ['an unknown field', { ...known, default: { a: 1, b: 2 } }, [unknown]],
  ['only unknown fields', { ...known, default: { b: {} } }, [unknown]],
  ['an unknown field of an item', { type: 'array', items: known, default: [{ a: 1 }, { b: 2 }] }, [unknown]],
  [
    'an unknown field of a value',
    { type: 'object', additionalProperties: known, default: { x: { b: 2 } } },
    [unknown],
  ],
  ['unknown fields that are preserved', { ...known, ...preserve, default: { a: 1, b: 2 } }, []],
  [
    'unknown fields of items of a preserved list',
    { type: 'array', ...preserve, items: known, default: [{ b: 2 }] },
    [],
  ],
  [
    'an unknown field below a known one that does not preserve',
    { type: 'object', ...preserve, properties: { k: known }, default: { k: { b: 2 } } },
    [unknown],
  ],
  ['the kind of no resource', { ...known, default: { kind: 'K' } }, [unknown]],
  [
    'the kind of a resource',
    { ...known, ...embedded, default: { apiVersion: 'v1', kind: 'K', metadata: { name: 'n' } } },
    [],
  ],
  [
    'an unknown field of a resource',
    { ...known, ...embedded, default: { apiVersion: 'v1', kind: 'K', metadata: {}, b: 2 } },
    [unknown],
  ],
  [
    'a value that is refused',
    { ...known, default: { a: 11 } },
    [expect.stringContaining('schema.properties[f].default.a: ')],
  ],
  [
    'a value of another type',
    { ...known, default: { a: 'x' } },
    [expect.stringContaining('schema.properties[f].default.a: ')],
  ],
  [
    'a value a rule refuses',
    { ...known, default: { a: 1 }, 'x-kubernetes-validations': [{ rule: 'self.a > 1' }] },
    [expect.stringContaining('failed rule: self.a > 1')],
  ],
  [
    'an unknown field and a value that is refused',
    { ...known, default: { a: 11, b: 2 } },
    [unknown, expect.stringContaining('schema.properties[f].default.a: ')],
  ],
];

describe('a default with', () => {
  test.each(cases)('%s', (_, schema, errors) => {
    expect(errorsOf(schema)).toEqual(errors);
  });

  test('an unknown field is found wherever it stands', () => {
    const bad: StructuralSchema = { ...known, default: { b: 2 } };
    const places: readonly (readonly [StructuralSchema, string])[] = [
      [{ type: 'object', properties: { g: bad } }, 'schema.properties[f].properties[g].default'],
      [{ type: 'array', items: bad }, 'schema.properties[f].items.default'],
      [{ type: 'array', items: { type: 'array', items: bad } }, 'schema.properties[f].items.items.default'],
      [
        { type: 'array', items: { type: 'object', properties: { g: bad } } },
        'schema.properties[f].items.properties[g].default',
      ],
    ];
    for (const [schema, path] of places) {
      expect(errorsOf(schema)).toEqual([
        expect.stringMatching(`^${path.replace(/[[\].]/g, '\\$&')}: .*unknown fields$`),
      ]);
    }
    const root = checkDefaults({ ...bad, default: { b: 2 } }, 'schema', ruleEngine);
    expect(root.map(({ field }) => field)).toContain('schema.default');
  });
});
