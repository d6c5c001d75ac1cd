import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../api/json-value.ts';
import type { StructuralSchema } from '../../structural/structural-schema.ts';
import { escapePropertyName, unescapePropertyName } from '../declared/property-names.ts';
import { compileExpression, evaluateExpression } from '../expression.ts';
import { checkRules } from './check-rules.ts';
import { compileRules, evaluateRules } from './compile-rules.ts';

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

  it('adds lists of the types set and map as such', () => {
    const set: StructuralSchema = {
      type: 'array',
      'x-kubernetes-list-type': 'set',
      items: { type: 'string' },
    };
    const keyed: StructuralSchema = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { type: 'object', properties: { name: { type: 'string' }, n: { type: 'integer' } } },
    };
    const sets = withRule("self + ['b', 'c', 'c'] == ['a', 'b', 'c']", set);
    expect(evaluateRules(compileRules(sets, { isResource: false }), { self: ['a', 'b'] })).toEqual([]);
    const self = [
      { name: 'a', n: 1 },
      { name: 'b', n: 2 },
    ];
    const oldSelf = [
      { name: 'b', n: 3 },
      { name: 'c', n: 4 },
    ];
    for (const rule of [
      "(self + oldSelf).map(x, x.name) == ['a', 'b', 'c']",
      '(self + oldSelf).map(x, x.n) == [1, 3, 4]',
    ]) {
      const rules = compileRules(withRule(rule, keyed), { isResource: false });
      expect(evaluateRules(rules, { self, oldSelf }), rule).toEqual([]);
    }
  });

  it('says which rules a definition may not have', () => {
    const errors = checkRules(withRule('self.nope'), 'spec.validation.openAPIV3Schema');
    expect(errors.map((error) => error.field)).toEqual([
      'spec.validation.openAPIV3Schema.x-kubernetes-validations[0].rule',
    ]);
    expect(errors[0]?.message).toContain("undefined field 'nope'");
  });
});

// Taken step by step, these would last longer than any time limit of a test.
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
    expect(evaluate(source)).toBe('operation cancelled: actual cost limit exceeded');
  });

  it('matches hostile patterns in linear time', () => {
    // trying every way to split the text up takes minutes for 36 letters
    for (const length of [36, 5000]) {
      expect(evaluate(`'${'a'.repeat(length)}!'.matches('^(a+)+$')`)).toBe(false);
    }
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

describe('the budget of all rules', () => {
  /** Costs a little more than 980,000: under the limit of one rule, eleven times over that of all rules. */
  const self = { s: 'a'.repeat(100_000), t: 'b'.repeat(980) };
  const costly: StructuralSchema = {
    type: 'object',
    properties: { s: { type: 'string' }, t: { type: 'string' } },
    'x-kubernetes-validations': [{ rule: '!self.s.contains(self.t)' }],
  };
  const last: StructuralSchema = { type: 'object', 'x-kubernetes-validations': [{ rule: 'false' }] };
  const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
  const many = <T>(count: number, value: T) => Object.fromEntries(names(count).map((name) => [name, value]));

  /** Ways to run the costly rule a number of times on one object, and where the eleventh stands. */
  const places: readonly (readonly [
    string,
    (count: number) => { readonly schema: StructuralSchema; readonly value: JsonValue },
    string,
  ])[] = [
    [
      'items',
      (count) => ({ schema: { type: 'array', items: costly }, value: Array(count).fill(self) }),
      'f[10]',
    ],
    [
      'fields',
      (count) => ({ schema: { type: 'object', properties: many(count, costly) }, value: many(count, self) }),
      'f.p10',
    ],
    [
      'values of a map',
      (count) => ({ schema: { type: 'object', additionalProperties: costly }, value: many(count, self) }),
      'f[p10]',
    ],
    [
      'rules of one value',
      (count) => {
        const rules = Array(count).fill({ rule: '!self.s.contains(self.t)' });
        return { schema: { ...costly, 'x-kubernetes-validations': rules }, value: self };
      },
      'f',
    ],
    [
      'branches',
      (count) => {
        const branch = { 'x-kubernetes-validations': costly['x-kubernetes-validations'] ?? [] };
        return {
          schema: { ...costly, 'x-kubernetes-validations': [], allOf: Array(count).fill(branch) },
          value: self,
        };
      },
      'f',
    ],
  ];

  it.each(places)('is shared by %s; what comes after is not judged', (_, make, field) => {
    const run = (count: number) => {
      const { schema, value } = make(count);
      const rules = compileRules({ type: 'object', properties: { f: schema, last } });
      // a budget is for one object: the second run has one of its own
      evaluateRules(rules, { self: { f: value } });
      return evaluateRules(rules, { self: { f: value, last: {} } }).map((error) => [
        error.field,
        error.message,
      ]);
    };
    expect(run(10)).toEqual([['last', 'Invalid value: failed rule: false']]);
    expect(run(11)).toEqual([
      [field, expect.stringContaining('validation failed due to running out of cost budget')],
    ]);
  });

  it('is spent on values that are forgiven, and on messages', () => {
    const failing = { rule: 'self.s.contains(self.t)' };
    const wordy = { rule: 'false', messageExpression: "self.s.contains(self.t) ? 'a' : 'b'" };
    const of = (rule: object) => {
      const items = { ...costly, 'x-kubernetes-validations': [rule] } as StructuralSchema;
      return compileRules({ type: 'object', properties: { f: { type: 'array', items } } });
    };
    const object = (count: number) => ({ f: Array(count).fill(self) });
    const messages = (count: number, rule: object, oldSelf?: JsonValue) =>
      evaluateRules(of(rule), { self: object(count), oldSelf }).map(({ message }) => message);
    expect(messages(10, failing, object(10))).toEqual([]);
    expect(messages(11, failing, object(11))).toEqual([expect.stringContaining('out of cost budget')]);
    expect(messages(10, wordy)).toEqual(Array(10).fill('Invalid value: b'));
    expect(messages(11, wordy).at(-1)).toContain(
      'messageExpression evaluation failed due to running out of cost budget',
    );
  });

  it('ends with one rule that costs more than a rule may', () => {
    const rule = (size: number) => ({ rule: `lists.range(${size}).distinct().size() > 0` });
    const schema = (size: number): StructuralSchema => {
      const f: StructuralSchema = {
        type: 'integer',
        'x-kubernetes-validations': [rule(size), { rule: 'false' }],
      };
      return { type: 'object', properties: { f, last } };
    };
    const run = (size: number) =>
      evaluateRules(compileRules(schema(size)), { self: { f: 1, last: {} } }).map((error) => [
        error.field,
        error.message,
      ]);
    expect(run(706)).toEqual([
      ['f', 'Invalid value: 1: failed rule: false'],
      ['last', 'Invalid value: failed rule: false'],
    ]);
    expect(run(707)).toEqual([
      ['f', expect.stringContaining('call cost exceeds limit for rule: lists.range(707)')],
    ]);
  });

  it('of one evaluation is exact: what costs all of it goes through', () => {
    const compiled = compileExpression('lists.range(10).all(x, x >= 0)', noVariables);
    if (!compiled.ok) throw new Error(compiled.message);
    const { cost } = evaluateExpression(compiled.expression, new Map());
    const kinds = [cost - 1, cost].map(
      (limit) => evaluateExpression(compiled.expression, new Map(), limit).kind,
    );
    expect([cost, kinds]).toEqual([72, ['too-expensive', 'value']]);
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
