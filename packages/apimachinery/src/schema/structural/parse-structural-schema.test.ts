import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../../api/json-value.ts';
import { parseStructuralSchema } from './parse-structural-schema.ts';

/** Why a schema cannot be read. */
function problemWith(schema: JsonValue): string | undefined {
  const parsed = parseStructuralSchema(schema, 'at');
  return parsed.ok ? undefined : parsed.error;
}

describe('a keyword of the wrong type', () => {
  test.each<[JsonValue, string]>([
    [{ title: 5 }, 'json: cannot unmarshal number into Go struct field at.title of type string'],
    [{ type: true }, 'json: cannot unmarshal bool into Go struct field at.type of type string'],
    [{ format: [] }, 'json: cannot unmarshal array into Go struct field at.format of type string'],
    [{ nullable: 'x' }, 'json: cannot unmarshal string into Go struct field at.nullable of type bool'],
    [
      { externalDocs: 'x' },
      'json: cannot unmarshal string into Go struct field at.externalDocs of type v1.ExternalDocumentation',
    ],
    [{ enum: 'x' }, 'json: cannot unmarshal string into Go struct field at.enum of type []v1.JSON'],
    [{ enum: {} }, 'json: cannot unmarshal object into Go struct field at.enum of type []v1.JSON'],
    [{ minimum: 'x' }, 'json: cannot unmarshal string into Go struct field at.minimum of type float64'],
    [{ maximum: true }, 'json: cannot unmarshal bool into Go struct field at.maximum of type float64'],
    [{ multipleOf: [] }, 'json: cannot unmarshal array into Go struct field at.multipleOf of type float64'],
    [
      { exclusiveMinimum: 1 },
      'json: cannot unmarshal number into Go struct field at.exclusiveMinimum of type bool',
    ],
    [
      { exclusiveMaximum: 'x' },
      'json: cannot unmarshal string into Go struct field at.exclusiveMaximum of type bool',
    ],
    [{ minLength: 1.5 }, 'json: cannot unmarshal number into Go struct field at.minLength of type int64'],
    [{ maxLength: 'x' }, 'json: cannot unmarshal string into Go struct field at.maxLength of type int64'],
    [{ pattern: 5 }, 'json: cannot unmarshal number into Go struct field at.pattern of type string'],
    [{ minItems: {} }, 'json: cannot unmarshal object into Go struct field at.minItems of type int64'],
    [{ maxItems: true }, 'json: cannot unmarshal bool into Go struct field at.maxItems of type int64'],
    [{ uniqueItems: 'x' }, 'json: cannot unmarshal string into Go struct field at.uniqueItems of type bool'],
    [
      { minProperties: 'x' },
      'json: cannot unmarshal string into Go struct field at.minProperties of type int64',
    ],
    [
      { maxProperties: 0.5 },
      'json: cannot unmarshal number into Go struct field at.maxProperties of type int64',
    ],
    [{ required: 'x' }, 'json: cannot unmarshal string into Go struct field at.required of type []string'],
    [{ required: [5] }, 'json: cannot unmarshal number into Go struct field at.required of type string'],
    [
      { properties: [] },
      'json: cannot unmarshal array into Go struct field at.properties of type map[string]v1.JSONSchemaProps',
    ],
    [
      { properties: { a: 5 } },
      'json: cannot unmarshal number into Go struct field at.properties of type v1.JSONSchemaProps',
    ],
    [
      { additionalProperties: 'x' },
      'json: cannot unmarshal string into Go struct field at.additionalProperties of type v1.JSONSchemaProps',
    ],
    [
      { additionalProperties: { type: 5 } },
      'json: cannot unmarshal number into Go struct field at.additionalProperties.type of type string',
    ],
    [{ items: 5 }, 'json: cannot unmarshal number into Go struct field at.items of type v1.JSONSchemaProps'],
    [
      { items: { items: { type: 5 } } },
      'json: cannot unmarshal number into Go struct field at.items.items.type of type string',
    ],
    [
      { allOf: {} },
      'json: cannot unmarshal object into Go struct field at.allOf of type []v1.JSONSchemaProps',
    ],
    [
      { allOf: ['x'] },
      'json: cannot unmarshal string into Go struct field at.allOf of type v1.JSONSchemaProps',
    ],
    [
      { anyOf: 'x' },
      'json: cannot unmarshal string into Go struct field at.anyOf of type []v1.JSONSchemaProps',
    ],
    [
      { oneOf: [[]] },
      'json: cannot unmarshal array into Go struct field at.oneOf of type v1.JSONSchemaProps',
    ],
    [{ not: 'x' }, 'json: cannot unmarshal string into Go struct field at.not of type v1.JSONSchemaProps'],
    [
      { 'x-kubernetes-preserve-unknown-fields': 1 },
      'json: cannot unmarshal number into Go struct field at.x-kubernetes-preserve-unknown-fields of type bool',
    ],
    [
      { 'x-kubernetes-embedded-resource': 'x' },
      'json: cannot unmarshal string into Go struct field at.x-kubernetes-embedded-resource of type bool',
    ],
    [
      { 'x-kubernetes-int-or-string': {} },
      'json: cannot unmarshal object into Go struct field at.x-kubernetes-int-or-string of type bool',
    ],
    [
      { 'x-kubernetes-list-type': 5 },
      'json: cannot unmarshal number into Go struct field at.x-kubernetes-list-type of type string',
    ],
    [
      { 'x-kubernetes-list-map-keys': 'x' },
      'json: cannot unmarshal string into Go struct field at.x-kubernetes-list-map-keys of type []string',
    ],
    [
      { 'x-kubernetes-map-type': [] },
      'json: cannot unmarshal array into Go struct field at.x-kubernetes-map-type of type string',
    ],
    [
      { 'x-kubernetes-validations': {} },
      'json: cannot unmarshal object into Go struct field at.x-kubernetes-validations of type []v1.ValidationRule',
    ],
    [
      { 'x-kubernetes-validations': ['x'] },
      'json: cannot unmarshal string into Go struct field at.x-kubernetes-validations of type v1.ValidationRule',
    ],
    [
      { 'x-kubernetes-validations': [{ rule: 5 }] },
      'json: cannot unmarshal number into Go struct field at.x-kubernetes-validations.rule of type string',
    ],
    [
      { 'x-kubernetes-validations': [{ message: 5 }] },
      'json: cannot unmarshal number into Go struct field at.x-kubernetes-validations.message of type string',
    ],
    [
      { 'x-kubernetes-validations': [{ messageExpression: 5 }] },
      'json: cannot unmarshal number into Go struct field at.x-kubernetes-validations.messageExpression of type string',
    ],
    [
      { 'x-kubernetes-validations': [{ reason: 5 }] },
      'json: cannot unmarshal number into Go struct field at.x-kubernetes-validations.reason of type string',
    ],
    [
      { 'x-kubernetes-validations': [{ fieldPath: 5 }] },
      'json: cannot unmarshal number into Go struct field at.x-kubernetes-validations.fieldPath of type string',
    ],
    [
      { 'x-kubernetes-validations': [{ optionalOldSelf: 'x' }] },
      'json: cannot unmarshal string into Go struct field at.x-kubernetes-validations.optionalOldSelf of type bool',
    ],
  ])('%o', (schema, problem) => {
    expect(problemWith(schema)).toBe(problem);
  });
});

