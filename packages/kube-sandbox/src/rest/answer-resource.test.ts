import { beforeEach, describe, expect, test } from 'vitest';
import { configMap, configMaps, TestServer, thing, things } from '../test-server.test-support.ts';

let api: TestServer;

beforeEach(async () => {
  api = new TestServer();
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: {
        spec: { type: 'object', properties: { n: { type: 'integer', maximum: 10 }, s: { type: 'string' } } },
      },
    },
  };
  await api.define([{ name: 'v1', schema }]);
});

describe('which method may be used where', () => {
  const namespaces = '/api/v1/namespaces';
  const cases: readonly (readonly [string, string, number])[] = [
    ['GET', configMaps, 200],
    ['GET', '/api/v1/configmaps', 200],
    ['POST', '/api/v1/configmaps', 405],
    ['DELETE', '/api/v1/configmaps', 405],
    ['PUT', configMaps, 405],
    ['PATCH', configMaps, 405],
    ['POST', `${configMaps}/a`, 405],
    ['GET', `${configMaps}/a`, 200],
    ['GET', `${configMaps}/b`, 404],
    ['DELETE', `${configMaps}/a`, 200],
    ['DELETE', configMaps, 200],
    ['GET', namespaces, 200],
    ['PUT', namespaces, 405],
    ['PUT', things, 400],
    ['PATCH', things, 400],
    ['POST', `${things}/a`, 400],
    ['GET', `${configMaps}/a/nope`, 404],
    ['GET', `${things}/a/nope`, 404],
    ['GET', `${configMaps}/a/b/c`, 404],
    ['HEAD', `${configMaps}/a`, 405],
    ['HEAD', things, 200],
    ['GET', '/api/v1//configmaps', 404],
    ['PUT', '/api/v1//configmaps', 404],
    ['GET', `${configMaps}/..`, 400],
    ['GET', `${things}/..`, 400],
    ['POST', '/api', 405],
    ['POST', '/api/v1', 405],
    ['POST', '/apis', 200],
    ['ODD', '/apis/apps', 200],
    ['PUT', '/apis/apps/v1', 405],
    ['PUT', '/apis/example.com/v1', 200],
    ['HEAD', '/openapi/v2', 200],
    ['PATCH', '/openapi/v3', 200],
    ['PUT', '/.well-known/openid-configuration', 405],
  ];

  test.each(cases)('%s %s: %i', async (method, path, code) => {
    await api.must('POST', configMaps, configMap('a'));
    const body = method === 'GET' || method === 'DELETE' ? undefined : configMap('a');
    expect((await api.send(method, path, body)).status).toBe(code);
  });

  test('an object is watched by its name in the old form', async () => {
    await api.must('POST', configMaps, configMap('a'));
    await api.must('POST', configMaps, configMap('b'));
    const watch = await api.watch('/api/v1/watch/namespaces/default/configmaps/a');
    expect(watch.news()).toEqual(['ADDED a']);
    watch.stop();
  });
});

describe('what is said of fields that stand there twice and are not known', () => {
  const warned = ['299 - "duplicate field \\"nope\\""', '299 - "unknown field \\"nope\\""'];
  const refused = (kind: string) =>
    `${kind} in version "v1" cannot be handled as a ${kind}: strict decoding error: duplicate field "nope", unknown field "nope"`;
  const bodies = [
    [configMaps, configMap('a'), 'ConfigMap'],
    [things, thing('a'), 'Thing'],
  ] as const;

  test.each(bodies)('%s', async (path, body, kind) => {
    const text = JSON.stringify({ ...body, nope: 1 }).replace('"nope"', '"nope":2,"nope"');
    const told = async (query: string) => {
      const answer = await api.send('POST', `${path}?dryRun=All${query}`, text);
      return [answer.status, answer.message, answer.warnings];
    };
    expect(await told('')).toEqual([201, '', warned]);
    expect(await told('&fieldValidation=Warn')).toEqual([201, '', warned]);
    expect(await told('&fieldValidation=Ignore')).toEqual([201, '', []]);
    expect(await told('&fieldValidation=Strict')).toEqual([400, refused(kind), []]);
  });
});

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

test('a value that a newer schema refuses is forgiven until it changes', async () => {
  await api.must('POST', things, thing('a', { spec: { n: 10 } }));
  const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/n/maximum';
  const stricter = [{ op: 'replace', path, value: 5 }];
  await api.must('PATCH', `${definitions}/things.example.com`, stricter, { type: 'json-patch' });
  const update = async (spec: object) => (await api.send('PATCH', `${things}/a`, { spec })).causes;
  expect([await update({ s: 'b' }), await update({ n: 9 }), await update({ n: 4 })]).toEqual([
    [],
    ['spec.n'],
    [],
  ]);
  expect((await api.send('POST', things, thing('b', { spec: { n: 10 } }))).causes).toEqual(['spec.n']);
});

