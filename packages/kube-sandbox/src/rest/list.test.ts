import { objectsAt, textAt } from '@archipelago/apimachinery';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  type Answer,
  configMap,
  configMaps,
  TestServer,
  thing,
  things,
} from '../test-server.test-support.ts';

let api: TestServer;

beforeEach(() => {
  api = new TestServer();
});

async function make(...names: readonly string[]): Promise<void> {
  for (const name of names) await api.must('POST', configMaps, configMap(name, { labels: { l: name } }));
}

function token(page: Answer): string {
  return textAt(page.metadata, 'continue');
}

describe('pages', () => {
  test('show the list as it was when it began, under one revision', async () => {
    await make('a', 'b', 'c', 'd', 'e');
    const began = String(api.store.revision);
    const first = await api.get(`${configMaps}?limit=2`);
    expect([first.names, first.metadata]).toEqual([
      ['a', 'b'],
      { continue: expect.any(String), remainingItemCount: 3, resourceVersion: began },
    ]);
    await api.must('DELETE', `${configMaps}/a`);
    await api.must('DELETE', `${configMaps}/c`);
    await api.must('PATCH', `${configMaps}/d`, { data: { k: 'new' } });
    await make('bb', 'z');
    const second = await api.get(`${configMaps}?limit=2&continue=${token(first)}`);
    expect([second.names, second.metadata]).toEqual([
      ['c', 'd'],
      { continue: expect.any(String), remainingItemCount: 1, resourceVersion: began },
    ]);
    expect(objectsAt(second.body, 'items')[1]?.data).toBeUndefined();
    const last = await api.get(`${configMaps}?limit=2&continue=${token(second)}`);
    expect([last.names, last.metadata]).toEqual([['e'], { resourceVersion: began }]);
    const watch = await api.watch(`${configMaps}?watch=1&resourceVersion=${began}`);
    expect(watch.news()).toEqual(['DELETED a', 'DELETED c', 'MODIFIED d', 'ADDED bb', 'ADDED z']);
  });

  test('put together are the list, whatever the limit and the selector', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    await make(...names);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), fc.subarray(names), async (limit, picked) => {
        const query = picked.length === 0 ? '' : `&labelSelector=l%20in%20(${picked.join(',')})`;
        const seen: string[] = [];
        let next = '';
        let pages = 0;
        do {
          const page = await api.get(`${configMaps}?limit=${limit}${query}&continue=${next}`);
          expect(page.names.length).toBeLessThanOrEqual(limit);
          seen.push(...page.names);
          next = token(page);
          pages += 1;
        } while (next !== '');
        const wanted = picked.length === 0 ? names : picked;
        expect(seen).toEqual(wanted);
        expect(pages).toBe(Math.ceil(wanted.length / limit));
      }),
      { seed: 7, numRuns: 40 },
    );
  });

  test('of a selection do not say how many remain', async () => {
    await make('a', 'b', 'c');
    const page = await api.get(`${configMaps}?limit=1&labelSelector=l`);
    expect([token(page) === '', page.metadata.remainingItemCount]).toEqual([false, undefined]);
  });

  test('go across namespaces in order', async () => {
    await api.must('POST', '/api/v1/namespaces/kube-system/configmaps', configMap('a'));
    await make('b', 'c');
    const first = await api.get('/api/v1/configmaps?limit=2');
    const second = await api.get(`/api/v1/configmaps?limit=2&continue=${token(first)}`);
    expect([first.names, second.names]).toEqual([['b', 'c'], ['a']]);
  });

  test('whose history is gone are refused with a token for what is there now', async () => {
    await make('a', 'b', 'c');
    const first = await api.get(`${configMaps}?limit=1`);
    await api.must('DELETE', `${configMaps}/b`);
    await make('bb');
    api.store.compact();
    const gone = await api.get(`${configMaps}?limit=1&continue=${token(first)}`);
    expect([gone.status, gone.body.reason]).toEqual([410, 'Expired']);
    const rest = await api.get(`${configMaps}?limit=1&continue=${token(gone)}`);
    expect([rest.names, rest.metadata.resourceVersion]).toEqual([['bb'], String(api.store.revision)]);
    await make('d');
    api.store.compact();
    const last = await api.get(`${configMaps}?limit=5&continue=${token(rest)}`);
    expect([last.status, last.names]).toEqual([200, ['c', 'd']]);
  });

  const tokens = ['nonsense', '{}', '{"rv":"1","start":"x"}', '{"rv":1,"start":2}', '{"rv":1}', 'null', '1'];

  test.each(tokens)('go on only with a token of the server: %s', async (text) => {
    const made = Buffer.from(text).toString('base64url');
    for (const next of [text, made]) {
      expect((await api.get(`${configMaps}?continue=${encodeURIComponent(next)}`)).status).toBe(400);
    }
  });

  test('go on at no other revision', async () => {
    await make('a', 'b');
    const next = token(await api.get(`${configMaps}?limit=1`));
    expect((await api.get(`${configMaps}?continue=${next}&resourceVersion=5`)).status).toBe(400);
  });
});

