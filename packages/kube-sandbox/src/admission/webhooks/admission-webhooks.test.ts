import { isJsonObject, type JsonObject, objectAt, textAt, valueAt } from '@archipelago/apimachinery';
import { expect, test } from 'vitest';
import { configMap, configMaps, TestServer } from '../../test-server.test-support.ts';
import type { Outgoing, OutgoingCall, OutgoingResult } from '../../webhooks/outgoing-call.ts';

const group = '/apis/admissionregistration.k8s.io/v1';
const rule = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };

function webhook(name: string, more: JsonObject = {}): JsonObject {
  return {
    name: `${name}.example.com`,
    clientConfig: { url: `https://127.0.0.1/${name}` },
    rules: [rule],
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...more,
  };
}

function requestOf({ body }: OutgoingCall): JsonObject {
  const review: unknown = JSON.parse(body);
  return isJsonObject(review) ? objectAt(review, 'request') : {};
}

function answer(call: OutgoingCall, response: JsonObject = { allowed: true }): OutgoingResult {
  const uid = textAt(requestOf(call), 'uid');
  const review = {
    apiVersion: 'admission.k8s.io/v1',
    kind: 'AdmissionReview',
    response: { uid, ...response },
  };
  return { kind: 'answer', status: 200, contentType: 'application/json', body: JSON.stringify(review) };
}

/** A server whose webhooks are played; it hears nothing before they are configured. */
async function serverWith(
  play: Outgoing,
  webhooks: readonly JsonObject[],
  kind: 'Validating' | 'Mutating' = 'Validating',
): Promise<TestServer> {
  const api = new TestServer({ outgoing: play });
  await configure(api, webhooks, kind);
  return api;
}

async function configure(
  api: TestServer,
  webhooks: readonly JsonObject[],
  kind = 'Validating',
): Promise<void> {
  await api.must('POST', `${group}/${kind.toLowerCase()}webhookconfigurations`, {
    metadata: { name: 'c' },
    webhooks,
  });
}

const patched = (call: OutgoingCall, ...operations: readonly JsonObject[]) =>
  answer(call, {
    allowed: true,
    patchType: 'JSONPatch',
    patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
  });

test('what changed while a webhook was asked is asked about anew, and nothing is lost', async () => {
  const seen: string[] = [];
  let meddle: () => Promise<unknown> = async () => undefined;
  const play: Outgoing = async (call) => {
    const request = requestOf(call);
    if (textAt(objectAt(request, 'userInfo'), 'username') === 'admin' && request.operation === 'UPDATE') {
      seen.push(JSON.stringify(valueAt(objectAt(request, 'oldObject'), 'data') ?? {}));
      const once = meddle;
      meddle = async () => undefined;
      await once();
    }
    return answer(call);
  };
  const api = await serverWith(play, [webhook('v')]);
  await api.must('POST', configMaps, configMap('a', {}, { data: { n: '1' } }));
  meddle = () => api.must('PATCH', `${configMaps}/a`, { data: { other: 'x' } });
  const changed = await api.must('PATCH', `${configMaps}/a`, { data: { own: 'y' } });
  expect(changed.data).toEqual({ n: '1', other: 'x', own: 'y' });
  // the first patch, the one in between, and the first once more
  expect(seen).toEqual(['{"n":"1"}', '{"n":"1"}', '{"n":"1","other":"x"}']);
  const stale = { ...changed, data: { own: 'z' } };
  meddle = () => api.must('PATCH', `${configMaps}/a`, { data: { other: 'w' } });
  expect((await api.send('PUT', `${configMaps}/a`, stale)).status).toBe(409);
});

test('what a webhook is told is what is stored: uid, time and generated name', async () => {
  const told: JsonObject[] = [];
  const play: Outgoing = async (call) => {
    told.push(objectAt(requestOf(call), 'object'));
    return answer(call);
  };
  const api = await serverWith(play, [webhook('v')]);
  const created = await api.must('POST', configMaps, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { generateName: 'a-' },
  });
  const { resourceVersion: _, ...metadata } = objectAt(created, 'metadata');
  expect(told.map((object) => object.metadata)).toEqual([metadata]);
});

test('validating webhooks are asked at the same time', async () => {
  const waiting: (() => void)[] = [];
  const play: Outgoing = async (call) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 2) for (const go of waiting) go();
    });
    return answer(call);
  };
  const api = await serverWith(play, [webhook('a'), webhook('b')]);
  expect((await api.send('POST', configMaps, configMap('a'))).status).toBe(201);
});

