import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../api/json-value.ts';
import { schemaRefusals } from './refusals-of.test-support.ts';

describe('a structural schema', () => {
  test.each<[string, JsonObject, readonly string[]]>([
    ['a type that is missing', {}, ['.type: Required value: must not be empty at the root']],
    ['a type that is empty', { type: '' }, ['.type: Required value: must not be empty at the root']],
    [
      'another type',
      { type: 'array', items: { type: 'string' } },
      ['.type: Invalid value: "array": must be object at the root'],
    ],
    [
      'an unknown type',
      { type: 'text' },
      [
        '.type: Invalid value: "text": must be object at the root',
        '.type: Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"',
      ],
    ],
    [
      'the type null',
      { type: 'null' },
      [
        '.type: Invalid value: "null": must be object at the root',
        '.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
        '.type: Forbidden: type cannot be set to null, use nullable as an alternative',
      ],
    ],
    [
      'a field without a type',
      { type: 'object', properties: { a: {} } },
      ['.properties[a].type: Required value: must not be empty for specified object fields'],
    ],
    [
      'a field of unknown type',
      { type: 'object', properties: { a: { type: 'text' } } },
      [
        '.properties[a].type: Unsupported value: "text": supported values: "array", "boolean", "integer", "number", "object", "string"',
      ],
    ],
    [
      'a field of type null',
      { type: 'object', properties: { a: { type: 'null' } } },
      [
        '.properties[a].type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"',
        '.properties[a].type: Forbidden: type cannot be set to null, use nullable as an alternative',
      ],
    ],
    [
      'items without a type',
      { type: 'object', properties: { a: { type: 'array', items: {} } } },
      ['.properties[a].items.type: Required value: must not be empty for specified array items'],
    ],
    [
      'an array without items',
      { type: 'object', properties: { a: { type: 'array' } } },
      ['.properties[a].items: Required value: must be specified'],
    ],
    [
      'values without a type',
      { type: 'object', properties: { a: { type: 'object', additionalProperties: {} } } },
      [
        '.properties[a].additionalProperties.type: Required value: must not be empty for specified object fields',
      ],
    ],
    ['any values', { type: 'object', properties: { a: { type: 'object', additionalProperties: true } } }, []],
    ['no values', { type: 'object', properties: { a: { type: 'object', additionalProperties: false } } }, []],
    [
      'values at the root',
      { type: 'object', additionalProperties: { type: 'string' } },
      ['.additionalProperties: Forbidden: must not be used at the root'],
    ],
    [
      'no values at the root',
      { type: 'object', additionalProperties: false },
      ['.additionalProperties: Forbidden: must not be used at the root'],
    ],
    [
      'any values at the root',
      { type: 'object', additionalProperties: true },
      ['.additionalProperties: Forbidden: must not be used at the root'],
    ],
    [
      'values beside fields',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            properties: { b: { type: 'string' } },
            additionalProperties: { type: 'string' },
          },
        },
      },
      [
        '.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
      ],
    ],
    [
      'any values beside fields',
      {
        type: 'object',
        properties: {
          a: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: true },
        },
      },
      [],
    ],
    [
      'no values beside fields',
      {
        type: 'object',
        properties: {
          a: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false },
        },
      },
      [
        '.properties[a].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive',
      ],
    ],
    [
      'values beside no fields',
      {
        type: 'object',
        properties: { a: { type: 'object', properties: {}, additionalProperties: { type: 'string' } } },
      },
      [],
    ],
    [
      'an integer or a string',
      { type: 'object', properties: { a: { 'x-kubernetes-int-or-string': true } } },
      [],
    ],
    [
      'an integer or a string of a type',
      { type: 'object', properties: { a: { type: 'string', 'x-kubernetes-int-or-string': true } } },
      [],
    ],
    [
      'an integer or a string with what is unknown',
      {
        type: 'object',
        properties: {
          a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
      [
        '.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
      ],
    ],
    [
      'an integer or a string that is a resource',
      {
        type: 'object',
        properties: { a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-embedded-resource': true } },
      },
      [
        '.properties[a].x-kubernetes-embedded-resource: Invalid value: true: must be false if x-kubernetes-int-or-string is true',
        '.properties[a].type: Required value: must be object if x-kubernetes-embedded-resource is true',
        '.properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      ],
    ],
    [
      'an integer or a string with the junctor that says so',
      {
        type: 'object',
        properties: {
          a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
        },
      },
      [],
    ],
    [
      'the junctor in another order',
      {
        type: 'object',
        properties: {
          a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
        },
      },
      [
        '.properties[a].anyOf[0].type: Forbidden: must be empty to be structural',
        '.properties[a].anyOf[1].type: Forbidden: must be empty to be structural',
      ],
    ],
    [
      'the junctor with more',
      {
        type: 'object',
        properties: {
          a: {
            'x-kubernetes-int-or-string': true,
            anyOf: [{ type: 'integer', minimum: 1 }, { type: 'string' }],
          },
        },
      },
      [
        '.properties[a].anyOf[0].type: Forbidden: must be empty to be structural',
        '.properties[a].anyOf[1].type: Forbidden: must be empty to be structural',
      ],
    ],
    [
      'the junctor with a third',
      {
        type: 'object',
        properties: {
          a: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }, {}] },
        },
      },
      [
        '.properties[a].anyOf[0].type: Forbidden: must be empty to be structural',
        '.properties[a].anyOf[1].type: Forbidden: must be empty to be structural',
      ],
    ],
    [
      'the junctor without the keyword',
      {
        type: 'object',
        properties: { a: { type: 'string', anyOf: [{ type: 'integer' }, { type: 'string' }] } },
      },
      [],
    ],
    [
      'the junctor in the first of all',
      {
        type: 'object',
        properties: {
          a: {
            'x-kubernetes-int-or-string': true,
            allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }],
          },
        },
      },
      [],
    ],
    [
      'the junctor in the second of all',
      {
        type: 'object',
        properties: {
          a: {
            'x-kubernetes-int-or-string': true,
            allOf: [{}, { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
          },
        },
      },
      [
        '.properties[a].allOf[1].anyOf[0].type: Forbidden: must be empty to be structural',
        '.properties[a].allOf[1].anyOf[1].type: Forbidden: must be empty to be structural',
      ],
    ],
    [
      'the junctor in one of',
      {
        type: 'object',
        properties: {
          a: { 'x-kubernetes-int-or-string': true, oneOf: [{ type: 'integer' }, { type: 'string' }] },
        },
      },
      [
        '.properties[a].oneOf[0].type: Forbidden: must be empty to be structural',
        '.properties[a].oneOf[1].type: Forbidden: must be empty to be structural',
      ],
    ],
    [
      'the junctor with empty members',
      {
        type: 'object',
        properties: {
          a: {
            'x-kubernetes-int-or-string': true,
            anyOf: [{ type: 'integer', title: '', nullable: false }, { type: 'string' }],
          },
        },
      },
      [],
    ],
    [
      'what is unknown',
      { type: 'object', properties: { a: { 'x-kubernetes-preserve-unknown-fields': true } } },
      [],
    ],
    [
      'what is unknown, denied',
      {
        type: 'object',
        properties: { a: { type: 'object', 'x-kubernetes-preserve-unknown-fields': false } },
      },
      [
        '.properties[a].x-kubernetes-preserve-unknown-fields: Invalid value: false: must be true or undefined',
      ],
    ],
    [
      'a resource',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
      },
      [],
    ],
    [
      'a resource with fields',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            properties: { spec: { type: 'string' } },
          },
        },
      },
      [],
    ],
    [
      'a resource without fields',
      { type: 'object', properties: { a: { type: 'object', 'x-kubernetes-embedded-resource': true } } },
      [
        '.properties[a].properties: Required value: must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields',
      ],
    ],
    [
      'a resource without a type',
      {
        type: 'object',
        properties: {
          a: { 'x-kubernetes-embedded-resource': true, 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
      ['.properties[a].type: Required value: must be object if x-kubernetes-embedded-resource is true'],
    ],
    [
      'a resource of another type',
      {
        type: 'object',
        properties: {
          a: {
            type: 'string',
            'x-kubernetes-embedded-resource': true,
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
      },
      [
        '.properties[a].type: Invalid value: "string": must be object if x-kubernetes-embedded-resource is true',
      ],
    ],
    [
      'a resource with values',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            additionalProperties: { type: 'string' },
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
      },
      [
        '.properties[a].additionalProperties: Forbidden: must not be used if x-kubernetes-embedded-resource is set',
      ],
    ],
    [
      'a resource with members of other types',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            properties: {
              kind: { type: 'integer' },
              apiVersion: { type: 'object' },
              metadata: { type: 'string' },
            },
          },
        },
      },
      [
        '.properties[a].properties[kind].type: Invalid value: "integer": must be string',
        '.properties[a].properties[apiVersion].type: Invalid value: "object": must be string',
        '.properties[a].properties[metadata].type: Invalid value: "string": must be object',
      ],
    ],
    [
      'a resource with any metadata',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            properties: {
              metadata: {
                type: 'object',
                properties: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
              },
            },
          },
        },
      },
      [],
    ],
    [
      'a root with members of other types',
      {
        type: 'object',
        properties: {
          kind: { type: 'integer' },
          apiVersion: { 'x-kubernetes-int-or-string': true },
          metadata: { type: 'array', items: { type: 'string' } },
        },
      },
      [
        '.properties[kind].type: Invalid value: "integer": must be string',
        '.properties[apiVersion].type: Invalid value: "": must be string',
        '.properties[metadata].type: Invalid value: "array": must be object',
        '.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
      ],
    ],
    [
      'metadata with a name',
      {
        type: 'object',
        properties: {
          metadata: {
            type: 'object',
            properties: { name: { type: 'string', pattern: '^a' }, generateName: { type: 'string' } },
          },
        },
      },
      [],
    ],
    [
      'metadata with labels',
      {
        type: 'object',
        properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } },
      },
      [
        '.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
      ],
    ],
    [
      'metadata with a keyword',
      { type: 'object', properties: { metadata: { type: 'object', description: 'x' } } },
      [
        '.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
      ],
    ],
    [
      'metadata with an empty keyword',
      { type: 'object', properties: { metadata: { type: 'object', description: '', nullable: false } } },
      [],
    ],
    [
      'metadata further down',
      {
        type: 'object',
        properties: {
          spec: { type: 'object', properties: { metadata: { type: 'string' }, kind: { type: 'integer' } } },
        },
      },
      [],
    ],
    [
      'a resource within metadata',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            properties: {
              metadata: {
                type: 'object',
                properties: {
                  b: {
                    type: 'object',
                    'x-kubernetes-embedded-resource': true,
                    'x-kubernetes-preserve-unknown-fields': true,
                  },
                },
              },
            },
          },
        },
      },
      [
        '.properties[a].properties[metadata].properties[b].x-kubernetes-embedded-resource: Forbidden: must not be used inside of resource meta',
      ],
    ],
    [
      'a pattern that is none',
      { type: 'object', properties: { a: { type: 'string', pattern: '[' } } },
      [
        '.properties[a].pattern: Invalid value: "[": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ]: `[`',
      ],
    ],
    [
      'a pattern that is none in a junctor',
      { type: 'object', properties: { a: { type: 'string', anyOf: [{ pattern: '(' }] } } },
      [
        '.properties[a].anyOf[0].pattern: Invalid value: "(": must be a valid regular expression, but isn\'t: error parsing regexp: missing closing ): `(`',
      ],
    ],
    [
      'a junctor that describes',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            allOf: [{ type: 'object', default: {}, title: 'x', description: 'y', nullable: true }],
          },
        },
      },
      [
        '.properties[a].allOf[0].type: Forbidden: must be empty to be structural',
        '.properties[a].allOf[0].default: Forbidden: must be undefined to be structural',
        '.properties[a].allOf[0].title: Forbidden: must be empty to be structural',
        '.properties[a].allOf[0].description: Forbidden: must be empty to be structural',
        '.properties[a].allOf[0].nullable: Forbidden: must be false to be structural',
      ],
    ],
    [
      'a junctor with extensions',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            anyOf: [
              {
                'x-kubernetes-preserve-unknown-fields': true,
                'x-kubernetes-embedded-resource': true,
                'x-kubernetes-int-or-string': true,
              },
            ],
          },
        },
      },
      [
        '.properties[a].anyOf[0].x-kubernetes-preserve-unknown-fields: Forbidden: must be false to be structural',
        '.properties[a].anyOf[0].x-kubernetes-embedded-resource: Forbidden: must be false to be structural',
        '.properties[a].anyOf[0].x-kubernetes-int-or-string: Forbidden: must be false to be structural',
      ],
    ],
    [
      'a junctor with list keywords',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            oneOf: [
              {
                'x-kubernetes-list-map-keys': ['a'],
                'x-kubernetes-list-type': 'map',
                'x-kubernetes-map-type': 'atomic',
              },
            ],
          },
        },
      },
      [
        '.properties[a].oneOf[0].x-kubernetes-list-map-keys: Forbidden: must be empty to be structural',
        '.properties[a].oneOf[0].x-kubernetes-list-type: Forbidden: must be undefined to be structural',
        '.properties[a].oneOf[0].x-kubernetes-map-type: Forbidden: must be undefined to be structural',
        '.properties[a].oneOf[0].type: Required value: must be object if x-kubernetes-map-type is specified',
        '.properties[a].oneOf[0].type: Required value: must be array if x-kubernetes-list-type is specified',
        '.properties[a].oneOf[0].items: Required value: must have a schema if x-kubernetes-list-type is map',
      ],
    ],
    [
      'a junctor with rules',
      {
        type: 'object',
        properties: { a: { type: 'object', not: { 'x-kubernetes-validations': [{ rule: 'true' }] } } },
      },
      ['.properties[a].not.x-kubernetes-validations: Forbidden: must be empty to be structural'],
    ],
    [
      'a junctor with empty keywords',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            not: {
              type: '',
              title: '',
              description: '',
              nullable: false,
              'x-kubernetes-list-map-keys': [],
              'x-kubernetes-validations': [],
              maxProperties: 1,
            },
          },
        },
      },
      [],
    ],
    [
      'a junctor in a junctor',
      {
        type: 'object',
        properties: { a: { type: 'object', anyOf: [{ allOf: [{ oneOf: [{ not: { type: 'object' } }] }] }] } },
      },
      ['.properties[a].anyOf[0].allOf[0].oneOf[0].not.type: Forbidden: must be empty to be structural'],
    ],
    [
      'a junctor in fields and items',
      {
        type: 'object',
        properties: {
          a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } },
        },
        allOf: [{ properties: { a: { items: { properties: { b: { type: 'string' } } } } } }],
      },
      ['.allOf[0].properties[a].items.properties[b].type: Forbidden: must be empty to be structural'],
    ],
    [
      'metadata in a junctor',
      {
        type: 'object',
        properties: { metadata: { type: 'object' } },
        allOf: [{ properties: { metadata: {} } }],
      },
      ['.allOf[0].properties[metadata]: Forbidden: must not be specified in a nested context'],
    ],
    [
      'values in a junctor',
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            additionalProperties: { type: 'string' },
            allOf: [{ additionalProperties: { minLength: 1 } }],
          },
        },
      },
      ['.properties[a].allOf[0].additionalProperties: Forbidden: must be undefined to be structural'],
    ],
    [
      'any values in a junctor',
      { type: 'object', properties: { a: { type: 'object', allOf: [{ additionalProperties: true }] } } },
      ['.properties[a].allOf[0].additionalProperties: Forbidden: must be undefined to be structural'],
    ],
    [
      'no values in a junctor',
      { type: 'object', properties: { a: { type: 'object', allOf: [{ additionalProperties: false }] } } },
      [],
    ],
    [
      'a field that only a junctor has',
      {
        type: 'object',
        properties: { a: { type: 'object', allOf: [{ properties: { b: { minimum: 1 } } }] } },
      },
      [],
    ],
    [
      'items that only a junctor has',
      { type: 'object', properties: { a: { type: 'string', oneOf: [{ items: { minimum: 1 } }] } } },
      [],
    ],
    [
      'fields that only a nested junctor has',
      { type: 'object', anyOf: [{ not: { properties: { a: { required: ['b'] } } } }] },
      ['.properties[a]: Required value: because it is defined in .anyOf[0].not.properties[a]'],
    ],
  ])('%s', (_, given, refusals) => {
    expect(schemaRefusals(given)).toEqual(refusals);
  });
});
