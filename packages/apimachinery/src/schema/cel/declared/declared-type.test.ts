import { describe, expect, test } from 'vitest';
import type { StructuralSchema } from '../../structural/structural-schema.ts';
import { typeText } from '../values/cel-type.ts';
import { declaredType } from './declared-type.ts';

const text: StructuralSchema = { type: 'string' };

/** A type, the most elements a value can have, and the fewest bytes it takes. */
type Summary = readonly [string, bigint, bigint] | undefined;

function summary(schema: StructuralSchema, isResource = false): Summary {
  const declared = declaredType(schema, isResource);
  return declared && [typeText(declared.type), declared.maxElements, declared.minSize];
}

describe('the type and size of', () => {
  test.each<[StructuralSchema, Summary]>([
    [{ type: 'string' }, ['string', 3145726n, 2n]],
    [{ type: 'string', maxLength: 10 }, ['string', 40n, 2n]],
    [{ type: 'string', maxLength: 0 }, ['string', 0n, 2n]],
    [{ type: 'string', maxLength: -5 }, ['string', 0n, 2n]],
    [{ type: 'string', enum: ['a', 'abc', 'é'] }, ['string', 3n, 2n]],
    [{ type: 'string', enum: ['a', 5, 'ab'] }, ['string', 2n, 2n]],
    [{ type: 'string', enum: [5] }, ['string', 0n, 2n]],
    [{ type: 'string', enum: [] }, ['string', 3145726n, 2n]],
    [{ type: 'string', enum: ['abc'], maxLength: 2 }, ['string', 8n, 2n]],
    [{ type: 'string', format: 'byte' }, ['bytes', 3145726n, 2n]],
    [{ type: 'string', format: 'byte', maxLength: 10 }, ['bytes', 10n, 2n]],
    [{ type: 'string', format: 'duration' }, ['google.protobuf.Duration', 32n, 3n]],
    [{ type: 'string', format: 'duration', maxLength: 10 }, ['google.protobuf.Duration', 32n, 3n]],
    [{ type: 'string', format: 'date' }, ['google.protobuf.Timestamp', 12n, 12n]],
    [{ type: 'string', format: 'date-time' }, ['google.protobuf.Timestamp', 32n, 21n]],
    [{ type: 'string', format: 'uuid' }, ['string', 3145726n, 2n]],
    [{ type: 'integer' }, ['int', 0n, 1n]],
    [{ type: 'number' }, ['double', 0n, 1n]],
    [{ type: 'boolean' }, ['bool', 0n, 4n]],
    [{ 'x-kubernetes-int-or-string': true }, ['dyn', 3145726n, 1n]],
    [{ 'x-kubernetes-int-or-string': true, maxLength: 10 }, ['dyn', 40n, 1n]],
    [{ 'x-kubernetes-preserve-unknown-fields': true }, undefined],
    [{ type: 'array' }, undefined],
    [{ type: 'array', items: { type: 'string' } }, ['list(string)', 1048575n, 2n]],
    [{ type: 'array', items: { type: 'boolean' } }, ['list(bool)', 629145n, 2n]],
    [{ type: 'array', items: { type: 'string' }, maxItems: 10 }, ['list(string)', 10n, 2n]],
    [{ type: 'array', items: { 'x-kubernetes-preserve-unknown-fields': true } }, undefined],
    [
      { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
      ['list(list(int))', 1048575n, 2n],
    ],
    [{ type: 'object' }, ['object', 0n, 2n]],
    [{ type: 'object', additionalProperties: { type: 'string' } }, ['map(string, string)', 393215n, 2n]],
    [
      { type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 10 },
      ['map(string, int)', 10n, 2n],
    ],
    [{ type: 'object', additionalProperties: { 'x-kubernetes-preserve-unknown-fields': true } }, undefined],
    [{ type: 'object', additionalProperties: true }, ['object', 0n, 2n]],
    [{ type: 'object', properties: { a: { type: 'integer' } } }, ['object', 0n, 2n]],
    [
      { type: 'object', properties: { abc: { type: 'integer' }, d: { type: 'string' } }, required: ['abc'] },
      ['object', 0n, 10n],
    ],
    [
      {
        type: 'object',
        properties: { abc: { type: 'integer', default: 5 }, d: { type: 'string' } },
        required: ['abc'],
      },
      ['object', 0n, 2n],
    ],
    [{ type: 'object', properties: { é: { type: 'integer' } }, required: ['é'] }, ['object', 0n, 9n]],
    [
      {
        type: 'object',
        properties: { a: { type: 'object', properties: { b: { type: 'boolean' } }, required: ['b'] } },
        required: ['a', 'zz'],
      },
      ['object', 0n, 18n],
    ],
    [
      { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } },
      ['list(object)', 314572n, 2n],
    ],
    [
      {
        type: 'object',
        additionalProperties: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      },
      ['map(string, object)', 209715n, 2n],
    ],
  ])('%o', (schema, wanted) => {
    expect(summary(schema)).toEqual(wanted);
  });
});

describe('the fields of a resource', () => {
  const fields = (schema: StructuralSchema, isResource = true) =>
    [...(declaredType(schema, isResource)?.fields ?? [])].map(([name, { type, fields: below }]) =>
      [name, typeText(type), ...(below?.keys() ?? [])].join(' '),
    );

  test.each<[string, StructuralSchema, readonly string[]]>([
    [
      'of no fields',
      { type: 'object' },
      ['kind string', 'apiVersion string', 'metadata object name generateName'],
    ],
    [
      'that says other types of them',
      {
        type: 'object',
        properties: {
          kind: { type: 'integer' },
          metadata: { type: 'object', properties: { labels: text } },
          a: text,
        },
      },
      ['kind string', 'metadata object name generateName', 'a string', 'apiVersion string'],
    ],
    [
      'that says all of them',
      {
        type: 'object',
        properties: {
          kind: text,
          apiVersion: { type: 'string', maxLength: 5 },
          metadata: { type: 'object', properties: { name: text, generateName: text, labels: text } },
        },
      },
      ['kind string', 'apiVersion string', 'metadata object name generateName labels'],
    ],
    [
      'that says some of the metadata',
      {
        type: 'object',
        properties: {
          kind: text,
          apiVersion: text,
          metadata: { type: 'object', properties: { name: text, x: text } },
        },
      },
      ['kind string', 'apiVersion string', 'metadata object name generateName'],
    ],
    [
      'whose names need escapes',
      {
        type: 'object',
        properties: {
          'a.b': text,
          'c-d': text,
          'e/f': text,
          g__h: text,
          in: text,
          '1x': text,
          $: text,
          '': text,
        },
      },
      [
        ...[
          'a__dot__b string',
          'c__dash__d string',
          'e__slash__f string',
          'g__underscores__h string',
          '__in__ string',
        ],
        ...['kind string', 'apiVersion string', 'metadata object name generateName'],
      ],
    ],
  ])('%s', (_, schema, wanted) => {
    expect(fields(schema)).toEqual(wanted);
  });

  test('are not those of any object', () => {
    expect(fields({ type: 'object', properties: { a: text } }, false)).toEqual(['a string']);
  });

  test('are there in an embedded one', () => {
    const embedded: StructuralSchema = { type: 'object', 'x-kubernetes-embedded-resource': true };
    for (const schema of [
      { type: 'array', items: embedded },
      { type: 'object', additionalProperties: embedded },
    ]) {
      expect([...(declaredType(schema, false)?.element?.fields?.keys() ?? [])]).toEqual([
        'kind',
        'apiVersion',
        'metadata',
      ]);
    }
  });
});