describe('what is read', () => {
  test.each<[JsonValue, object]>([
    [{ type: 'object', title: null, unknown: 5 }, { type: 'object' }],
    [
      { properties: { a: null, constructor: { type: 'string' } } },
      { properties: { a: {}, constructor: { type: 'string' } } },
    ],
    [{ allOf: [null, { minimum: 2n ** 60n }] }, { allOf: [{}, { minimum: 2 ** 60 }] }],
    [
      { maxLength: 5n, additionalProperties: false, items: { default: null } },
      { maxLength: 5, additionalProperties: false, items: {} },
    ],
    [{ items: [] }, {}],
    [{ items: [{ type: 'string' }] }, { unsupported: ['items-list'] }],
    [
      { $ref: '', id: 'x', dependencies: {}, additionalItems: false },
      { unsupported: ['$ref', 'additionalItems', 'dependencies', 'id'] },
    ],
    [
      { definitions: { a: {} }, patternProperties: { a: {} } },
      { unsupported: ['definitions', 'patternProperties'] },
    ],
    [
      {
        definitions: {},
        patternProperties: {},
        id: '',
        $ref: null,
        additionalItems: null,
        dependencies: null,
      },
      {},
    ],
    [
      { default: { a: [null] }, enum: [null, 1n], example: 'x' },
      { default: { a: [null] }, enum: [null, 1n], example: 'x' },
    ],
    [
      { 'x-kubernetes-validations': [{}, { message: null, unknown: 1 }] },
      { 'x-kubernetes-validations': [{ rule: '' }, { rule: '' }] },
    ],
    [
      {
        'x-kubernetes-validations': [
          {
            rule: 'a',
            message: 'b',
            messageExpression: 'c',
            reason: 'd',
            fieldPath: 'e',
            optionalOldSelf: true,
          },
        ],
      },
      {
        'x-kubernetes-validations': [
          {
            rule: 'a',
            message: 'b',
            messageExpression: 'c',
            reason: 'd',
            fieldPath: 'e',
            optionalOldSelf: true,
          },
        ],
      },
    ],
  ])('%o', (schema, read) => {
    expect(parseStructuralSchema(schema)).toEqual({ ok: true, schema: read });
  });

  test('goes 300 levels down, and no further', () => {
    const nested = (depth: number): JsonValue => (depth === 0 ? {} : { not: nested(depth - 1) });
    expect(problemWith(nested(300))).toBeUndefined();
    expect(problemWith(nested(301))).toMatch(/^at\.not.*: more than 300 nested schemas$/);
  });

  test('is a schema, whatever stands there', () => {
    const given: readonly JsonValue[] = [null, 5, 5n, true, 'x', []];
    expect(given.map((one) => parseStructuralSchema(one))).toEqual(
      ['object', 'number', 'number', 'bool', 'string', 'array'].map((kind) => ({
        ok: false,
        error: `json: cannot unmarshal ${kind} into Go struct field JSONSchemaProps of type v1.JSONSchemaProps`,
      })),
    );
  });
});
