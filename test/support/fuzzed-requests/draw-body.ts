import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { Draw } from '../seeded-random.ts';
import { damage, drawn } from './damage.ts';
import { chance } from './draw-options.ts';
import { apiVersionOf, type FuzzedKind } from './fuzzed-kind.ts';

/** A body and what is odd about it. */
interface DrawnBody {
  readonly object: JsonObject;
  readonly how: string;
}

const METADATA: readonly JsonObject[] = [
  { labels: { app: 'fuzz', tier: 'x' } },
  { labels: { 'bad key': 'x' } },
  { labels: { app: 'bad value!' } },
  { annotations: { 'example.com/note': 'a\nb' } },
  { annotations: { 'bad//key': 'x' } },
  { finalizers: ['example.com/hold'] },
  { finalizers: ['nodomain'] },
  { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'x', uid: '@uid@' }] },
  { ownerReferences: [{ apiVersion: 'v1', kind: '', name: 'x', uid: '' }] },
  { generateName: 'made-' },
  { uid: 'another' },
  { uid: '@uid@' },
  { resourceVersion: '@version@' },
  { resourceVersion: '1' },
  { resourceVersion: 'x' },
  { creationTimestamp: '2020-01-01T00:00:00Z' },
  { deletionTimestamp: '2020-01-01T00:00:00Z' },
  { generation: 5 },
  { managedFields: [] },
  { managedFields: [{ manager: 'x', operation: 'Odd', apiVersion: 'v1' }] },
  { unknown: 'x' },
  { labels: null },
  { labels: { app: 5 } },
  { namespace: 'default' },
  { name: 'Odd_Name' },
  { name: '' },
  { name: 'dots.in.name' },
  { name: 'x'.repeat(254) },
  { name: null },
  { selfLink: '/x' },
];

/** A whole object of a kind under a name: mostly a valid one. */
export function drawObject(draw: Draw, kind: FuzzedKind, name: string): DrawnBody {
  const { metadata } = kind.content;
  const object = {
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    ...kind.content,
    metadata: { ...(isJsonObject(metadata) ? metadata : {}), name },
  };
  const luck = draw(100);
  if (luck < 45) return { object, how: 'valid' };
  if (luck < 80) return damage(draw, object);
  if (luck < 95) return withMetadata(draw, object);
  const identity = drawn(draw, [
    { apiVersion: 'v2' },
    { kind: 'Other' },
    { apiVersion: undefined },
    { kind: undefined },
    { apiVersion: 5 },
    { metadata: null },
    { metadata: 'x' },
  ]);
  return { object: { ...object, ...identity }, how: `identity ${JSON.stringify(identity)}` };
}

function withMetadata(draw: Draw, object: JsonObject & { readonly metadata: JsonObject }): DrawnBody {
  const odd = drawn(draw, METADATA);
  const how = `metadata ${JSON.stringify(odd).slice(0, 60)}`;
  return { object: { ...object, metadata: { ...object.metadata, ...odd } }, how };
}

/** JSON, sometimes no longer. */
export function written(
  draw: Draw,
  { object, how }: DrawnBody,
): { readonly text: string; readonly how: string } {
  const text = JSON.stringify(object);
  if (!chance(draw, 4)) return { text, how };
  const odd = drawn(draw, ['cut', 'empty', 'list', 'twice', 'doubled member', 'number', 'null']);
  const bodies: Readonly<Record<string, string>> = {
    cut: text.slice(0, -3),
    empty: '',
    list: `[${text}]`,
    twice: text + text,
    'doubled member': text.replace('{', '{"kind":"X",'),
    number: '5',
    null: 'null',
  };
  return { text: bodies[odd] ?? text, how: `body ${odd}` };
}
