import { request } from 'node:https';
import { expect, test } from 'vitest';
import { startEmbeddedCluster } from './start-embedded-cluster.ts';
import { configMaps, TestServer } from './test-server.test-support.ts';

test('requests are told to whoever wants to count them', async () => {
  const seen: string[] = [];
  const cluster = await startEmbeddedCluster({
    insecure: true,
    onRequest: ({ method, path, userAgent, status }) => seen.push(`${method} ${path} ${userAgent} ${status}`),
  });
  await cluster.handle({
    method: 'GET',
    path: '/api/v1/nodes',
    query: new URLSearchParams(),
    headers: { authorization: `Bearer ${cluster.adminToken}`, 'user-agent': 'test/1' },
    body: new Uint8Array(),
  });
  await cluster.stop();
  expect(seen).toEqual(['GET /api/v1/nodes test/1 200']);
});

test('bad bodies get a Status, never a crash', async () => {
  const api = new TestServer();
  const bodies = [
    '',
    'null',
    '[]',
    '{"metadata":[]}',
    '{"metadata":{"name":{}}}',
    `{"metadata":${'['.repeat(5000)}`,
    '{"__proto__":{}}',
    `metadata: ${'{a: '.repeat(1500)}1${'}'.repeat(1500)}`,
    `a: &a [x]\n${Array.from({ length: 9 }, (_, n) => `${'abcdefghij'[n + 1]}: &${'abcdefghij'[n + 1]} [${`*${'abcdefghij'[n]},`.repeat(9)}]`).join('\n')}`,
  ];
  for (const text of bodies) {
    for (const type of ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']) {
      const { status } = await api.send('POST', configMaps, text, { type });
      expect([text.slice(0, 20), type, [400, 415, 422].includes(status)]).toEqual([
        text.slice(0, 20),
        type,
        true,
      ]);
    }
  }
});

test('what is wrong with a body is said in the words of the server', async () => {
  const api = new TestServer();
  const unrecognized = 'the object provided is unrecognized (must be of type ConfigMap): ';
  const parsing = `${unrecognized}couldn't get version/kind; json parse error: `;
  const bodies: readonly (readonly [string, string, string])[] = [
    ['', 'json', `${parsing}unexpected end of JSON input`],
    ['{"metadata":', 'json', `${parsing}unexpected end of JSON input`],
    ['<xml/>', 'json', `${parsing}invalid character '<' looking for beginning of value`],
    ['[]', 'json', `${parsing}json: cannot unmarshal a value that is not an object`],
    ['a: [', 'yaml', `${unrecognized}yaml: `],
    ['- a', 'yaml', `${parsing}json: cannot unmarshal a value that is not an object`],
  ];
  for (const [text, type, problem] of bodies) {
    const answer = await api.send('POST', configMaps, text, { type });
    expect([answer.status, answer.message.slice(0, problem.length)]).toEqual([400, problem]);
  }
});

test('HTTPS with the generated authority; stopping ends open watches', async () => {
  const cluster = await startEmbeddedCluster();
  const { port } = new URL(cluster.url);
  const options = {
    host: '127.0.0.1',
    port,
    ca: cluster.caCertificate,
    headers: { authorization: `Bearer ${cluster.adminToken}` },
  };
  const ended = await new Promise((resolve, reject) => {
    const outgoing = request({ ...options, path: `${configMaps}?watch=1` }, (message) => {
      message.resume().on('close', () => resolve('ended'));
      cluster.stop().catch(reject);
    });
    outgoing.on('error', reject).end();
  });
  expect(ended).toBe('ended');
  expect(cluster.kubeconfig()).toContain('certificate-authority-data');
});

test('an embedded cluster has the time and the ids that it is given', async () => {
  const cluster = await startEmbeddedCluster({
    insecure: true,
    environment: { now: () => 0, uuid: () => 'an-id', random: () => 0 },
  });
  const { body } = await cluster.handle({
    method: 'POST',
    path: configMaps,
    query: new URLSearchParams(),
    headers: { authorization: `Bearer ${cluster.adminToken}`, 'content-type': 'application/json' },
    body: new TextEncoder().encode('{"metadata":{"name":"a"}}'),
  });
  await cluster.stop();
  expect(String(body)).toContain('"uid":"an-id"');
  expect(String(body)).toContain('"creationTimestamp":"1970-01-01T00:00:00Z"');
});
