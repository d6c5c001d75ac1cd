import type { JsonObject, JsonValue } from '@archipelago/apimachinery';
import type { Draw } from '../seeded-random.ts';
import { drawn } from './damage.ts';
import { drawObject } from './draw-body.ts';
import { chance } from './draw-options.ts';
import type { FuzzedKind } from './fuzzed-kind.ts';

/** A patch with its media type. */
interface DrawnPatch {
  readonly type: string;
  readonly text: string;
  readonly how: string;
  readonly query: string;
}

const JSON_PATCHES: readonly JsonValue[] = [
  [{ op: 'add', path: '/metadata/labels', value: { app: 'fuzz' } }],
  [{ op: 'replace', path: '/metadata/labels/app', value: 'other' }],
  [{ op: 'remove', path: '/metadata/labels' }],
  [{ op: 'remove', path: '/metadata/nothing' }],
  [{ op: 'test', path: '/metadata/name', value: 'wrong' }],
  [{ op: 'copy', from: '/metadata/labels', path: '/metadata/annotations' }],
  [{ op: 'move', from: '/metadata/nothing', path: '/metadata/annotations' }],
  [{ op: 'odd', path: '/metadata' }],
  [{ op: 'add', path: 'metadata', value: 1 }],
  [{ op: 'add', path: '/spec', value: 5 }],
  [{ op: 'replace', path: '/kind', value: 'Other' }],
  [{ op: 'replace', path: '/metadata/name', value: 'renamed' }],
  [{ op: 'add', path: '/metadata/finalizers', value: ['bad'] }],
  [{ op: 'remove', path: '/spec' }],
  [{ op: 'replace', path: '/spec/replicas', value: '3' }],
  [{ op: 'replace', path: '/spec/replicas', value: 2 }],
  [{ op: 'add', path: '/spec/tags/-', value: 'c' }],
  [{ op: 'add', path: '/spec/tags/9', value: 'c' }],
  [{ op: 'add', path: '/spec/parts/0/weight', value: 1000 }],
  [{ path: '/metadata' }],
  [],
  {},
  'x',
];

const MERGES: readonly JsonValue[] = [
  { metadata: { labels: { app: 'fuzz' } } },
  { metadata: { labels: { app: null } } },
  { metadata: { labels: null } },
  { metadata: { labels: { app: 5 } } },
  { metadata: { labels: { 'not valid': 'x' } } },
  { metadata: { annotations: { note: 'y' } } },
  { metadata: { finalizers: ['example.com/hold'] } },
  { metadata: { finalizers: null } },
  { metadata: { name: 'renamed' } },
  { metadata: { namespace: 'renamed' } },
  { metadata: { resourceVersion: '@version@' } },
  { metadata: { resourceVersion: '1' } },
  { metadata: { resourceVersion: null } },
  { metadata: { uid: 'other' } },
  { metadata: null },
  { kind: 'Other' },
  { apiVersion: null },
  { spec: null },
  { spec: 'x' },
  { unknownField: 'x' },
  { spec: { unknownField: 'x' } },
  { spec: { replicas: 2 } },
  { spec: { replicas: -1 } },
  { spec: { replicas: null } },
  { spec: { selector: { matchLabels: { app: 'other' } } } },
  { spec: { template: { metadata: { labels: { app: 'other' } } } } },
  { spec: { template: { spec: { containers: [{ name: 'main', image: 'other' }] } } } },
  { spec: { template: { spec: { containers: [{ name: 'second', image: 'other' }] } } } },
  { spec: { containers: [{ name: 'main', image: 'other' }] } },
  { spec: { $setElementOrder: 5 } },
  { spec: { ports: [{ port: 81, name: 'more' }] } },
  { spec: { mode: 'slow' } },
  { spec: { size: 9, mode: 'slow' } },
  { spec: { fixed: 'y' } },
  { spec: { tags: ['a', 'a'] } },
  { spec: { parts: [{ name: 'p' }, { name: 'p' }] } },
  { spec: { free: { any: null } } },
  { data: { one: 'changed' } },
  { data: { one: null } },
  { data: { one: 1 } },
  { data: { 'bad key': 'x' } },
  { immutable: true },
  { type: 'Other' },
  { rules: [] },
  { roleRef: { name: 'edit' } },
  { status: { phase: 'x' } },
  { $patch: 'delete' },
  { $patch: 'replace', metadata: {} },
  { spec: { template: { spec: { containers: [{ $patch: 'delete', name: 'main' }] } } } },
  [],
  'x',
];

/** A patch of any of the five types, mostly of a type the server knows. */
export function drawPatch(draw: Draw, kind: FuzzedKind, name: string): DrawnPatch {
  const kinds = ['json', 'merge', 'merge', 'strategic', 'strategic', 'apply', 'apply', 'apply', 'odd'];
  const type = drawn(draw, kinds);
  if (type === 'apply') return drawApply(draw, kind, name);
  const value = drawn(draw, type === 'json' ? JSON_PATCHES : MERGES);
  const media = type === 'odd' ? drawn(draw, ODD_TYPES) : `application/${MEDIA[type]}+json`;
  return {
    type: media,
    text: JSON.stringify(value),
    how: `${type} ${JSON.stringify(value).slice(0, 70)}`,
    query: '',
  };
}

const MEDIA: Readonly<Record<string, string>> = {
  json: 'json-patch',
  merge: 'merge-patch',
  strategic: 'strategic-merge-patch',
};

const ODD_TYPES = [
  'application/json',
  'text/plain',
  'application/merge-patch+yaml',
  '',
  'application/merge-patch+json; charset=utf-8',
];

function drawApply(draw: Draw, kind: FuzzedKind, name: string): DrawnPatch {
  const { object, how } = drawObject(draw, kind, name);
  const manager = drawn(draw, ['a', 'a', 'b', 'c']);
  const query = chance(draw, 92)
    ? `fieldManager=${manager}${chance(draw, 60) ? '&force=true' : ''}`
    : drawn(draw, ['', 'force=true', 'fieldManager=&force=true', 'fieldManager=a&force=x']);
  const text = JSON.stringify(chance(draw, 25) ? partOf(draw, object) : object);
  const type = chance(draw, 95) ? 'application/apply-patch+yaml' : 'application/apply-patch+cbor';
  return { type, text, how: `apply ${how}`, query };
}

function partOf(draw: Draw, { apiVersion, kind, metadata, ...rest }: JsonObject): JsonObject {
  const kept = Object.entries(rest).filter(() => chance(draw, 50));
  return { apiVersion, kind, metadata, ...Object.fromEntries(kept) };
}
