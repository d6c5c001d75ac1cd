import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { logName } from './file-names.ts';
import {
  asKilled,
  emptyFolder,
  keepStore,
  key,
  removeFolders,
  thing,
  thingsIn,
} from './kept-store.test-support.ts';
import { forgetDataFolder } from './open-data-folder.ts';

afterAll(removeFolders);

const logOf = (folder: string, number = 0) => join(folder, logName(number));

test('what was put is there when the folder is opened again; an ended cluster goes on at its revision', async () => {
  const folder = emptyFolder();
  const first = keepStore(folder);
  expect([first.data.isNew, first.store.revision]).toEqual([true, 100]);
  first.store.put(key('one'), { ...thing(1), big: 9007199254740993n });
  first.store.put(key('two'), thing(2));
  first.store.remove(key('two'));
  await first.data.close();
  const { store, data, notices } = keepStore(folder);
  expect([data.isNew, store.revision, notices]).toEqual([false, 103, []]);
  expect(store.get(key('one'))).toMatchObject({
    revision: 101,
    object: { value: 1, big: 9007199254740993n },
  });
  expect(Object.isFrozen(store.get(key('one'))?.object.metadata)).toBe(true);
  expect(store.eventsSince('/things', 101)?.map(({ type, revision }) => [type, revision])).toEqual([
    ['ADDED', 102],
    ['DELETED', 103],
  ]);
  await data.close();
});

test('files are for their owner only', async () => {
  const folder = emptyFolder();
  const { data } = keepStore(join(folder, 'a/b'));
  const place = join(folder, 'a/b');
  const modes = [place, ...readdirSync(place).map((name) => join(place, name))].map(
    (path) => statSync(path).mode & 0o777,
  );
  await data.close();
  expect(new Set(modes.slice(1))).toEqual(new Set([0o600]));
  expect(modes[0]).toBe(0o700);
});

test('after a kill revisions go on behind all that may have been given out; who knows one of those looks anew', async () => {
  const folder = emptyFolder();
  const killed = keepStore(folder);
  killed.store.put(key('one'), thing(1));
  const copy = asKilled(folder);
  const { store, data } = keepStore(copy);
  expect(store.revision).toBeGreaterThan(100_000);
  expect(store.eventsSince('/things', 101)).toEqual([]);
  expect(store.eventsSince('/things', 102)).toBeUndefined();
  expect(store.listAt('/things', undefined, 5_000)).toBeUndefined();
  expect(store.eventsSince('/things', store.revision)).toEqual([]);
  const { revision } = store;
  await data.close();
  const again = keepStore(copy);
  expect(again.store.revision).toBe(revision);
  expect(again.store.eventsSince('/things', 102)).toBeUndefined();
  await again.data.close();
  await killed.data.close();
});

test('a last record that is torn at any byte is dropped, and told; everything before it is there', async () => {
  const folder = emptyFolder();
  const { store, data } = keepStore(folder);
  store.put(key('one'), thing(1));
  const before = statSync(logOf(folder)).size;
  store.put(key('one'), thing(2));
  const after = statSync(logOf(folder)).size;
  for (let size = before; size <= after; size += 1) {
    const copy = asKilled(folder);
    truncateSync(logOf(copy), size);
    const torn = keepStore(copy);
    const whole = size === after;
    expect([size, thingsIn(torn.store)]).toEqual([size, { one: whole ? 2 : 1 }]);
    expect(torn.notices).toEqual(
      whole || size === before ? [] : [expect.stringContaining('nobody was told that it succeeded')],
    );
    torn.store.put(key('two'), thing(3));
    await torn.data.close();
    // to open it once more takes time
    if (size % 20 > 0 && !whole) continue;
    const again = keepStore(copy);
    expect([thingsIn(again.store), again.notices]).toEqual([{ one: whole ? 2 : 1, two: 3 }, []]);
    await again.data.close();
  }
  await data.close();
});

test('damage before the end is told with what is behind it, which is kept', async () => {
  const folder = emptyFolder();
  const { store, data } = keepStore(folder);
  store.put(key('one'), thing(1));
  const size = statSync(logOf(folder)).size;
  for (const value of [2, 3, 4]) store.put(key('one'), thing(value));
  await data.close();
  const bytes = readFileSync(logOf(folder));
  bytes[size + 30] = 0;
  writeFileSync(logOf(folder), bytes);
  const damaged = keepStore(folder);
  expect(thingsIn(damaged.store)).toEqual({ one: 1 });
  expect(damaged.notices).toEqual([
    expect.stringMatching(
      new RegExp(`damaged at byte ${size}: .*\\(3 readable records\\) is kept in .*lost-`),
    ),
  ]);
  expect(damaged.store.revision).toBeGreaterThan(100_000);
  const kept = readdirSync(folder).find((name) => name.startsWith('lost-')) ?? '';
  expect(readFileSync(join(folder, kept)).length).toBe(bytes.length - size);
  await damaged.data.close();
});

