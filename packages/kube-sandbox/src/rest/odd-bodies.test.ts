import { beforeEach, describe, expect, it } from 'vitest';
import { configMaps, TestServer } from '../test-server.test-support.ts';

let api: TestServer;

beforeEach(() => {
  api = new TestServer();
});

const one = `${configMaps}/one`;
const apply = (body: string) =>
  api.send('PATCH', `${one}?fieldManager=me`, body, { type: 'application/apply-patch+yaml' });
const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}\n';

describe('an apply that creates', () => {
  // a real server stores it, too: conversation 31-deletion-fields
  it('stores a deletion time, which holds no deletion up', async () => {
    const metadata = { name: 'one', deletionTimestamp: '2020-01-01T00:00:00Z' };
    const body = JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
    expect((await apply(body)).status).toBe(201);
    expect((await api.get(one)).metadata).toMatchObject(metadata);
    expect((await api.send('DELETE', one)).status).toBe(200);
    expect((await api.get(one)).status).toBe(404);
  });

  it('reads as YAML what is YAML', async () => {
    expect((await apply(`${head}data: {re: '[\\ud800-\\udfff]'}\n`)).status).toBe(201);
    expect((await api.get(one)).body.data).toEqual({ re: '[\\ud800-\\udfff]' });
  });

  it('takes no half of a character in JSON', async () => {
    const body = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},"data":{"a":"\\ud800"}}';
    expect((await apply(body)).status).toBe(400);
  });
});

describe('a continue token', () => {
  it.each(['{"v":{"toString":1}}', '{"v":{}}', '{"v":null}', '{}', 'x'])('of %s is refused', async (text) => {
    const token = Buffer.from(text).toString('base64url');
    expect((await api.get(`${configMaps}?limit=1&continue=${token}`)).status).toBe(400);
  });
});

describe('members that are written twice', () => {
  it('leave others as they are, whatever their name', async () => {
    const body = (data: string) =>
      `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one"},"data":{"a":"1","a":"2",${data}}}`;
    expect((await api.send('POST', configMaps, body('"__proto__":"z"'))).status).toBe(201);
    expect((await api.get(one)).text).toMatch(/"data":\{(?=[^}]*"a":"2")(?=[^}]*"__proto__":"z")/);
  });
});

describe('an integer', () => {
  it('may be written -0', async () => {
    const spec = '{"terminationGracePeriodSeconds":-0,"containers":[{"name":"a","image":"b"}]}';
    const pod = `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":${spec}}`;
    expect((await api.send('POST', '/api/v1/namespaces/default/pods', pod)).status).toBe(201);
  });
});

// found by test/real/fuzzed-requests.test.ts
describe('requests that a real server answers in another way than one would think', () => {
  const core = '/api/v1/namespaces/default';
  const limits = '{"apiVersion":"v1","kind":"LimitRange","metadata":{"name":"one"},"spec":{"limits":[]}}';
  const endpoints = '{"apiVersion":"v1","kind":"Endpoints","metadata":{"name":"one"}}';
  const service =
    '{"apiVersion":"v1","kind":"Service","metadata":{"name":"one"},"spec":{"ports":[{"port":80}]}}';
  const versioned = (version: string) =>
    `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"one","resourceVersion":"${version}"}}`;

  it.each([
    ['an update makes a LimitRange', ['PUT', `${core}/limitranges/one`, limits], 201],
    ['an update makes Endpoints', ['PUT', `${core}/endpoints/one`, endpoints], 201],
    ['an update makes a Service', ['PUT', `${core}/services/one`, service], 201],
    ['an empty dryRun is a wrong one', ['POST', `${configMaps}?dryRun=`, versioned('')], 422],
    ['a version that is no number is none', ['POST', configMaps, versioned('x')], 201],
    ['a version is refused', ['POST', configMaps, versioned('5')], 500],
  ] as const)('%s', async (_, [method, path, body], status) => {
    expect((await api.send(method, path, body)).status).toBe(status);
  });

  it('the type of a patch is judged before its options', async () => {
    const patched = await api.send('PATCH', `${one}?force=true`, '{}', { type: 'text/plain' });
    expect(patched.status).toBe(415);
  });
});
