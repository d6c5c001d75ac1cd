import { expect, test } from 'vitest';
import type { SnapshotPart } from '../../snapshot/snapshot.ts';
import { unreadKinds } from './unread-kinds.ts';

function part(plural: string, reading: SnapshotPart['reading'], version = 'v1'): SnapshotPart {
  return { resource: { group: 'a', version, plural, kind: plural, namespaced: true }, reading };
}

function unread(...parts: readonly SnapshotPart[]): readonly string[] {
  return unreadKinds({ takenAt: 0, server: '', masked: false, parts });
}

const refused = { state: 'failed', code: 403 } as const;
const fix = '; archipelago doctor rbac --bind WHO prints the rights that looking takes';

test('what a snapshot lacks is told in a sentence for each answer', () => {
  expect(unread(part('x', { state: 'absent' }), part('y', { state: 'read', objects: [] }))).toEqual([]);
  expect(
    unread(part('x', refused), part('x', refused, 'v2'), part('y', { state: 'failed', code: 500 })),
  ).toEqual([`x.a could not be read (HTTP status 403)${fix}`, 'y.a could not be read (HTTP status 500)']);
});

test('of many the first are named', () => {
  expect(unread(...['p', 'q', 'r', 's', 't'].map((plural) => part(plural, refused)))).toEqual([
    `p.a, q.a, r.a and 2 more could not be read (HTTP status 403)${fix}`,
  ]);
});
