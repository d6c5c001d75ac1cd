import { describe, expect, test } from 'vitest';
import type { StructuralSchema } from '../../structural/structural-schema.ts';
import { checkRules } from './check-rules.ts';

describe('rules of a definition', () => {
  test.each<[StructuralSchema, readonly string[]]>([
    [{ type: 'object', 'x-kubernetes-validations': [{ rule: 'true' }] }, []],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: '1' }] },
      [
        '.x-kubernetes-validations[0].rule: Invalid value: {"Rule":"1","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: cel expression must evaluate to a bool',
      ],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-validations': [
          {
            rule: 'self.x',
            message: '<a&b>',
            messageExpression: 'c',
            reason: 'FieldValueInvalid',
            fieldPath: '.y',
            optionalOldSelf: false,
          },
        ],
      },
      ['.x-kubernetes-validations[0].fieldPath: Invalid value: ".y": must be a valid path'],
    ],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: "bool('x')" }] },
      [
        '.x-kubernetes-validations[0].rule: Invalid value: {"Rule":"bool(\'x\')","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: program instantiation failed: type conversion error from \'string\' to \'bool\'',
      ],
    ],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: 'true', messageExpression: '1' }] },
      [
        '.x-kubernetes-validations[0].messageExpression: Invalid value: {"Rule":"true","Message":"","MessageExpression":"1","Reason":null,"FieldPath":"","OptionalOldSelf":null}: messageExpression must evaluate to a string',
      ],
    ],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: 'true', messageExpression: 'x' }] },
      [
        '.x-kubernetes-validations[0].messageExpression: Invalid value: {"Rule":"true","Message":"","MessageExpression":"x","Reason":null,"FieldPath":"","OptionalOldSelf":null}: messageExpression compilation failed: ERROR: <input>:1:1: undeclared reference to \'x\' (in container \'\')\n | x\n | ^',
      ],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-validations': [{ rule: 'true', messageExpression: "string(int('x'))" }],
      },
      [
        '.x-kubernetes-validations[0].messageExpression: Invalid value: {"Rule":"true","Message":"","MessageExpression":"string(int(\'x\'))","Reason":null,"FieldPath":"","OptionalOldSelf":null}: messageExpression instantiation failed: type conversion error from \'string\' to \'int\'',
      ],
    ],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: 'true', messageExpression: ' ' }] },
      [
        '.x-kubernetes-validations[0].messageExpression: Required value: messageExpression must be non-empty if specified',
      ],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-validations': [{ rule: 'true', message: ' ', reason: 'x', fieldPath: ' ' }],
      },
      [
        '.x-kubernetes-validations[0].message: Invalid value: " ": must be non-empty if specified',
        '.x-kubernetes-validations[0].reason: Unsupported value: "x": supported values: "FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid", "FieldValueRequired"',
        '.x-kubernetes-validations[0].fieldPath: Invalid value: " ": must be non-empty if specified',
        '.x-kubernetes-validations[0].fieldPath: Invalid value: " ": must be a valid path',
      ],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-validations': [
          { rule: 'true', reason: 'FieldValueDuplicate' },
          { rule: 'true', reason: 'FieldValueForbidden' },
          { rule: 'true', reason: 'FieldValueRequired' },
        ],
      },
      [],
    ],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: ' ', message: ' ' }] },
      ['.x-kubernetes-validations[0].rule: Required value: rule is not specified'],
    ],
    [
      {
        type: 'object',
        'x-kubernetes-validations': [
          { rule: 'true', message: 'a\nb' },
          { rule: 'true', message: 'a\n' },
          { rule: 'true\n' },
          { rule: 'true &&\ntrue' },
          { rule: 'true &&\ntrue', message: 'm' },
        ],
      },
      [
        '.x-kubernetes-validations[0].message: Invalid value: "a\\nb": must not contain line breaks',
        '.x-kubernetes-validations[3].message: Required value: message must be specified if rule contains line breaks',
      ],
    ],
    [{ type: 'object', 'x-kubernetes-validations': [{ rule: 'self == oldSelf' }] }, []],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: 'true', optionalOldSelf: true }] },
      [
        '.x-kubernetes-validations[0].optionalOldSelf: Invalid value: true: may not be set if oldSelf is not used in rule',
      ],
    ],
    [
      { type: 'object', 'x-kubernetes-validations': [{ rule: 'oldSelf.hasValue()', optionalOldSelf: true }] },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            maxItems: 3,
            items: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] },
          },
        },
      },
      [
        '.properties[a].items.x-kubernetes-validations[0].rule: Invalid value: "self > oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within .properties[a]',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            maxItems: 3,
            'x-kubernetes-list-type': 'set',
            items: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] },
          },
        },
      },
      [
        '.properties[a].items.x-kubernetes-validations[0].rule: Invalid value: "self > oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within .properties[a]',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            maxItems: 3,
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['k'],
            items: {
              type: 'object',
              properties: { k: { type: 'string', maxLength: 3 } },
              'x-kubernetes-validations': [{ rule: 'self.k == oldSelf.k' }],
            },
          },
        },
      },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            maxProperties: 3,
            additionalProperties: {
              type: 'integer',
              'x-kubernetes-validations': [{ rule: 'self > oldSelf' }],
            },
          },
        },
      },
      [],
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
      [],
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
      [
        '.properties[a].properties[b].x-kubernetes-validations[0].rule: Invalid value: "self > oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within .properties[a]',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            maxItems: 3,
            items: {
              type: 'object',
              properties: {
                b: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'self > oldSelf' }] },
              },
            },
          },
        },
      },
      [
        '.properties[a].items.properties[b].x-kubernetes-validations[0].rule: Invalid value: "self > oldSelf": oldSelf cannot be used on the uncorrelatable portion of the schema within .properties[a]',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-validations': [{ rule: 'true' }] },
        },
      },
      [
        '.properties[a].x-kubernetes-validations: Internal error: internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: { type: 'integer', 'x-kubernetes-validations': [{ rule: '' }] },
          b: { type: 'integer', 'x-kubernetes-validations': [{ rule: 'x' }] },
        },
        'x-kubernetes-validations': [{ rule: 'x' }],
      },
      [
        '.properties[a].x-kubernetes-validations[0].rule: Required value: rule is not specified',
        '.properties[b].x-kubernetes-validations[0].rule: Invalid value: {"Rule":"x","Message":"","MessageExpression":"","Reason":null,"FieldPath":"","OptionalOldSelf":null}: compilation failed: ERROR: <input>:1:1: undeclared reference to \'x\' (in container \'\')\n | x\n | ^',
      ],
    ],
    [
      {
        type: 'object',
        properties: { a: { type: 'string', 'x-kubernetes-validations': [{ rule: "self.matches('abc')" }] } },
      },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: {
              type: 'string',
              maxLength: 10,
              'x-kubernetes-validations': [{ rule: "self.contains('abc')" }],
            },
          },
        },
      },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'string', 'x-kubernetes-validations': [{ rule: "self.contains('abc')" }] },
          },
        },
      },
      [
        '.properties[a].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
        '.properties[a].items.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        '<nil>: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            maxItems: 30,
            items: { type: 'string', 'x-kubernetes-validations': [{ rule: "self.contains('abc')" }] },
          },
        },
      },
      [],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            maxItems: 40,
            items: { type: 'string', 'x-kubernetes-validations': [{ rule: "self.contains('abc')" }] },
          },
        },
      },
      [
        '.properties[a].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 1.258296x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            maxItems: 1000,
            items: {
              type: 'string',
              'x-kubernetes-validations': [{ rule: "self.contains('abc')", messageExpression: 'self' }],
            },
          },
        },
      },
      [
        '.properties[a].items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 31.5x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
        '.properties[a].items.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        '<nil>: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 3.1x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: {
              type: 'array',
              items: { type: 'string', 'x-kubernetes-validations': [{ rule: "self.contains('abc')" }] },
            },
          },
        },
      },
      [
        '.properties[a].items.items.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
        '.properties[a].items.items.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        '<nil>: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            maxProperties: 1000,
            additionalProperties: {
              type: 'string',
              'x-kubernetes-validations': [{ rule: "self.contains('abc')" }],
            },
          },
        },
      },
      [
        '.properties[a].additionalProperties.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of 31.5x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
        '.properties[a].additionalProperties.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        '<nil>: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 3.1x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'string',
            'x-kubernetes-validations': [
              {
                rule: 'true',
                messageExpression: "self.split('').map(x, self.split('').map(y, y).join()).join()",
              },
            ],
          },
        },
      },
      [
        '.properties[a].x-kubernetes-validations[0].messageExpression: Forbidden: estimated messageExpression cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
        '.properties[a].x-kubernetes-validations[0].messageExpression: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        '<nil>: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of more than 100x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      ],
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            maxItems: 30,
            items: {
              type: 'string',
              'x-kubernetes-validations': [
                { rule: "self.contains('abc')" },
                { rule: "self.contains('abd')" },
                { rule: "self.contains('abe')" },
                { rule: "self.contains('abf')" },
                { rule: "self.contains('abg')" },
                { rule: "self.contains('abh')" },
              ],
            },
          },
          b: {
            type: 'array',
            maxItems: 30,
            items: {
              type: 'string',
              'x-kubernetes-validations': [
                { rule: "self.contains('abc')" },
                { rule: "self.contains('abd')" },
                { rule: "self.contains('abe')" },
                { rule: "self.contains('abf')" },
                { rule: "self.contains('abg')" },
                { rule: "self.contains('abh')" },
                { rule: 'size(self) > 1' },
              ],
            },
          },
        },
      },
      [
        '.properties[a].items.x-kubernetes-validations[0].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        '.properties[a].items.x-kubernetes-validations[1].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        '.properties[a].items.x-kubernetes-validations[2].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        '.properties[a].items.x-kubernetes-validations[3].rule: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
        '<nil>: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of 1.132467x (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)',
      ],
    ],
  ])('%o', (schema, wanted) => {
    const errors = checkRules(schema, '');
    expect(errors.map(({ field, message }) => `${field}: ${message}`)).toEqual(wanted);
  });

  test('above a fault of the schema are not compiled, those beside it are', () => {
    const wrong = { 'x-kubernetes-validations': [{ rule: 'wrong' }] };
    const schema: StructuralSchema = {
      type: 'object',
      ...wrong,
      properties: { a: { type: 'string', ...wrong }, ab: { type: 'string', ...wrong } },
    };
    const below = (field: string) =>
      checkRules(schema, 's', [{ field, type: 'FieldValueInvalid', message: 'x' }]).map(
        (error) => error.field,
      );
    const rule = 'x-kubernetes-validations[0].rule';
    expect([
      below('s.properties[a]'),
      below('s.properties[a].x'),
      below('s.properties[a][0]'),
      below('other'),
    ]).toEqual([
      [`s.properties[ab].${rule}`],
      [`s.properties[ab].${rule}`],
      [`s.properties[ab].${rule}`],
      [`s.properties[a].${rule}`, `s.properties[ab].${rule}`, `s.${rule}`],
    ]);
  });
});
