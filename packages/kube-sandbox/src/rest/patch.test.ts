import type { JsonObject } from '@archipelago/apimachinery';
import { beforeEach, describe, expect, test } from 'vitest';
import { metadataOf } from '../json/json-access.ts';
import { BODY_LIMIT } from '../requests/read-body.ts';
import { configMap, configMaps, TestServer, thing, things } from '../test-server.test-support.ts';

let api: TestServer;

beforeEach(async () => {
  api = new TestServer();
  await api.must(
    'POST',
    `${configMaps}?fieldManager=maker`,
    configMap('a', {}, { data: { k: 'v', l: 'w' } }),
  );
  await api.define([{ name: 'v1' }]);
  await api.must('POST', things, thing('a', { list: [1, 2] }));
});

async function data(): Promise<unknown> {
  return (await api.get(`${configMaps}/a`)).body.data;
}

describe('the media type decides what a patch means', () => {
  const merge = 'application/merge-patch+json';
  const strategic = 'application/strategic-merge-patch+json';
  const json = 'application/json-patch+json';
  const apply = 'application/apply-patch+yaml';
  const operations = [{ op: 'remove', path: '/metadata/annotations' }];
  const patches: readonly (readonly [string, string, unknown, number])[] = [
    [configMaps, merge, {}, 200],
    [configMaps, `${merge}; charset=utf-8`, {}, 200],
    [configMaps, merge.toUpperCase(), {}, 200],
    [configMaps, strategic, {}, 200],
    [configMaps, json, [], 200],
    [configMaps, json, operations, 422],
    [configMaps, json, {}, 400],
    [configMaps, merge, [], 400],
    [configMaps, 'application/json', {}, 415],
    [configMaps, 'application/yaml', {}, 415],
    [configMaps, 'text/plain', {}, 415],
    [configMaps, '', {}, 415],
    [things, merge, {}, 200],
    [things, json, [], 200],
    [things, strategic, {}, 415],
    [things, 'application/json', {}, 415],
    [configMaps, apply, configMap('a'), 422],
    [things, apply, thing('a'), 422],
  ];

  test.each(patches)('%s %s %j', async (collection, type, body, status) => {
    expect((await api.send('PATCH', `${collection}/a`, body, { type })).status).toBe(status);
  });

  test('a merge patch replaces lists, a strategic one merges them by their keys', async () => {
    const templates = '/apis/apps/v1/namespaces/default/deployments';
    const labels = { x: 'y' };
    const spec = (...containers: readonly object[]) => ({ template: { spec: { containers } } });
    const container = (name: string, image: string) => ({ name, image });
    const template = { metadata: { labels }, ...spec(container('a', '1'), container('b', '1')).template };
    await api.must('POST', templates, {
      metadata: { name: 'p' },
      spec: { selector: { matchLabels: labels }, template },
    });
    const patch = { spec: spec(container('b', '2')) };
    const images = (object: JsonObject) => JSON.stringify(object.spec).match(/"image":"."/g);
    expect(images(await api.must('PATCH', `${templates}/p`, patch, { type: 'strategic' }))).toEqual(
      ['"image":"2"', '"image":"1"'].reverse(),
    );
    const replaced = await api.send('PATCH', `${templates}/p?dryRun=All`, patch);
    expect(images(replaced.body) ?? []).toHaveLength(1);
  });

  const broken: readonly (readonly [string, string])[] = [
    ['merge', '{'],
    ['merge', 'null'],
    ['json-patch', '{"op":"add"}'],
    ['json-patch', '[{"op":"jump","path":"/a"}]'],
    ['strategic', '[]'],
    ['apply', 'a: b: c'],
    ['apply', '[]'],
  ];

  test.each(broken)('a broken %s patch is refused, and nothing changed: %s', async (type, text) => {
    const { revision } = api.store;
    const { status } = await api.send('PATCH', `${configMaps}/a?fieldManager=m`, text, { type });
    expect([400, 422, 500]).toContain(status);
    expect(api.store.revision).toBe(revision);
  });

  test('a failed test stops a JSON patch as a whole', async () => {
    const patch = [
      { op: 'replace', path: '/data/k', value: 'new' },
      { op: 'test', path: '/data/l', value: 'other' },
    ];
    expect((await api.send('PATCH', `${configMaps}/a`, patch, { type: 'json-patch' })).status).toBe(422);
    expect(await data()).toEqual({ k: 'v', l: 'w' });
  });

  const misplaced: readonly (readonly [JsonObject, number])[] = [
    [{ metadata: { name: 'b' } }, 400],
    [{ metadata: { namespace: 'kube-system' } }, 400],
    [{ kind: 'Secret' }, 422],
    [{ apiVersion: 'v2' }, 422],
    [{ metadata: { uid: 'other' } }, 422],
    [{ data: { k: 1 } }, 422],
  ];

  test.each(misplaced)('may not make another object of it: %j', async (patch, status) => {
    expect((await api.send('PATCH', `${configMaps}/a`, patch)).status).toBe(status);
  });
});