describe('a list at a revision', () => {
  /** The query, with R for the revision of the first of two objects. */
  const cases: readonly (readonly [string, readonly string[] | number])[] = [
    ['', ['a', 'b']],
    ['resourceVersion=0', ['a', 'b']],
    ['resourceVersion=R', ['a', 'b']],
    ['resourceVersion=R&resourceVersionMatch=NotOlderThan', ['a', 'b']],
    ['resourceVersion=R&resourceVersionMatch=Exact', ['a']],
    ['resourceVersion=R&limit=5', ['a']],
    ['resourceVersion=R&limit=5&resourceVersionMatch=NotOlderThan', ['a', 'b']],
    ['resourceVersion=0&limit=5', ['a', 'b']],
    ['resourceVersion=9999', 504],
    ['resourceVersion=9999&resourceVersionMatch=Exact', 504],
    // nothing was forgotten yet, and at first there was nothing
    ['resourceVersion=1&resourceVersionMatch=Exact', []],
    ['resourceVersionMatch=Exact&fieldSelector=metadata.name', 400],
    ['resourceVersion=1', ['a', 'b']],
    ['resourceVersion=x', 400],
    ['resourceVersion=-1', 400],
    ['limit=x', 400],
    ['limit=-1', ['a', 'b']],
    ['resourceVersionMatch=Exact', 422],
    ['resourceVersion=0&resourceVersionMatch=Exact', 422],
    ['resourceVersion=R&resourceVersionMatch=Newest', 422],
    ['sendInitialEvents=true', 422],
    ['labelSelector=,,', 400],
    ['fieldSelector=spec.x%3D1', 400],
    ['fieldSelector=metadata.name%3Da', ['a']],
    ['fieldSelector=metadata.name!%3Da', ['b']],
    ['fieldSelector=metadata.namespace%3Dother', []],
    ['labelSelector=l%3Da,l%3Db', []],
  ];

  test.each(cases)('%s', async (query, wanted) => {
    await make('a');
    const revision = String(api.store.revision);
    await make('b');
    const answer = await api.get(
      `${configMaps}?${query.replace('R&', `${revision}&`).replace(/R$/, revision)}`,
    );
    expect(typeof wanted === 'number' ? answer.status : answer.names).toEqual(wanted);
  });

  test('is 410 after a compaction, and the present one is not', async () => {
    await make('a');
    const { revision } = api.store;
    await make('b');
    api.store.compact();
    const at = (wanted: number) =>
      api.get(`${configMaps}?resourceVersion=${wanted}&resourceVersionMatch=Exact`);
    expect([(await at(revision)).status, (await at(api.store.revision)).names]).toEqual([410, ['a', 'b']]);
    expect((await at(1)).status).toBe(410);
    expect((await api.get(`${configMaps}/a?resourceVersion=9999`)).status).toBe(504);
    expect((await api.get(`${configMaps}/a?resourceVersion=1`)).status).toBe(200);
  });
});

test('a list of custom resources names its kind and has an empty continue', async () => {
  await api.define([{ name: 'v1' }]);
  await api.must('POST', things, thing('a'));
  expect((await api.get(things)).body).toMatchObject({
    kind: 'ThingList',
    apiVersion: 'example.com/v1',
    metadata: { continue: '', resourceVersion: String(api.store.revision) },
    items: [{ kind: 'Thing', apiVersion: 'example.com/v1', metadata: { name: 'a' } }],
  });
});

test.each([configMaps, `${configMaps}?labelSelector=l%3Da`])(
  '%s: asked again it is the same, until something changes',
  async (path) => {
    await make('a', 'b');
    const [first, ...others] = [await api.get(path), await api.get(path), await api.get(path)];
    for (const other of others) expect(other.body).toEqual(first.body);
    await api.must('PATCH', `${configMaps}/a`, { data: { k: 'ü' } });
    for (const _ of others) {
      const changed = await api.get(path);
      expect(objectsAt(changed.body, 'items')[0]?.data).toEqual({ k: 'ü' });
      expect(changed.metadata.resourceVersion).toBe(String(api.store.revision));
    }
    expect((await api.get(path)).body).toEqual((await api.get(path)).body);
  },
);
