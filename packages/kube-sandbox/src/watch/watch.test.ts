import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { metadataOf } from '../json/json-access.ts';
import { configMap, configMaps, TestServer, thing, things } from '../test-server.test-support.ts';

let api: TestServer;

beforeEach(() => {
  api = new TestServer();
});

function relabel(name: string, labels: JsonObject): Promise<JsonObject> {
  return api.must('PATCH', `${configMaps}/${name}`, { metadata: { labels } });
}

async function revisionNow(): Promise<string> {
  return textAt((await api.get(configMaps)).metadata, 'resourceVersion');
}

describe('an object that enters or leaves the selection', () => {
  /** What happens to one ConfigMap `a`, and what a watch of the labels hears. */
  const stories: readonly {
    readonly labelSelector: string;
    readonly first: JsonObject;
    readonly later: JsonObject;
    readonly heard: readonly string[];
  }[] = [
    { labelSelector: 'x=1', first: { x: '1' }, later: { y: '1' }, heard: ['ADDED a', 'MODIFIED a'] },
    { labelSelector: 'x=1', first: { x: '1' }, later: { x: '2' }, heard: ['ADDED a', 'DELETED a'] },
    { labelSelector: 'x=1', first: { x: '1' }, later: { x: null }, heard: ['ADDED a', 'DELETED a'] },
    { labelSelector: 'x=1', first: { x: '2' }, later: { x: '1' }, heard: ['ADDED a'] },
    { labelSelector: 'x=1', first: { x: '2' }, later: { x: '3' }, heard: [] },
    { labelSelector: 'x!=1', first: { x: '2' }, later: { x: '1' }, heard: ['ADDED a', 'DELETED a'] },
    { labelSelector: 'x in (1,2)', first: { x: '1' }, later: { x: '2' }, heard: ['ADDED a', 'MODIFIED a'] },
    { labelSelector: 'x notin (1)', first: { x: '1' }, later: { x: '2' }, heard: ['ADDED a'] },
    { labelSelector: '!x', first: {}, later: { x: '1' }, heard: ['ADDED a', 'DELETED a'] },
    { labelSelector: 'x', first: {}, later: { x: '' }, heard: ['ADDED a'] },
    {
      labelSelector: 'x=1,y=1',
      first: { x: '1', y: '1' },
      later: { y: '2' },
      heard: ['ADDED a', 'DELETED a'],
    },
  ];

  test.each(stories)(
    '$labelSelector: $first, then $later',
    async ({ labelSelector, first, later, heard }) => {
      const query = new URLSearchParams({ labelSelector });
      const began = await revisionNow();
      const live = await api.watch(`${configMaps}?watch=1&${query}`);
      await api.must('POST', configMaps, configMap('a', { labels: first }));
      await relabel('a', later);
      expect(live.news()).toEqual(heard);
      const resumed = await api.watch(`${configMaps}?watch=1&${query}&resourceVersion=${began}`);
      expect(resumed.news()).toEqual(heard);
      await api.must('DELETE', `${configMaps}/a`);
      const isSelected = heard.length > 0 && heard.at(-1) !== 'DELETED a';
      expect(live.news()).toEqual(isSelected ? ['DELETED a'] : []);
    },
  );

  test('is last seen as it was while it was selected, at the revision of the change', async () => {
    const watch = await api.watch(`${configMaps}?watch=1&labelSelector=x`);
    await api.must('POST', configMaps, configMap('a', { labels: { x: '1' } }));
    const changed = await relabel('a', { x: null });
    const left = watch.events.at(-1)?.object ?? {};
    expect(metadataOf(left)).toMatchObject({
      labels: { x: '1' },
      resourceVersion: metadataOf(changed).resourceVersion,
    });
  });

  test('is deleted as it was, at the revision of the removal', async () => {
    const created = await api.must('POST', configMaps, configMap('a', { labels: { x: '1' } }));
    const watch = await api.watch(`${configMaps}?watch=1&labelSelector=x`);
    await api.must('DELETE', `${configMaps}/a`);
    const gone = metadataOf(watch.events.at(-1)?.object ?? {});
    expect(gone.labels).toEqual({ x: '1' });
    expect(Number(gone.resourceVersion)).toBe(Number(metadataOf(created).resourceVersion) + 1);
  });

  test('by its fields, too: a pod that moves to a node and ends', async () => {
    const pods = '/api/v1/namespaces/default/pods';
    const spec = { containers: [{ name: 'c', image: 'i' }] };
    const onNode = await api.watch(`${pods}?watch=1&fieldSelector=spec.nodeName%3Dn1`);
    const alive = await api.watch(`${pods}?watch=1&fieldSelector=status.phase!%3DSucceeded`);
    await api.must('POST', pods, { metadata: { name: 'p' }, spec });
    expect([onNode.news(), alive.news()]).toEqual([[], ['ADDED p']]);
    await api.must('POST', `${pods}/p/binding`, { metadata: { name: 'p' }, target: { name: 'n1' } });
    expect([onNode.news(), alive.news()]).toEqual([['ADDED p'], ['MODIFIED p']]);
    await api.must('PATCH', `${pods}/p/status`, { status: { phase: 'Succeeded' } });
    expect([onNode.news(), alive.news()]).toEqual([['MODIFIED p'], ['DELETED p']]);
  });

  test('by the fields that a definition names', async () => {
    const spec = { type: 'object', properties: { color: { type: 'string' } } };
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
    await api.define([{ name: 'v1', schema, selectableFields: [{ jsonPath: '.spec.color' }] }]);
    const watch = await api.watch(`${things}?watch=1&fieldSelector=spec.color%3Dred`);
    await api.must('POST', things, thing('a', { spec: { color: 'blue' } }));
    await api.must('PATCH', `${things}/a`, { spec: { color: 'red' } });
    await api.must('PATCH', `${things}/a`, { spec: { color: 'green' } });
    expect(watch.news()).toEqual(['ADDED a', 'DELETED a']);
    expect((await api.get(`${things}?fieldSelector=spec.size%3D1`)).status).toBe(400);
  });

  test('by name and by labels at once', async () => {
    const watch = await api.watch(`${configMaps}?watch=1&fieldSelector=metadata.name%3Da&labelSelector=x`);
    for (const name of ['a', 'b']) {
      await api.must('POST', configMaps, configMap(name));
      await relabel(name, { x: '1' });
    }
    expect(watch.news()).toEqual(['ADDED a']);
  });
});