describe('sizes', () => {
  const huge = 'x'.repeat(BODY_LIMIT + 1);
  const requests: readonly (readonly [string, string, string])[] = [
    ['POST', configMaps, 'json'],
    ['POST', configMaps, 'yaml'],
    ['POST', configMaps, 'application/vnd.kubernetes.protobuf'],
    ['PUT', `${configMaps}/a`, 'json'],
    ['PATCH', `${configMaps}/a`, 'merge'],
    ['PATCH', `${configMaps}/a`, 'json-patch'],
    ['PATCH', `${configMaps}/a`, 'strategic'],
    ['PATCH', `${configMaps}/a?fieldManager=m`, 'apply'],
    ['DELETE', `${configMaps}/a`, 'json'],
  ];

  test.each(requests)('%s %s of %s has a limit', async (method, target, type) => {
    expect((await api.send(method, target, huge, { type })).status).toBe(413);
    expect(await data()).toEqual({ k: 'v', l: 'w' });
  });

  test('annotations have one', async () => {
    const limit = 256 * 1024;
    const annotate = (size: number) =>
      api.send('PATCH', `${configMaps}/a`, { metadata: { annotations: { key: 'x'.repeat(size - 3) } } });
    expect([(await annotate(limit)).status, (await annotate(limit + 1)).status]).toEqual([200, 422]);
  });
});

describe('what nobody knows', () => {
  /** A ConfigMap with a field that is not one, a Thing with a field twice. */
  const unknown = { ...configMap('a', { odd: 1 }), extra: 1, data: { k: 'new' } };

  const validations: readonly (readonly [string, number, readonly string[]])[] = [
    ['', 200, ['299 - "unknown field \\"metadata.odd\\""', '299 - "unknown field \\"extra\\""']],
    ['Warn', 200, ['299 - "unknown field \\"metadata.odd\\""', '299 - "unknown field \\"extra\\""']],
    ['Ignore', 200, []],
    ['Strict', 400, []],
    ['strict', 422, []],
  ];

  test.each(validations)('is told as fieldValidation=%s wants', async (validation, status, warnings) => {
    const answer = await api.send('PUT', `${configMaps}/a?fieldValidation=${validation}`, unknown);
    expect([answer.status, answer.warnings]).toEqual([status, warnings]);
    expect(await data()).toEqual(status === 200 ? { k: 'new' } : { k: 'v', l: 'w' });
    if (status === 200) expect(answer.body.extra).toBeUndefined();
  });

  const strict: readonly (readonly [string, string, unknown, string, string])[] = [
    [
      'POST',
      configMaps,
      { ...unknown, metadata: { name: 'b' } },
      'json',
      'strict decoding error: unknown field "extra"',
    ],
    ['PATCH', `${configMaps}/a`, { extra: 1 }, 'merge', 'strict decoding error: unknown field "extra"'],
    [
      'PATCH',
      `${configMaps}/a`,
      [{ op: 'add', path: '/extra', value: 1 }],
      'json-patch',
      'unknown field "extra"',
    ],
    [
      'POST',
      configMaps,
      '{"metadata":{"name":"b"},"data":{"k":"v","k":"w"}}',
      'json',
      'duplicate field "data.k"',
    ],
    [
      'POST',
      configMaps,
      'metadata:\n  name: b\ndata:\n  k: v\n  k: w\n',
      'yaml',
      'line 5: key "k" already set in map',
    ],
    [
      'PUT',
      `${configMaps}/a`,
      '{"metadata":{"name":"a"},"data":{},"data":{"k":"w"}}',
      'json',
      'duplicate field "data"',
    ],
  ];

  test.each(strict)(
    'is refused when that is wanted: %s %s %j',
    async (...[method, target, body, type, problem]) => {
      const { revision } = api.store;
      const answer = await api.send(method, `${target}?fieldValidation=Strict`, body, { type });
      expect([400, 422]).toContain(answer.status);
      expect(answer.message).toContain(problem);
      expect(api.store.revision).toBe(revision);
    },
  );

  test('is pruned of custom resources, and told', async () => {
    api = new TestServer();
    const spec = { type: 'object', properties: { x: { type: 'integer', default: 3 } } };
    await api.define([{ name: 'v1', schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }]);
    const made = await api.send('POST', things, thing('a', { spec: { y: 1 } }));
    expect([made.body.spec, made.warnings]).toEqual([{ x: 3 }, ['299 - "unknown field \\"spec.y\\""']]);
    const refused = await api.send(
      'POST',
      `${things}?fieldValidation=Strict`,
      thing('b', { spec: { y: 1 } }),
    );
    expect([refused.status, refused.message]).toEqual([
      400,
      expect.stringContaining('unknown field "spec.y"'),
    ]);
    const wrong = await api.send('POST', things, thing('b', { spec: { x: 'text' } }));
    expect([wrong.status, wrong.causes]).toEqual([422, ['spec.x']]);
    const named = await api.send('POST', things, { ...thing('b'), kind: 'Other' });
    expect(named.status).toBe(422);
    expect((await api.send('POST', things, { metadata: { name: 'b' } })).status).toBe(400);
    expect((await api.send('POST', things, { ...thing('b'), apiVersion: 'example.com/v2' })).status).toBe(
      400,
    );
  });
});

