import type { JsonValue } from '@archipelago/apimachinery';
import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { goDuration } from '../shapes/go-duration.ts';
import { listOf } from '../shapes/list-of.ts';
import { mapOf } from '../shapes/map-of.ts';
import { quantity } from '../shapes/quantity.ts';
import { canonicalValue } from './canonical-value.ts';

const schema = Type.Object({
  amounts: Type.Optional(mapOf(quantity())),
  interval: Type.Optional(goDuration()),
  list: Type.Optional(listOf(Type.String())),
  needed: listOf(Type.String()),
  stanza: Type.Optional(Type.Object({ text: Type.Optional(Type.String()) })),
  bindings: Type.Optional(mapOf(Type.Object({ list: Type.Optional(listOf(Type.String())) }))),
});

const cases: readonly (readonly [title: string, value: JsonValue, canonical: JsonValue])[] = [
  [
    'amounts',
    { amounts: { cpu: '0.5', memory: '2048Mi', disk: 1 } },
    { amounts: { cpu: '500m', memory: '2Gi', disk: '1' } },
  ],
  [
    'integers beyond the safe ones',
    { amounts: { a: 9007199254740993n } },
    { amounts: { a: '9007199254740993' } },
  ],
  ['durations', { interval: '36h30m' }, { interval: '36h30m0s' }],
  ['empty optional lists and maps', { list: [], amounts: {}, bindings: {} }, {}],
  ['empty lists that are required', { needed: [] }, { needed: [] }],
  [
    'empty objects, which say that something is on',
    { stanza: {}, bindings: { a: {} } },
    { stanza: {}, bindings: { a: {} } },
  ],
  ['values inside maps', { bindings: { a: { list: [] } } }, { bindings: { a: {} } }],
  ['what the schema does not know', { other: { list: [], cpu: '0.5' } }, { other: { list: [], cpu: '0.5' } }],
  [
    'values of other types',
    { interval: 5, amounts: null, list: 'x' },
    { interval: 5, amounts: null, list: 'x' },
  ],
];

describe('canonicalValue', () => {
  it.each(cases)('%s', (_, value, canonical) => {
    expect(canonicalValue(schema, value)).toEqual(canonical);
    expect(canonicalValue(schema, canonical)).toEqual(canonical);
  });
});