test('a log that has become long is replaced by a checkpoint, whenever the process is killed', async () => {
  const folder = emptyFolder();
  const { store, data } = keepStore(folder, 2_000);
  store.register('/things');
  for (let value = 0; value < 60; value += 1) {
    store.put(key(`n${value % 7}`), thing(value));
    const killed = keepStore(asKilled(folder));
    expect(thingsIn(killed.store)).toEqual(thingsIn(store));
    await killed.data.close();
  }
  await data.close();
  const names = readdirSync(folder).filter((name) => /^(log|checkpoint)/.test(name));
  expect(names).toHaveLength(2);
  expect(names[0]).toMatch(/^checkpoint-00000[1-9]/);
  const { store: again, data: opened } = keepStore(folder);
  expect([thingsIn(again), again.revision]).toEqual([thingsIn(store), store.revision]);
  expect(again.eventsSince('/things', 101)).toBeUndefined();
  await opened.close();
});

test('a checkpoint that is not whole is refused', async () => {
  const folder = emptyFolder();
  const { store, data } = keepStore(folder, 500);
  for (let value = 0; value < 9; value += 1) store.put(key('n'), thing(value));
  await data.close();
  const name = readdirSync(folder).find((each) => each.startsWith('checkpoint')) ?? '';
  truncateSync(join(folder, name), statSync(join(folder, name)).size - 20);
  expect(() => keepStore(folder)).toThrow(/checkpoint-.* is damaged: .*; restore a snapshot/);
});

test('a folder of a newer release, and one with something else, are refused', async () => {
  const folder = emptyFolder();
  await keepStore(folder).data.close();
  const text = '{"file":"log","format":2,"revision":100}';
  const { printLine } = await import('./record-line.ts');
  writeFileSync(logOf(folder), printLine(text));
  expect(() => keepStore(folder)).toThrow(/log-000000.jsonl: a newer release wrote it \(format 2/);
  const home = emptyFolder();
  writeFileSync(join(home, 'thesis.tex'), '');
  expect(() => keepStore(home)).toThrow(`${home} holds something else (thesis.tex)`);
  expect(() => forgetDataFolder(home)).toThrow('holds something else');
});

test('to forget a cluster removes its files and no others, and not while it runs', async () => {
  const folder = emptyFolder();
  const { store, data } = keepStore(folder);
  store.put(key('one'), thing(1));
  for (const name of ['mine.txt', 'registry', 'registry.12.tmp', 'other.12.tmp'])
    writeFileSync(join(folder, name), '');
  expect(() => forgetDataFolder(folder)).toThrow('is in use by this process');
  await data.close();
  forgetDataFolder(folder, ['registry']);
  expect(readdirSync(folder).sort()).toEqual(['mine.txt', 'other.12.tmp']);
});

test('whatever is written, and wherever it is cut off: all that was answered is there, and at most the one write under way', async () => {
  const step = fc.record({ name: fc.constantFrom('a', 'b', 'c'), value: fc.nat(9), removes: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      fc.constantFrom(300, 100_000),
      async (steps, cut, mostBytes) => {
        const folder = emptyFolder();
        const { store, data } = keepStore(folder, mostBytes);
        const states = [thingsIn(store)];
        const sizes = [0];
        let last = store.revision;
        for (const { name, value, removes } of steps) {
          if (removes) store.remove(key(name));
          else store.put(key(name), thing(value));
          if (store.revision === last) continue;
          last = store.revision;
          states.push(thingsIn(store));
          sizes.push(newestSize(folder));
        }
        const copy = asKilled(folder);
        const name = newestLog(copy);
        const end = sizes.at(-1) ?? 0;
        const before = sizes.at(-2) ?? 0;
        const kept = before < end ? before + (cut % (end - before + 1)) : end;
        truncateSync(join(copy, name), kept);
        const killed = keepStore(copy);
        const allowed = kept === end ? [states.at(-1)] : states.slice(-2);
        expect(allowed).toContainEqual(thingsIn(killed.store));
        expect(killed.store.revision).toBeGreaterThan(last);
        await killed.data.close();
        await data.close();
        removeFolders();
      },
    ),
    { numRuns: 40 },
  );
});

function newestLog(folder: string): string {
  return (
    readdirSync(folder)
      .filter((name) => name.startsWith('log-'))
      .sort()
      .at(-1) ?? ''
  );
}

function newestSize(folder: string): number {
  return statSync(join(folder, newestLog(folder))).size;
}