describe('a server-side apply', () => {
  function applied(manager: string, k: string, query = '') {
    const body = configMap('a', {}, { data: { k } });
    return api.send('PATCH', `${configMaps}/a?fieldManager=${manager}${query}`, body, { type: 'apply' });
  }

  test('conflicts with another manager, and takes the field when forced', async () => {
    const refused = await applied('other', 'new');
    expect([refused.status, refused.causes]).toEqual([409, ['.data.k']]);
    expect(refused.message).toContain('conflict with "maker"');
    expect((await applied('other', 'new', '&force=false')).status).toBe(409);
    expect(await data()).toEqual({ k: 'v', l: 'w' });
    expect((await applied('other', 'v')).status).toBe(200);
    expect((await applied('other', 'new')).status).toBe(409);
    expect((await applied('other', 'new', '&force=true')).status).toBe(200);
    expect(await data()).toEqual({ k: 'new', l: 'w' });
    const fields = metadataOf((await api.get(`${configMaps}/a`)).body).managedFields;
    expect(fields).toMatchObject([
      { manager: 'other', operation: 'Apply', fieldsV1: { 'f:data': { 'f:k': {} } } },
      { manager: 'maker', operation: 'Update', fieldsV1: { 'f:data': { 'f:l': {} } } },
    ]);
  });

  test('gives up what is applied no more, unless others want it', async () => {
    const put = (keys: readonly string[], manager: string) => {
      const body = configMap('b', {}, { data: Object.fromEntries(keys.map((key) => [key, 'x'])) });
      return api.must('PATCH', `${configMaps}/b?fieldManager=${manager}`, body, { type: 'apply' });
    };
    await put(['one', 'two', 'three'], 'first');
    await put(['two'], 'second');
    expect((await put(['one'], 'first')).data).toEqual({ one: 'x', two: 'x' });
    expect((await put([], 'second')).data).toEqual({ one: 'x' });
  });

  test('wants a manager, the type and the name', async () => {
    const send = (query: string, body: JsonObject) =>
      api.send('PATCH', `${configMaps}/a${query}`, body, { type: 'apply' });
    const statuses = [
      await send('', configMap('a')),
      await send(`?fieldManager=${'m'.repeat(129)}`, configMap('a')),
      await send('?fieldManager=a%01', configMap('a')),
      await send('?fieldManager=m', { metadata: { name: 'a' } }),
      await send('?fieldManager=m', configMap('b')),
      await send('?fieldManager=m', configMap('a', { managedFields: [{ manager: 'x' }] })),
    ].map(({ status }) => status);
    expect(statuses).toEqual([422, 422, 422, 400, 400, 400]);
    expect((await api.send('PATCH', `${configMaps}/a?force=true`, {})).status).toBe(422);
  });

  test('makes what is not there, unless it is about a certain object', async () => {
    const send = (metadata: JsonObject) =>
      api.send('PATCH', `${configMaps}/new?fieldManager=m`, configMap('new', metadata), { type: 'apply' });
    expect((await send({ uid: 'gone' })).status).toBe(409);
    expect((await send({})).status).toBe(201);
    expect((await send({})).status).toBe(200);
  });
});
