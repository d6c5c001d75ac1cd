import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../api/json-value.ts';
import { schemaRefusals } from './refusals-of.test-support.ts';

describe('keywords', () => {
  test.each<[string, JsonObject, readonly string[]]>([
    [
      'a root that is nullable',
      { type: 'object', nullable: true },
      ['.nullable: Forbidden: nullable cannot be true at the root'],
    ],
    [
      'a field that is nullable',
      { type: 'object', properties: { a: { type: 'string', nullable: true } } },
      [],
    ],
    [
      'items that have to be unique',
      { type: 'object', properties: { a: { type: 'array', uniqueItems: true, items: { type: 'string' } } } },
      [
        '.properties[a].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic',
      ],
    ],
    [
      'items that need not',
      { type: 'object', properties: { a: { type: 'array', uniqueItems: false, items: { type: 'string' } } } },
      [],
    ],
    ['a reference', { type: 'object', $ref: '#/x' }, ['.$ref: Forbidden: $ref is not supported']],
    ['an empty reference', { type: 'object', $ref: '' }, ['.$ref: Forbidden: $ref is not supported']],
    [
      'more items',
      { type: 'object', additionalItems: false },
      ['.additionalItems: Forbidden: additionalItems is not supported'],
    ],
    [
      'definitions',
      { type: 'object', definitions: { a: {} } },
      ['.definitions: Forbidden: definitions is not supported'],
    ],
    ['no definitions', { type: 'object', definitions: {} }, []],
    [
      'dependencies',
      { type: 'object', dependencies: { a: ['b'] } },
      ['.dependencies: Forbidden: dependencies is not supported'],
    ],
    [
      'no dependencies',
      { type: 'object', dependencies: {} },
      ['.dependencies: Forbidden: dependencies is not supported'],
    ],
    ['an id', { type: 'object', id: 'x' }, ['.id: Forbidden: id is not supported']],
    ['an empty id', { type: 'object', id: '' }, []],
    [
      'a list of items',
      { type: 'object', properties: { a: { type: 'array', items: [{ type: 'string' }] } } },
      ['.properties[a].items: Forbidden: items must be a schema object and not an array'],
    ],
    [
      'an empty list of items',
      { type: 'object', properties: { a: { type: 'array', items: [] } } },
      ['.properties[a].items: Required value: must be specified'],
    ],
    [
      'patterns of fields',
      { type: 'object', patternProperties: { a: {} } },
      ['.patternProperties: Forbidden: patternProperties is not supported'],
    ],
    ['no patterns of fields', { type: 'object', patternProperties: {} }, []],
    [
      'a reference further down',
      {
        type: 'object',
        properties: { a: { type: 'array', items: { type: 'string', $ref: 'x' } } },
        not: { id: 'y' },
      },
      [
        '.properties[a].items.$ref: Forbidden: $ref is not supported',
        '.not.id: Forbidden: id is not supported',
      ],
    ],
    [
      'unsupported keywords that are null',
      {
        type: 'object',
        $ref: null,
        id: null,
        definitions: null,
        dependencies: null,
        additionalItems: null,
        patternProperties: null,
      },
      [],
    ],
    [
      'a default of metadata',
      { type: 'object', properties: { metadata: { type: 'object', default: {} } } },
      ['.properties[metadata].default: Forbidden: must not be set in top-level metadata'],
    ],
    [
      'a default in metadata',
      {
        type: 'object',
        properties: { metadata: { type: 'object', properties: { name: { type: 'string', default: 'x' } } } },
      },
      ['.properties[metadata].properties[name].default: Forbidden: must not be set in top-level metadata'],
    ],
    [
      'a default of kind and apiVersion',
      {
        type: 'object',
        properties: { kind: { type: 'string', default: 'x' }, apiVersion: { type: 'string', default: 'x' } },
      },
      [
        '.properties[kind].default: Forbidden: must not be set in top-level kind',
        '.properties[apiVersion].default: Forbidden: must not be set in top-level apiVersion',
      ],
    ],
    [
      'a default of another field',
      {
        type: 'object',
        properties: {
          spec: { type: 'object', default: {}, properties: { kind: { type: 'string', default: 'x' } } },
        },
      },
      [],
    ],
    [
      "a default in a resource's metadata",
      {
        type: 'object',
        properties: {
          a: {
            type: 'object',
            'x-kubernetes-embedded-resource': true,
            properties: {
              metadata: { type: 'object', properties: { name: { type: 'string', default: 'x' } } },
            },
          },
        },
      },
      [],
    ],
    [
      "a default in the values of a resource's metadata",
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
                  labels: { type: 'object', additionalProperties: { type: 'string', default: 'x' } },
                },
              },
            },
          },
        },
      },
      [
        '.properties[a].properties[metadata].properties[labels].additionalProperties.default: Forbidden: must not be set inside additionalProperties applying to object metadata',
      ],
    ],
  ])('%s', (_, given, refusals) => {
    expect(schemaRefusals(given)).toEqual(refusals);
  });
});