describe('a watch', () => {
  const others = '/api/v1/namespaces/kube-system/configmaps';

  test('of a namespace does not hear of others, one of all does', async () => {
    const began = await revisionNow();
    const one = await api.watch(`${configMaps}?watch=1`);
    const all = await api.watch('/api/v1/configmaps?watch=1');
    await api.must('POST', configMaps, configMap('a'));
    await api.must('POST', others, configMap('b'));
    expect([one.news(), all.news()]).toEqual([['ADDED a'], ['ADDED a', 'ADDED b']]);
    expect((await api.watch(`${configMaps}?watch=1`)).news()).toEqual(['ADDED a']);
    expect((await api.watch(`${configMaps}?watch=1&resourceVersion=${began}`)).news()).toEqual(['ADDED a']);
  });

  test('begins with what is there and selected, or after a revision with what came later', async () => {
    await api.must('POST', configMaps, configMap('a', { labels: { x: '1' } }));
    await api.must('POST', configMaps, configMap('b'));
    const middle = await revisionNow();
    const selected = `${configMaps}?watch=1&labelSelector=x`;
    expect((await api.watch(selected)).news()).toEqual(['ADDED a']);
    await api.must('POST', configMaps, configMap('c', { labels: { x: '1' } }));
    await api.must('DELETE', `${configMaps}/b`);
    expect((await api.watch(`${selected}&resourceVersion=0`)).news()).toEqual(['ADDED a', 'ADDED c']);
    expect((await api.watch(`${selected}&resourceVersion=${middle}`)).news()).toEqual(['ADDED c']);
    const everything = await api.watch(`${configMaps}?watch=1&resourceVersion=${middle}`);
    expect(everything.news()).toEqual(['ADDED c', 'DELETED b']);
    expect((await api.watch(`${configMaps}?watch=1&resourceVersion=${await revisionNow()}`)).news()).toEqual(
      [],
    );
  });

  test('of one object is the old form of a watch by name', async () => {
    const watch = await api.watch('/api/v1/watch/namespaces/default/configmaps/a');
    await api.must('POST', configMaps, configMap('a'));
    await api.must('POST', configMaps, configMap('b'));
    expect(watch.news()).toEqual(['ADDED a']);
  });

  test('from a revision that is forgotten hears 410 and ends', async () => {
    const began = await revisionNow();
    await api.must('POST', configMaps, configMap('a'));
    api.store.compact();
    const late = await api.watch(`${configMaps}?watch=1&resourceVersion=${began}`);
    expect(late.events[0]).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } });
    expect([late.events.length, late.ended]).toEqual([1, true]);
    await api.must('POST', configMaps, configMap('b'));
    expect(late.events.length).toBe(1);
    const inTime = await api.watch(
      `${configMaps}?watch=1&resourceVersion=${Number(await revisionNow()) - 1}`,
    );
    expect(inTime.news()).toEqual(['ADDED b']);
  });

  const initial = `${configMaps}?watch=1&resourceVersionMatch=NotOlderThan`;
  const openings: readonly (readonly [string, readonly string[]])[] = [
    [`${initial}&sendInitialEvents=true&allowWatchBookmarks=true`, ['ADDED a', 'BOOKMARK']],
    [`${initial}&sendInitialEvents=true`, ['ADDED a']],
    [`${initial}&sendInitialEvents=false&allowWatchBookmarks=true`, []],
    [
      `${initial}&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersion=101`,
      ['ADDED a', 'BOOKMARK'],
    ],
    [`${configMaps}?watch=1&allowWatchBookmarks=true&resourceVersion=0`, ['ADDED a', 'BOOKMARK']],
    [`${configMaps}?watch=1`, ['ADDED a']],
  ];

  test.each(openings)('opens as asked: %s', async (target, news) => {
    await api.must('POST', configMaps, configMap('a'));
    const watch = await api.watch(target);
    const bookmark = watch.events.find(({ type }) => type === 'BOOKMARK');
    expect(watch.news()).toEqual(news);
    if (bookmark === undefined) return;
    expect(bookmark.object).toMatchObject({
      kind: 'ConfigMap',
      apiVersion: 'v1',
      metadata: {
        resourceVersion: await revisionNow(),
        annotations: { 'k8s.io/initial-events-end': 'true' },
      },
    });
  });

  const refused: readonly (readonly [string, number])[] = [
    ['resourceVersion=x', 500],
    ['labelSelector=a%3Db%3Dc', 400],
    ['fieldSelector=spec.nope%3D1', 400],
    ['sendInitialEvents=true', 422],
    ['resourceVersionMatch=NotOlderThan', 422],
    ['sendInitialEvents=true&resourceVersionMatch=Exact', 422],
    ['timeoutSeconds=soon', 400],
  ];

  test.each(refused)('is refused: %s', async (query, status) => {
    expect((await api.get(`${configMaps}?watch=1&${query}`)).status).toBe(status);
  });

  test('speaks no YAML', async () => {
    const answer = await api.get(`${configMaps}?watch=1`, { headers: { accept: 'application/yaml' } });
    expect(answer.status).toBe(406);
  });

  test('ends with the server, with its definition, and when the client goes', async () => {
    await api.define([{ name: 'v1' }]);
    const ofThings = await api.watch(`${things}?watch=1`);
    const left = await api.watch(`${configMaps}?watch=1`);
    const ofMaps = await api.watch(`${configMaps}?watch=1`);
    await api.must('DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.example.com');
    expect([ofThings.ended, ofMaps.ended]).toEqual([true, false]);
    left.stop();
    await api.must('POST', configMaps, configMap('a'));
    expect([left.news(), ofMaps.news()]).toEqual([[], ['ADDED a']]);
    api.server.stop();
    expect([left.ended, ofMaps.ended]).toEqual([false, true]);
    await api.must('POST', configMaps, configMap('b'));
    expect(ofMaps.news()).toEqual([]);
  });

  test('as tables has the columns once; as metadata it has only that', async () => {
    const as = (kind: string) => ({ headers: { accept: `application/json;as=${kind};v=v1;g=meta.k8s.io` } });
    const table = await api.watch(`${configMaps}?watch=1`, as('Table'));
    const partial = await api.watch(`${configMaps}?watch=1`, as('PartialObjectMetadata'));
    for (const name of ['a', 'b'])
      await api.must('POST', configMaps, configMap(name, {}, { data: { k: 'v' } }));
    const columns = table.events.map(({ object }) => objectsAt(object, 'columnDefinitions').length > 0);
    const cells = table.events.map(({ object }) => objectsAt(object, 'rows')[0]?.cells);
    expect([columns, cells]).toEqual([
      [true, false],
      [
        ['a', 1, '0s'],
        ['b', 1, '0s'],
      ],
    ]);
    const revisions = table.events.map(({ object }) => metadataOf(object).resourceVersion);
    expect(revisions).toEqual(partial.events.map(({ object }) => metadataOf(object).resourceVersion));
    expect(revisions[1]).toBe(String(api.store.revision));
    const [first] = partial.events;
    expect(first?.object).toMatchObject({ kind: 'PartialObjectMetadata', metadata: { name: 'a' } });
    expect(objectAt(first?.object ?? {}, 'data')).toEqual({});
  });
});

