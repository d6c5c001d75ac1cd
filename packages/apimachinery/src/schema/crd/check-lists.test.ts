import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../api/json-value.ts';
import { schemaRefusals } from './refusals-of.test-support.ts';

describe('lists and maps', () => {
  test.each<[string, JsonObject, readonly string[]]>([
    [
      'a type of list on an object',
      { type: 'object', 'x-kubernetes-list-type': 'atomic' },
      ['.type: Invalid value: "object": must be array if x-kubernetes-list-type is specified'],
    ],
    [
      'a type of list without a type',
      {
        type: 'object',
        properties: {
          a: { 'x-kubernetes-preserve-unknown-fields': true, 'x-kubernetes-list-type': 'atomic' },
        },
      },
      ['.properties[a].type: Required value: must be array if x-kubernetes-list-type is specified'],
    ],
    [
      'an unknown type of list',
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'bag' } },
      },
      [
        '.properties[a].x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"',
      ],
    ],
    [
      'an unknown type of list with nullable items',
      {
        type: 'object',
        properties: {
          a: { type: 'array', items: { type: 'string', nullable: true }, 'x-kubernetes-list-type': 'bag' },
        },
      },
      [
        '.properties[a].x-kubernetes-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"',
      ],
    ],
    [
      'an atomic list with nullable items',
      {
        type: 'object',
        properties: {
          a: { type: 'array', items: { type: 'string', nullable: true }, 'x-kubernetes-list-type': 'atomic' },
        },
      },
      [],
    ],
    [
      'a set',
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' } },
      },
      [],
    ],
    [
      'a set with nullable items',
      {
        type: 'object',
        properties: {
          a: { type: 'array', items: { type: 'string', nullable: true }, 'x-kubernetes-list-type': 'set' },
        },
      },
      ['.properties[a].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is set'],
    ],
    [
      'a set of objects',
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'set' } },
      },
      [
        '.properties[a].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      'a set of granular objects',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object', 'x-kubernetes-map-type': 'granular' },
            'x-kubernetes-list-type': 'set',
          },
        },
      },
      [
        '.properties[a].items.x-kubernetes-map-type: Invalid value: null: must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      'a set of atomic objects',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object', 'x-kubernetes-map-type': 'atomic' },
            'x-kubernetes-list-type': 'set',
          },
        },
      },
      [],
    ],
    [
      'a set of lists',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'array', items: { type: 'string' } },
            'x-kubernetes-list-type': 'set',
          },
        },
      },
      [],
    ],
    [
      'a set of atomic lists',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'atomic' },
            'x-kubernetes-list-type': 'set',
          },
        },
      },
      [],
    ],
    [
      'a set of sets',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-type': 'set' },
            'x-kubernetes-list-type': 'set',
          },
        },
      },
      [
        '.properties[a].items.x-kubernetes-list-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      'a set without items',
      { type: 'object', properties: { a: { type: 'array', 'x-kubernetes-list-type': 'set' } } },
      ['.properties[a].items: Required value: must be specified'],
    ],
    [
      'a set of objects that say a list type',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object', 'x-kubernetes-list-type': 'set' },
            'x-kubernetes-list-type': 'set',
          },
        },
      },
      [
        '.properties[a].items.type: Invalid value: "object": must be array if x-kubernetes-list-type is specified',
        '.properties[a].items.x-kubernetes-map-type: Invalid value: "set": must be atomic as item of a list with x-kubernetes-list-type=set',
      ],
    ],
    [
      'keys without a type of list',
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-list-map-keys': ['a'] } },
      },
      [
        '.properties[a].x-kubernetes-list-type: Required value: must be map if x-kubernetes-list-map-keys is non-empty',
      ],
    ],
    [
      'keys of a set',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'string' },
            'x-kubernetes-list-map-keys': ['a'],
            'x-kubernetes-list-type': 'set',
          },
        },
      },
      [
        '.properties[a].x-kubernetes-list-type: Invalid value: "set": must be map if x-kubernetes-list-map-keys is non-empty',
      ],
    ],
    [
      'no keys of a set',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'string' },
            'x-kubernetes-list-map-keys': [],
            'x-kubernetes-list-type': 'set',
          },
        },
      },
      [],
    ],
    [
      'a map',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
            'x-kubernetes-list-map-keys': ['k'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      [],
    ],
    [
      'a map whose key has a default',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object', properties: { k: { type: 'string', default: 'x' } } },
            'x-kubernetes-list-map-keys': ['k'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      [],
    ],
    [
      'a map whose key may be missing',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: {
              type: 'object',
              required: ['l'],
              properties: { k: { type: 'string' }, l: { type: 'string' } },
            },
            'x-kubernetes-list-map-keys': ['k', 'l'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      [
        '.properties[a].items.properties[k].default: Required value: this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property',
      ],
    ],
    [
      'a map whose key may be null',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object', required: ['k'], properties: { k: { type: 'string', nullable: true } } },
            'x-kubernetes-list-map-keys': ['k'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      [
        '.properties[a].items.properties[k].nullable: Forbidden: this property is in x-kubernetes-list-map-keys, so it cannot be nullable',
      ],
    ],
    [
      'a map without keys',
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'object' }, 'x-kubernetes-list-type': 'map' } },
      },
      [
        '.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
      ],
    ],
    [
      'a map with empty keys',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object' },
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': [],
          },
        },
      },
      [
        '.properties[a].x-kubernetes-list-map-keys: Required value: must not be empty if x-kubernetes-list-type is map',
      ],
    ],
    [
      'a map without items',
      {
        type: 'object',
        properties: {
          a: { type: 'array', 'x-kubernetes-list-map-keys': ['k'], 'x-kubernetes-list-type': 'map' },
        },
      },
      [
        '.properties[a].items: Required value: must be specified',
        '.properties[a].items: Required value: must have a schema if x-kubernetes-list-type is map',
      ],
    ],
    [
      'a map of texts',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'string' },
            'x-kubernetes-list-map-keys': ['k'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      [
        '.properties[a].items.type: Invalid value: "string": must be object if parent array\'s x-kubernetes-list-type is map',
      ],
    ],
    [
      'a map of what is unknown',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { 'x-kubernetes-preserve-unknown-fields': true },
            'x-kubernetes-list-map-keys': ['k'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      [
        '.properties[a].items.type: Invalid value: "": must be object if parent array\'s x-kubernetes-list-type is map',
      ],
    ],
    [
      'a map with an unknown key',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object', properties: { k: { type: 'string', default: 'x' } } },
            'x-kubernetes-list-map-keys': ['k', 'l', 'toString'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      [
        '.properties[a].x-kubernetes-list-map-keys: Invalid value: ["k","l","toString"]: entries must all be names of item properties',
        '.properties[a].x-kubernetes-list-map-keys: Invalid value: ["k","l","toString"]: entries must all be names of item properties',
      ],
    ],
    [
      'a map with a key twice',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object', properties: { k: { type: 'string', default: 'x' } } },
            'x-kubernetes-list-map-keys': ['k', 'k'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      [
        '.properties[a].x-kubernetes-list-map-keys: Invalid value: ["k","k"]: must not contain duplicate entries',
      ],
    ],
    [
      'a map with a key that is an object',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: {
              type: 'object',
              required: ['k', 'l', 'm'],
              properties: {
                k: { type: 'object' },
                l: { type: 'array', items: { type: 'string' } },
                m: { type: 'integer' },
              },
            },
            'x-kubernetes-list-map-keys': ['k', 'l', 'm'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      [
        '.properties[a].items.properties[k].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
        '.properties[a].items.properties[l].type: Invalid value: "object": must be a scalar type if parent array\'s x-kubernetes-list-type is map',
      ],
    ],
    [
      'a map with nullable items',
      {
        type: 'object',
        properties: {
          a: {
            type: 'array',
            items: { type: 'object', nullable: true, required: ['k'], properties: { k: { type: 'string' } } },
            'x-kubernetes-list-map-keys': ['k'],
            'x-kubernetes-list-type': 'map',
          },
        },
      },
      ['.properties[a].items.nullable: Forbidden: cannot be nullable when x-kubernetes-list-type is map'],
    ],
    [
      'a type of map on a list',
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'string' }, 'x-kubernetes-map-type': 'atomic' } },
      },
      ['.properties[a].type: Invalid value: "array": must be object if x-kubernetes-map-type is specified'],
    ],
    [
      'a type of map without a type',
      {
        type: 'object',
        properties: { a: { 'x-kubernetes-int-or-string': true, 'x-kubernetes-map-type': 'atomic' } },
      },
      ['.properties[a].type: Required value: must be object if x-kubernetes-map-type is specified'],
    ],
    [
      'an unknown type of map',
      { type: 'object', properties: { a: { type: 'object', 'x-kubernetes-map-type': 'set' } } },
      [
        '.properties[a].x-kubernetes-map-type: Unsupported value: "set": supported values: "atomic", "granular"',
      ],
    ],
    [
      'known types of maps',
      {
        type: 'object',
        properties: {
          a: { type: 'object', 'x-kubernetes-map-type': 'granular' },
          b: { type: 'object', 'x-kubernetes-map-type': 'atomic' },
        },
      },
      [],
    ],
  ])('%s', (_, given, refusals) => {
    expect(schemaRefusals(given)).toEqual(refusals);
  });
});