test('a policy speaks before webhooks, which are not asked then', async () => {
  const urls: string[] = [];
  const play: Outgoing = async (call) => {
    urls.push(call.url);
    return answer(call);
  };
  const api = await serverWith(play, [webhook('v')]);
  const matchConstraints = { resourceRules: [rule] };
  const validations = [{ expression: "object.metadata.name != 'b'", message: 'the policy says no' }];
  await api.must('POST', `${group}/validatingadmissionpolicies`, {
    metadata: { name: 'p' },
    spec: { matchConstraints, validations },
  });
  await api.must('POST', `${group}/validatingadmissionpolicybindings`, {
    metadata: { name: 'p' },
    spec: { policyName: 'p', validationActions: ['Deny'] },
  });
  expect((await api.send('POST', configMaps, configMap('b'))).message).toContain('the policy says no');
  expect(urls).toEqual([]);
  expect((await api.send('POST', configMaps, configMap('a'))).status).toBe(201);
  expect(urls).toEqual(['https://127.0.0.1/v?timeout=10s']);
});

test('a collection loses nothing that comes before what has to stay', async () => {
  const play: Outgoing = async (call) => {
    const request = requestOf(call);
    const name = textAt(objectAt(objectAt(request, 'oldObject'), 'metadata'), 'name');
    return answer(call, { allowed: request.operation !== 'DELETE' || name !== 'b' });
  };
  const api = await serverWith(play, [webhook('v')]);
  for (const name of ['a', 'b', 'c']) await api.must('POST', configMaps, configMap(name));
  const answered = await api.send('DELETE', configMaps);
  expect(answered.message).toBe('admission webhook "v.example.com" denied the request without explanation');
  expect((await api.get(configMaps)).names).toEqual(['b', 'c']);
  await api.must('DELETE', `${configMaps}/c`);
});

test('a mutating webhook may not move the object to another namespace', async () => {
  const operation = { op: 'replace', path: '/metadata/namespace', value: 'kube-system' };
  const api = await serverWith(async (call) => patched(call, operation), [webhook('m')], 'Mutating');
  const answered = await api.send('POST', configMaps, configMap('a'));
  expect([answered.status, answered.message]).toEqual([
    400,
    'the namespace of the provided object does not match the namespace sent on the request',
  ]);
});

test('a mutating webhook may not make the object another kind', async () => {
  const operation = { op: 'replace', path: '/kind', value: 'Secret' };
  const api = await serverWith(async (call) => patched(call, operation), [webhook('m')], 'Mutating');
  const answered = await api.send('POST', configMaps, configMap('a'));
  expect([answered.status, answered.message]).toEqual([
    500,
    'Internal error occurred: unable to convert a patched v1, Kind=Secret to v1, Kind=ConfigMap',
  ]);
});

test('fields that only the server sets are not set by a webhook', async () => {
  const metadata = { op: 'add', path: '/metadata/uid', value: 'mine' };
  const time = { op: 'add', path: '/metadata/creationTimestamp', value: '2001-01-01T00:00:00Z' };
  const api = await serverWith(async (call) => patched(call, metadata, time), [webhook('m')], 'Mutating');
  const created = await api.must('POST', configMaps, configMap('a'));
  expect(objectAt(created, 'metadata')).toMatchObject({ creationTimestamp: '2026-01-01T00:00:00Z' });
  expect(textAt(objectAt(created, 'metadata'), 'uid')).not.toBe('mine');
});

const service = { clientConfig: { service: { namespace: 'default', name: 'hook', path: '/p' } } };

test('a service is where the options say', async () => {
  const calls: OutgoingCall[] = [];
  const api = new TestServer({
    outgoing: async (call) => {
      calls.push(call);
      return answer(call);
    },
    resolveService: ({ namespace, name, port }) => ({ host: `${name}.${namespace}.test`, port: port + 1 }),
  });
  await configure(api, [webhook('v', service)]);
  await api.must('POST', configMaps, configMap('a'));
  expect(calls).toMatchObject([
    { url: 'https://hook.default.svc:443/p?timeout=10s', endpoint: { host: 'hook.default.test', port: 444 } },
  ]);
});

test('a service that nothing stands behind fails with what to do', async () => {
  const api = new TestServer();
  await configure(api, [webhook('v', service)]);
  const missing = await api.send('POST', configMaps, configMap('a'));
  expect(missing.message).toContain(
    'Post "https://hook.default.svc:443/p?timeout=10s": service "hook" not found',
  );
  const spec = { ports: [{ port: 443 }] };
  await api.must('POST', '/api/v1/namespaces/default/services', { metadata: { name: 'hook' }, spec });
  const empty = await api.send('POST', configMaps, configMap('a'));
  expect(empty.message).toContain(
    'give the webhook a clientConfig.url, or start the cluster with resolveService',
  );
});

test('a webhook that denies all configurations keeps nobody from removing it', async () => {
  const all = { rules: [{ ...rule, apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }] };
  const api = await serverWith(async (call) => answer(call, { allowed: false }), [webhook('v', all)]);
  expect((await api.send('POST', configMaps, configMap('a'))).status).toBe(400);
  await api.must('DELETE', `${group}/validatingwebhookconfigurations/c`);
  expect((await api.send('POST', configMaps, configMap('a'))).status).toBe(201);
});