describe('in time', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('a watch that wants bookmarks gets one a minute, with the present revision', async () => {
    const without = await api.watch(`${configMaps}?watch=1`);
    const watch = await api.watch(`${configMaps}?watch=1&allowWatchBookmarks=true&resourceVersion=101`);
    watch.news();
    await api.must('POST', '/api/v1/namespaces/default/secrets', { metadata: { name: 's' } });
    vi.advanceTimersByTime(59_999);
    expect(watch.news()).toEqual([]);
    vi.advanceTimersByTime(1);
    const revision = metadataOf(watch.events[0]?.object ?? {}).resourceVersion;
    expect(revision).toBe(String(api.store.revision));
    expect(metadataOf(watch.events[0]?.object ?? {}).annotations).toBeUndefined();
    watch.stop();
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(120_000);
    expect([watch.news(), without.news()]).toEqual([['BOOKMARK'], []]);
  });

  test('a watch ends when the client said, or after half an hour to an hour', async () => {
    const short = await api.watch(`${configMaps}?watch=1&timeoutSeconds=5`);
    const long = await api.watch(`${configMaps}?watch=1`);
    vi.advanceTimersByTime(4999);
    expect([short.ended, long.ended]).toEqual([false, false]);
    vi.advanceTimersByTime(1);
    expect([short.ended, long.ended]).toEqual([true, false]);
    vi.advanceTimersByTime(1_790_000);
    expect(long.ended).toBe(false);
    vi.advanceTimersByTime(5000);
    expect(long.ended).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
