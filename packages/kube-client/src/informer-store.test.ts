import type { KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { createInformerStore } from './informer-store.ts';

interface Kept {
  readonly name: string;
  readonly zones: readonly string[];
}

function pod(name: string, more: object = {}, zones: readonly string[] = []): KubernetesObject {
  const metadata = { name, namespace: 'ns', uid: name, resourceVersion: '1', ...more };
  return { apiVersion: 'v1', kind: 'Pod', metadata, zones };
}

function store() {
  return createInformerStore<Kept>({
    trim: ({ metadata, zones }) => ({
      name: metadata.name,
      zones: Array.isArray(zones) ? zones.filter((zone) => typeof zone === 'string') : [],
    }),
    sameContent: (old, now) => old.zones.join() === now.zones.join(),
    indexes: { zone: ({ zones }) => zones, initial: ({ name }) => [name.slice(0, 1)] },
  });
}

const kept = (name: string, ...zones: readonly string[]): Kept => ({ name, zones });

describe('what becomes of an object', () => {
  it.each<[string, KubernetesObject, readonly object[]]>([
    ['is the same version', pod('a', {}, ['y']), []],
    ['is newer, and says the same', pod('a', { resourceVersion: '2' }, ['x']), []],
    [
      'is newer, and says something else',
      pod('a', { resourceVersion: '2' }, ['y']),
      [{ type: 'updated', old: kept('a', 'x'), object: kept('a', 'y') }],
    ],
    [
      'has no version, and says something else',
      pod('a', { resourceVersion: undefined }, ['y']),
      [{ type: 'updated', old: kept('a', 'x'), object: kept('a', 'y') }],
    ],
    [
      'is another of that name, though it says the same',
      pod('a', { uid: 'new' }, ['x']),
      [
        { type: 'deleted', object: kept('a', 'x') },
        { type: 'added', object: kept('a', 'x') },
      ],
    ],
    [
      'has that name in another namespace',
      pod('a', { namespace: 'other' }, ['x']),
      [{ type: 'added', object: kept('a', 'x') }],
    ],
    [
      'has that name in no namespace',
      pod('a', { namespace: undefined }, ['x']),
      [{ type: 'added', object: kept('a', 'x') }],
    ],
  ])('that %s', (_, next, events) => {
    const objects = store();
    expect(objects.put(pod('a', {}, ['x']))).toEqual([{ type: 'added', object: kept('a', 'x') }]);
    expect(objects.put(next)).toEqual(events);
  });

  it('without versions is that it was updated, unless its content tells', () => {
    const objects = createInformerStore({ trim: ({ metadata }: KubernetesObject) => metadata.name });
    objects.put(pod('a', { resourceVersion: undefined }));
    expect(objects.put(pod('a', { resourceVersion: undefined }))).toHaveLength(1);
    objects.put(pod('a', { resourceVersion: '3' }));
    expect(objects.put(pod('a', { resourceVersion: '3' }))).toEqual([]);
  });

  it('keeps the newest, also where nothing is told', () => {
    const objects = createInformerStore({
      trim: ({ metadata }: KubernetesObject) => metadata.resourceVersion,
      sameContent: () => true,
    });
    objects.put(pod('a'));
    expect(objects.put(pod('a', { resourceVersion: '2' }))).toEqual([]);
    expect(objects.get({ namespace: 'ns', name: 'a' })).toBe('2');
  });

  it('is the same for as long as nothing of it changes, and so is the list of all', () => {
    const objects = createInformerStore({
      trim: ({ metadata, zones }: KubernetesObject) => ({ name: metadata.name, zones }),
      sameContent: () => true,
    });
    objects.put(pod('a', {}, ['x']));
    objects.put(pod('b'));
    const [before, all] = [objects.get({ namespace: 'ns', name: 'a' }), objects.list()];
    objects.put(pod('a', { resourceVersion: '2' }, ['x']));
    const relisted = objects.beginReplacement();
    relisted.add([pod('b'), pod('a', { resourceVersion: '3' }, ['x'])].map((each) => objects.gather(each)));
    expect(relisted.finish('9')).toEqual([]);
    expect(objects.get({ namespace: 'ns', name: 'a' })).toBe(before);
    expect(objects.list()).toBe(all);
    objects.put(pod('a', { resourceVersion: '4' }, ['y']));
    expect(objects.list()).not.toBe(all);
    expect(objects.list()).toContainEqual({ name: 'a', zones: ['y'] });
    // still the very version that is known: it was told by a watch that began anew
    const now = objects.get({ namespace: 'ns', name: 'a' });
    objects.put(pod('a', { resourceVersion: '4' }, ['y']));
    expect(objects.get({ namespace: 'ns', name: 'a' })).toBe(now);
  });

  it('that goes is told with what was known of it; one that nobody knew is not', () => {
    const objects = store();
    objects.put(pod('a', {}, ['x']));
    expect(objects.remove(pod('a', {}, ['y']))).toEqual([{ type: 'deleted', object: kept('a', 'x') }]);
    expect(objects.remove(pod('a'))).toEqual([]);
    expect(objects.size).toBe(0);
  });
});

describe('looking objects up', () => {
  it('by name, by namespace, and by what indexes say', () => {
    const objects = store();
    objects.put(pod('a', {}, ['x', 'y']));
    objects.put(pod('b', { namespace: 'other' }, ['y']));
    expect(objects.get({ namespace: 'ns', name: 'a' })).toEqual(kept('a', 'x', 'y'));
    expect(objects.get({ name: 'a' })).toBeUndefined();
    expect(objects.list().map(({ name }) => name)).toEqual(['a', 'b']);
    expect(objects.list('other').map(({ name }) => name)).toEqual(['b']);
    expect(objects.list('none')).toEqual([]);
    expect(objects.byIndex('zone', 'y').map(({ name }) => name)).toEqual(['a', 'b']);
    expect(objects.byIndex('initial', 'b').map(({ name }) => name)).toEqual(['b']);
    expect(objects.byIndex('zone', 'z')).toEqual([]);
    expect(() => objects.byIndex('rack', 'z')).toThrow('no index "rack"; declared: zone, initial');
  });

  it('gives the same array of all until something changes', () => {
    const objects = store();
    objects.put(pod('a', {}, ['x']));
    const before = objects.list();
    expect(objects.list()).toBe(before);
    objects.put(pod('a', { resourceVersion: '2' }, ['x']));
    expect(objects.list()).toBe(before);
    objects.put(pod('a', { resourceVersion: '3' }, ['y']));
    expect(objects.list()).not.toBe(before);
    const after = objects.list();
    objects.remove(pod('b'));
    objects.remove(pod('a'));
    expect([after.length, objects.list()]).toEqual([1, []]);
    const replacement = objects.beginReplacement();
    replacement.add([objects.gather(pod('c'))]);
    const gathering = objects.list();
    replacement.finish();
    expect([gathering, objects.list()]).toEqual([[], [kept('c')]]);
  });

  it('finds an object no longer where it was', () => {
    const objects = store();
    objects.put(pod('a', {}, ['x', 'y']));
    objects.put(pod('a', { resourceVersion: '2' }, ['y', 'z']));
    const zones = () => ['x', 'y', 'z'].filter((zone) => objects.byIndex('zone', zone).length > 0);
    expect(zones()).toEqual(['y', 'z']);
    objects.remove(pod('a'));
    expect(zones()).toEqual([]);
  });
});

describe('a new complete state', () => {
  it('replaces the former one at once when it is complete, and tells the differences', () => {
    const objects = store();
    for (const name of ['a', 'b', 'c']) objects.put(pod(name, {}, ['x']));
    const replacement = objects.beginReplacement();
    replacement.add([objects.gather(pod('b', { resourceVersion: '2' }, ['y']))]);
    replacement.add([objects.gather(pod('c', {}, ['x'])), objects.gather(pod('d', {}, ['x']))]);
    expect(objects.list().map(({ name }) => name)).toEqual(['a', 'b', 'c']);
    expect(objects.byIndex('zone', 'y')).toEqual([]);
    expect(replacement.finish()).toEqual([
      { type: 'deleted', object: kept('a', 'x') },
      { type: 'updated', old: kept('b', 'x'), object: kept('b', 'y') },
      { type: 'added', object: kept('d', 'x') },
    ]);
    expect(objects.list().map(({ name }) => name)).toEqual(['b', 'c', 'd']);
    expect(objects.byIndex('zone', 'x').map(({ name }) => name)).toEqual(['c', 'd']);
    expect(objects.byIndex('zone', 'y').map(({ name }) => name)).toEqual(['b']);
  });
});
