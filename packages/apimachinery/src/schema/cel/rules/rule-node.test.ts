import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../../api/json-value.ts';
import type { StructuralSchema } from '../../structural/structural-schema.ts';
import { compileRules, evaluateRules } from './compile-rules.ts';

describe('rules, wherever they stand', () => {
  test.each<[StructuralSchema, JsonValue, JsonValue | undefined, readonly string[]]>([
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: 'false' }, { rule: 'false', message: 'm' }] },
      {},
      undefined,
      ['<nil>: Invalid value: failed rule: false', '<nil>: Invalid value: m'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1' }] },
          },
        },
      },
      { a: [1, 2, 0] },
      undefined,
      ['a[0]: Invalid value: 1: failed rule: self > 1', 'a[2]: Invalid value: 0: failed rule: self > 1'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            additionalProperties: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1' }] },
          },
        },
      },
      { a: { x: 1, 'y.z': 0, w: 2 } },
      undefined,
      ['a[x]: Invalid value: 1: failed rule: self > 1', 'a[y.z]: Invalid value: 0: failed rule: self > 1'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            additionalProperties: {
              type: 'object',
              properties: { b: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1' }] } },
            },
          },
        },
      },
      { a: { x: { b: 1 } } },
      undefined,
      ['a[x].b: Invalid value: 1: failed rule: self > 1'],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1' }] } },
      },
      { a: null },
      undefined,
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: { type: 'integer', nullable: true, 'x-kubernetes-validations': [{ rule: 'self > 1' }] },
        },
      },
      { a: null },
      undefined,
      [],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer' } },
        allOf: [{ properties: { a: { 'x-kubernetes-validations': [{ rule: 'self > 1' }] } } }],
      },
      { a: 1 },
      undefined,
      ['a: Invalid value: 1: failed rule: self > 1'],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'integer' } } },
        allOf: [{ properties: { a: { items: { 'x-kubernetes-validations': [{ rule: 'self > 1' }] } } } }],
      },
      { a: [1, 2] },
      undefined,
      ['a[0]: Invalid value: 1: failed rule: self > 1'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            additionalProperties: { type: 'integer' },
            allOf: [{ 'x-kubernetes-validations': [{ rule: 'size(self) > 1' }] }],
          },
        },
      },
      { a: { x: 1 } },
      undefined,
      ['a: Invalid value: failed rule: size(self) > 1'],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer' } },
        allOf: [{ properties: { b: { 'x-kubernetes-validations': [{ rule: 'self > 1' }] } } }],
      },
      { a: 1, b: 1 },
      undefined,
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'true' }] },
        },
      },
      { a: 1 },
      undefined,
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
            'x-kubernetes-validations': [{ rule: "self.kind == 'K' && self.metadata.name == 'x'" }],
          },
        },
      },
      { a: { apiVersion: 'v1', kind: 'K', metadata: { name: 'n' } } },
      undefined,
      ["a: Invalid value: failed rule: self.kind == 'K' && self.metadata.name == 'x'"],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-validations': [{ rule: "self.metadata.name == 'x'" }, { rule: "self.kind == 'K'" }],
      },
      { kind: 'K', apiVersion: 'v1', metadata: { name: 'n' } },
      undefined,
      ["<nil>: Invalid value: failed rule: self.metadata.name == 'x'"],
    ],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: 'self.metadata.labels == {}' }] },
      { metadata: {} },
      undefined,
      [
        '<nil>: Invalid value: "object": rule compile error: compilation failed: ERROR: <input>:1:14: undefined field \'labels\'\n | self.metadata.labels == {}\n | .............^',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            properties: { 'b.c': { type: 'integer' } },
            'x-kubernetes-validations': [
              { rule: 'self.b__dot__c > 1', fieldPath: ".b['c']" },
              { rule: 'self.b__dot__c > 1', fieldPath: "['b.c']", reason: 'FieldValueRequired' },
              { rule: 'self.b__dot__c > 1', fieldPath: "['b.c']", reason: 'FieldValueForbidden' },
              { rule: 'self.b__dot__c > 1', fieldPath: "['b.c']", reason: 'FieldValueDuplicate' },
            ],
          },
        },
      },
      { a: { 'b.c': 1 } },
      undefined,
      [
        'a: Invalid value: failed rule: self.b__dot__c > 1',
        'a.b.c: Required value: failed rule: self.b__dot__c > 1',
        'a.b.c: Forbidden: failed rule: self.b__dot__c > 1',
        'a.b.c: Duplicate value',
      ],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer' } },
        'x-kubernetes-validations': [{ rule: 'self.a > 1', fieldPath: '.a' }],
      },
      { a: 1 },
      undefined,
      ['a: Invalid value: failed rule: self.a > 1'],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] } },
      },
      { a: 1 },
      { a: 1 },
      ['a: Invalid value: 1: failed rule: self > oldSelf'],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] } },
      },
      { a: 1 },
      {},
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: { type: 'integer', nullable: true, 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] },
        },
      },
      { a: 1 },
      { a: null },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'integer',
            'x-kubernetes-validations': [
              { rule: 'oldSelf.hasValue() ? self > oldSelf.value() : self > 5', optionalOldSelf: true },
            ],
          },
        },
      },
      { a: 1 },
      {},
      ['a: Invalid value: 1: failed rule: oldSelf.hasValue() ? self > oldSelf.value() : self > 5'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'integer',
            'x-kubernetes-validations': [
              { rule: 'oldSelf.hasValue() ? self > oldSelf.value() : self > 5', optionalOldSelf: true },
            ],
          },
        },
      },
      { a: 1 },
      { a: 1 },
      ['a: Invalid value: 1: failed rule: oldSelf.hasValue() ? self > oldSelf.value() : self > 5'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'integer',
            'x-kubernetes-validations': [
              { rule: 'oldSelf.hasValue() ? self > oldSelf.value() : self > 5', optionalOldSelf: true },
            ],
          },
        },
      },
      { a: 1 },
      undefined,
      ['a: Invalid value: 1: failed rule: oldSelf.hasValue() ? self > oldSelf.value() : self > 5'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] },
          },
        },
      },
      { a: [1] },
      { a: [1] },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            additionalProperties: {
              type: 'integer',
              'x-kubernetes-validations': [{ rule: 'self > oldSelf' }],
            },
          },
        },
      },
      { a: { x: 1, y: 2 } },
      { a: { x: 1, y: 1 } },
      ['a[x]: Invalid value: 1: failed rule: self > oldSelf'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-map-type': 'atomic',
            properties: { b: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] } },
          },
        },
      },
      { a: { b: 1 } },
      { a: { b: 1 } },
      ['a.b: Invalid value: 1: failed rule: self > oldSelf'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-map-type': 'granular',
            properties: { b: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] } },
          },
        },
      },
      { a: { b: 1 } },
      { a: { b: 1 } },
      ['a.b: Invalid value: 1: failed rule: self > oldSelf'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-map-type': 'other',
            properties: { b: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] } },
          },
        },
      },
      { a: { b: 1 } },
      { a: { b: 1 } },
      [],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'integer' } },
        allOf: [{ properties: { a: { 'x-kubernetes-validations': [{ rule: 'self > 1' }] } } }],
      },
      { a: 1 },
      { a: 1 },
      ['a: Invalid value: 1: failed rule: self > 1'],
    ],
    [
      {
        type: 'object',
        properties: {
          b: {
            type: 'object',
            properties: { a: { type: 'integer' } },
            allOf: [{ properties: { a: { 'x-kubernetes-validations': [{ rule: 'self > 1' }] } } }],
          },
        },
      },
      { b: { a: 1 } },
      { b: { a: 1 } },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          b: {
            type: 'object',
            properties: { a: { type: 'integer' } },
            allOf: [{ 'x-kubernetes-validations': [{ rule: 'self.a > 1' }] }],
          },
        },
      },
      { b: { a: 1 } },
      { b: { a: 1 } },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          b: {
            type: 'object',
            properties: { a: { type: 'integer' } },
            allOf: [{ 'x-kubernetes-validations': [{ rule: 'self.a > 1' }] }],
          },
        },
      },
      { b: { a: 1 } },
      { b: { a: 0 } },
      ['b: Invalid value: failed rule: self.a > 1'],
    ],
    [
      {
        type: 'object',
        properties: {
          c: { type: 'integer' },
          b: {
            type: 'object',
            properties: { a: { type: 'integer' } },
            allOf: [{ 'x-kubernetes-validations': [{ rule: 'self.a > 1' }] }],
          },
        },
      },
      { c: 1, b: { a: 1 } },
      { c: 2, b: { a: 1 } },
      ['b: Invalid value: failed rule: self.a > 1'],
    ],
    [
      {
        type: 'object',
        properties: {
          kind: { type: 'string', 'x-kubernetes-validations': [{ rule: "self == 'X'" }] },
          a: { type: 'string', 'x-kubernetes-validations': [{ rule: "self == 'X'" }] },
        },
      },
      { kind: 'K', a: 'K' },
      { kind: 'K', a: 'K' },
      ['kind: Invalid value: "K": failed rule: self == \'X\''],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            properties: { kind: { type: 'string', 'x-kubernetes-validations': [{ rule: "self == 'X'" }] } },
          },
        },
      },
      { a: { kind: 'K' } },
      { a: { kind: 'K' } },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'integer',
            'x-kubernetes-validations': [
              { rule: 'self > 1', messageExpression: "'got ' + string(self) + ', had ' + string(oldSelf)" },
            ],
          },
        },
      },
      { a: 1 },
      { a: 0 },
      ['a: Invalid value: 1: failed rule: self > 1'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'integer',
            'x-kubernetes-validations': [
              { rule: 'self > oldSelf', messageExpression: "'had ' + string(oldSelf)" },
            ],
          },
        },
      },
      { a: 1 },
      { a: 3 },
      ['a: Invalid value: 1: had 3'],
    ],
    [
      {
        type: 'object',
        properties: {
          a: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > 1', messageExpression: '1' }] },
        },
      },
      { a: 1 },
      undefined,
      ['a: Invalid value: 1: failed rule: self > 1'],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'string', 'x-kubernetes-validations': [{ rule: 'self.matches(self)' }] } },
      },
      { a: '[' },
      undefined,
      [
        'a: Invalid value: "string": error parsing regexp: missing closing ]: `[` evaluating rule: self.matches(self)',
      ],
    ],
  ])('%o: %o after %o', (schema, self, oldSelf, wanted) => {
    const errors = evaluateRules(compileRules(schema), { self, oldSelf });
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(wanted);
  });
});