test('a definition whose names are taken waits for them', async () => {
  const version = {
    name: 'v1',
    served: true,
    storage: true,
    schema: { openAPIV3Schema: { type: 'object' } },
  };
  const names = { plural: 'others', singular: 'thing', kind: 'Thing', listKind: 'ThingList' };
  await api.must('POST', definitions, {
    metadata: { name: 'others.example.com' },
    spec: { group: 'example.com', scope: 'Namespaced', names, versions: [version] },
  });
  const others = '/apis/example.com/v1/namespaces/default/others';
  const seen = async () => [
    (await api.get(`${definitions}/others.example.com`)).body.status,
    (await api.get(others)).status,
  ];
  const condition = (type: string, status: string, reason: string, message: string) => ({
    ...{ type, status, reason, message },
    lastTransitionTime: '2026-01-01T00:00:00Z',
  });
  const stored = { storedVersions: ['v1'] };
  expect(await seen()).toEqual([
    {
      ...stored,
      acceptedNames: { plural: 'others', kind: '' },
      conditions: [
        condition('NamesAccepted', 'False', 'ListKindConflict', '"ThingList" is already in use'),
        condition('Established', 'False', 'NotAccepted', 'not all names are accepted'),
      ],
    },
    404,
  ]);
  await api.must('DELETE', `${definitions}/things.example.com`);
  expect(await seen()).toEqual([
    {
      ...stored,
      acceptedNames: names,
      conditions: [
        condition('NamesAccepted', 'True', 'NoConflicts', 'no conflicts found'),
        condition('Established', 'True', 'InitialNamesAccepted', 'the initial names have been accepted'),
      ],
    },
    200,
  ]);
});

describe('discovery of a custom resource', () => {
  const group = 'apidiscovery.k8s.io';
  const aggregated = (version: string) => `application/json;g=${group};v=${version};as=APIGroupDiscoveryList`;
  const accepted: readonly (readonly [string, number, string])[] = [
    ['application/json', 200, 'application/json'],
    ['application/yaml', 200, 'application/yaml'],
    [aggregated('v2'), 200, aggregated('v2')],
    [`${aggregated('v1')},application/json`, 200, 'application/json'],
    [aggregated('v1'), 406, 'application/json'],
    ['text/plain', 406, 'application/json'],
  ];

  test.each(accepted)('as %s', async (accept, code, type) => {
    const { status, headers } = await api.get('/apis', { headers: { accept } });
    expect([status, headers['content-type']]).toEqual([code, type]);
  });

  test('names its groups, versions and verbs', async () => {
    const version = { groupVersion: 'example.com/v1', version: 'v1' };
    expect((await api.get('/apis/example.com')).body).toEqual({
      ...{ kind: 'APIGroup', apiVersion: 'v1', name: 'example.com' },
      ...{ versions: [version], preferredVersion: version },
    });
    const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
    expect((await api.get('/apis/example.com/v1')).body).toEqual({
      ...{ kind: 'APIResourceList', apiVersion: 'v1', groupVersion: 'example.com/v1' },
      resources: [
        {
          ...{ name: 'things', singularName: 'thing', namespaced: true, kind: 'Thing', verbs },
          storageVersionHash: expect.stringMatching(/^[\w+/]{11}=$/),
        },
      ],
    });
    const { text } = await api.get('/apis', { headers: { accept: aggregated('v2') } });
    expect(JSON.parse(text).items.at(-1)).toEqual({
      metadata: { name: 'example.com', creationTimestamp: null },
      versions: [
        {
          version: 'v1',
          freshness: 'Current',
          resources: [
            {
              ...{ resource: 'things', singularResource: 'thing', scope: 'Namespaced', verbs },
              responseKind: { group: 'example.com', version: 'v1', kind: 'Thing' },
            },
          ],
        },
      ],
    });
  });

  test('has its operations in an OpenAPI document', async () => {
    const { paths } = (await api.get('/openapi/v3/apis/example.com/v1')).body;
    const base = '/apis/example.com/v1/namespaces/{namespace}/things';
    expect(paths).toMatchObject({
      [base]: {
        get: { operationId: 'listExampleComV1NamespacedThing', 'x-kubernetes-action': 'list' },
        post: { operationId: 'createExampleComV1NamespacedThing', 'x-kubernetes-action': 'post' },
        delete: { operationId: 'deleteCollectionExampleComV1NamespacedThing' },
      },
      [`${base}/{name}`]: {
        get: { operationId: 'readExampleComV1NamespacedThing', tags: ['ExampleComV1'] },
        put: { operationId: 'replaceExampleComV1NamespacedThing' },
        patch: { operationId: 'patchExampleComV1NamespacedThing' },
        delete: { operationId: 'deleteExampleComV1NamespacedThing' },
      },
    });
  });
});
