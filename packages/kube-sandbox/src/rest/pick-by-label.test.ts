import { parseLabelSelectorText } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { MemoryStore } from '../storage/memory-store.ts';
import { pickByLabel } from './pick-by-label.ts';

function stored(store: MemoryStore, name: string, labels: Record<string, string>): void {
  store.put({ resource: '/things', namespace: 'a', name }, { metadata: { name, labels } });
}

function names(store: MemoryStore, text: string): readonly string[] {
  const parsed = parseLabelSelectorText(text);
  if (!parsed.ok) throw new Error(parsed.message);
  const picked = pickByLabel(store.list('/things', 'a'), parsed.selector.requirements);
  return picked.map(({ key }) => key.name);
}

test('where one value is wanted, only the objects with it are looked at, also after a change', () => {
  const store = new MemoryStore(10, 0);
  stored(store, 'b', { app: 'x' });
  stored(store, 'a', { app: 'x', tier: 'y' });
  stored(store, 'c', { app: 'z' });
  stored(store, 'd', {});
  expect(names(store, 'app=x')).toEqual(['a', 'b']);
  expect(names(store, 'app in (z),tier!=y')).toEqual(['c']);
  expect(names(store, 'app=none')).toEqual([]);
  expect(names(store, 'constructor=none')).toEqual([]);
  stored(store, 'c', { app: 'x' });
  expect(names(store, 'app=x')).toEqual(['a', 'b', 'c']);
});

test.each(['app in (x,z)', 'app!=x', 'app', '!app', ''])('%s takes a look at everything', (text) => {
  const store = new MemoryStore(10, 0);
  stored(store, 'a', { app: 'x' });
  stored(store, 'b', {});
  expect(names(store, text)).toEqual(['a', 'b']);
});
