import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StructuralSchema } from '../structural-schema.ts';
import { checkRules } from './check-rules.ts';
import { compileRules, evaluateRules } from './compile-rules.ts';
import { compileExpression, evaluateExpression } from './expression.ts';
import { escapePropertyName, unescapePropertyName } from './property-names.ts';

const noVariables = { variables: new Map(), objects: new Map() };

function evaluate(source: string): unknown {
  const compiled = compileExpression(source, noVariables);
  if (!compiled.ok) return compiled.message;
  const result = evaluateExpression(compiled.expression, new Map());
  return result.kind === 'value' ? result.value : result.message;
}

function withRule(rule: string, schema: StructuralSchema = { type: 'object' }): StructuralSchema {
  return { ...schema, 'x-kubernetes-validations': [{ rule }] };
}

describe('rules of a schema', () => {
  it('reports a failed rule at its field, with its message', () => {
    const spec: StructuralSchema = {
      type: 'object',
      properties: { min: { type: 'integer' }, max: { type: 'integer' } },
      'x-kubernetes-validations': [
        {
          rule: 'self.min <= self.max',
          message: 'min above max',
          fieldPath: '.max',
          reason: 'FieldValueForbidden',
        },
      ],
    };
    const rules = compileRules({ type: 'object', properties: { spec } });
    expect(evaluateRules(rules, { self: { spec: { min: 1, max: 2 } } })).toEqual([]);
    expect(evaluateRules(rules, { self: { spec: { min: 3, max: 2 } } })).toMatchObject([
      { field: 'spec.max', type: 'FieldValueForbidden', message: 'Forbidden: min above max' },
    ]);
  });

  it('forgives an unchanged value on update, but never a transition rule', () => {
    const value: StructuralSchema = { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 5' }] };
    const grow: StructuralSchema = {
      type: 'integer',
      'x-kubernetes-validations': [{ rule: 'self > oldSelf' }],
    };
    const rules = compileRules({ type: 'object', properties: { value, grow } });
    const old = { value: 1, grow: 1, other: 1 };
    expect(evaluateRules(rules, { self: { value: 1, grow: 2 }, oldSelf: old })).toEqual([]);
    const errors = evaluateRules(rules, { self: { value: 2, grow: 1 }, oldSelf: old });
    expect(errors.map((error) => error.field).sort()).toEqual(['grow', 'value']);
  });

  it('keeps keys like __proto__ apart from the object itself', () => {
    const map = withRule("!('__proto__' in self) && !('constructor' in self)", {
      type: 'object',
      additionalProperties: { type: 'integer' },
    });
    const rules = compileRules(map, { isResource: false });
    expect(evaluateRules(rules, { self: {} })).toEqual([]);
    expect(evaluateRules(rules, { self: JSON.parse('{"__proto__": 1}') })).toHaveLength(1);
  });

  it('says which rules a definition may not have', () => {
    const errors = checkRules(withRule('self.nope'), 'spec.validation.openAPIV3Schema');
    expect(errors.map((error) => error.field)).toEqual([
      'spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule',
    ]);
    expect(errors[0]?.message).toContain("undefined field 'nope'");
  });
});

describe('bounds', () => {
  const expensive: readonly (readonly [string, string])[] = [
    ['nested loops', 'lists.range(2000).all(x, lists.range(2000).all(y, x + y >= 0))'],
    ['a long range', 'lists.range(9223372036854775807).size() > 0'],
    ['a slow function', 'lists.range(100000).distinct().size() > 0'],
    [
      'equality of shared lists',
      `dyn([1]${'.map(a, [a, a])'.repeat(60)}) == dyn([1]${'.map(a, [a, a])'.repeat(60)})`,
    ],
    ['printing shared lists', `'%s'.format([[1]${'.map(a, [a, a])'.repeat(60)}]).size() > 0`],
    ['a collected list', 'lists.range(90000).map(x, x).map(x, x).map(x, x).size() > 0'],
  ];
  it.each(expensive)('stops %s at the cost limit', (_, source) => {
    const start = performance.now();
    expect(evaluate(source)).toBe('operation cancelled: actual cost limit exceeded');
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('matches hostile patterns in linear time', () => {
    const text = 'a'.repeat(5000);
    const start = performance.now();
    expect(evaluate(`'${text}!'.matches('^(a+)+$')`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  const deep: readonly (readonly [string, string])[] = [
    ['parentheses', `${'('.repeat(20_000)}1${')'.repeat(20_000)}`],
    ['lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['selections', `{}${'.a'.repeat(40_000)}`],
    ['sums', `1${'+1'.repeat(40_000)}`],
    ['copies of a target', `optional.of(1)${'.optMap(x, x)'.repeat(60)}`],
  ];
  it.each(deep)('refuses too deep or too large expressions: %s', (_, source) => {
    expect(evaluate(source)).toMatch(/^ERROR: <input>:-1:0: (expression|max recursion)/);
  });

  it('gives an answer or an error for any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (source) => {
        expect(() => evaluate(source)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('gives an answer or an error for any sequence of tokens', () => {
    const tokens = [
      '1',
      "'a'",
      '[',
      ']',
      '(',
      ')',
      '{',
      '}',
      ':',
      ',',
      '.',
      '?',
      '+',
      '-',
      'in',
      'size',
      'all',
      'x',
      '==',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...tokens), { maxLength: 15 }), (parts) => {
        expect(() => evaluate(parts.join(' '))).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });
});

describe('property names', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z][A-Za-z0-9./-]{0,20}$/), (name) => {
        const escaped = escapePropertyName(name);
        expect(escaped === undefined ? name : unescapePropertyName(escaped)).toBe(name);
      }),
    );
  });
});

describe('integers', () => {
  it('are exact in 64 bits and refuse to overflow', () => {
    const int = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(int, int, (a, b) => {
        const sum = a + b;
        const fits = sum === BigInt.asIntN(64, sum);
        expect(evaluate(`${a} + (${b})`)).toBe(fits ? sum : 'integer overflow');
      }),
    );
  });
});
