import { createKubernetesClient, type Resource, type Transport } from '@archipelago/kube-client';
import {
  type ApiResponse,
  type EmbeddedSandbox,
  type FaultMatch,
  isStream,
  type Sandbox,
  type SandboxOptions,
  type SandboxSnapshot,
  startSandbox,
} from '@archipelago/kube-sandbox';
import { sandboxFixture } from '@archipelago/kube-sandbox/vitest';
import { test as base, describe, expect } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';

const test = base.extend<{ sandbox: Sandbox }>({ sandbox: sandboxFixture({ listen: 'in-process' }) });

const configMaps: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};
const path = '/api/v1/namespaces/default/configmaps';

function clientOf(transport: Transport) {
  return createKubernetesClient({ transport, userAgent: 'test', fieldManager: 'test' });
}

function configMap(name: string, data: Record<string, string> = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' }, data };
}

function textOf({ body }: ApiResponse): string {
  if (isStream(body)) throw new Error('a stream');
  return Buffer.from(body).toString();
}

/** One request by hand: the status and what is said. */
async function ask(
  sandbox: Pick<Sandbox, 'handle' | 'adminToken'>,
  method: string,
  target: string,
  body?: object,
) {
  const [where = '', query = ''] = target.split('?');
  const answer = await sandbox.handle({
    method,
    path: where,
    query: new URLSearchParams(query),
    headers: {
      authorization: `Bearer ${sandbox.adminToken}`,
      'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
    },
    body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
  });
  return { status: answer.status, body: JSON.parse(textOf(answer)) };
}

/** The lines of a watch, and whether it has ended. */
async function watch(sandbox: Sandbox, target = path) {
  const { body } = await sandbox.handle({
    method: 'GET',
    path: target,
    query: new URLSearchParams({ watch: 'true' }),
    headers: { authorization: `Bearer ${sandbox.adminToken}` },
    body: new Uint8Array(),
  });
  if (!isStream(body)) throw new Error('no stream');
  const lines: string[] = [];
  const seen = { lines, ended: false };
  body.start({ write: (chunk) => lines.push(chunk), end: () => (seen.ended = true) });
  return seen;
}

async function withSandbox<T>(
  options: SandboxOptions,
  use: (sandbox: EmbeddedSandbox) => Promise<T>,
): Promise<T> {
  const sandbox = await startSandbox(options);
  try {
    return await use(sandbox);
  } finally {
    await sandbox.stop();
  }
}

describe('a sandbox', () => {
  test('answers a client in this process, as the administrator and as others', async ({ sandbox }) => {
    const created = await clientOf(sandbox.transport()).create(configMaps, configMap('one'));
    expect(created.ok).toBe(true);
    const nobody = sandbox.addUser({ name: 'nobody', groups: ['system:authenticated'] });
    expect((await ask({ ...sandbox, adminToken: nobody }, 'GET', path)).status).toBe(403);
  });

  test.concurrent.each(['first', 'second', 'third'])('shares nothing with others: %s', async (name) => {
    await withSandbox({ listen: 'in-process' }, async (sandbox) => {
      await ask(sandbox, 'POST', path, configMap(name));
      const { body } = await ask(sandbox, 'GET', path);
      const names = body.items.map((item: { metadata: { name: string } }) => item.metadata.name);
      expect(names).toEqual([name]);
    });
  });

  test('listens on a port with the same faults, unless nothing is to listen', async () => {
    await withSandbox({}, async (sandbox) => {
      const headers = { authorization: `Bearer ${sandbox.adminToken}` };
      sandbox.faults.refuse(503, { times: 1 });
      const statuses = [];
      for (let count = 0; count < 2; count += 1)
        statuses.push((await fetch(`${sandbox.url}/api/v1/namespaces`, { headers })).status);
      expect(statuses).toEqual([503, 200]);
      sandbox.faults.drop({ times: 1 });
      await expect(fetch(`${sandbox.url}/api/v1/namespaces`, { headers })).rejects.toThrow();
      expect(sandbox.kubeconfig()).toContain(sandbox.url);
    });
  });

  test('goes on from what another one held, which it leaves alone', async () => {
    const first = await startSandbox({ listen: 'in-process' });
    await ask(first, 'POST', path, configMap('kept', { a: '1' }));
    const from: SandboxSnapshot = first.snapshot();
    await ask(first, 'PATCH', `${path}/kept`, { data: { a: '2' } });
    const second = await startSandbox({ listen: 'in-process', from });
    const third = await startSandbox({ listen: 'in-process', from });
    try {
      await ask(second, 'PATCH', `${path}/kept`, { data: { a: '3' } });
      const values = [];
      for (const each of [first, second, third])
        values.push((await ask(each, 'GET', `${path}/kept`)).body.data.a);
      expect(values).toEqual(['2', '3', '1']);
    } finally {
      await Promise.all([first.stop(), second.stop(), third.stop()]);
    }
  });
});

describe('faults', () => {
  test('refuse as often as they are told, with their words', async ({ sandbox }) => {
    const fault = sandbox.faults.refuse(429, { times: 2, path: /configmaps/, retryAfterSeconds: 3 });
    const statuses = [];
    for (const target of [path, '/api/v1/nodes', path, path])
      statuses.push((await ask(sandbox, 'GET', target)).status);
    expect([statuses, fault.hits]).toEqual([[429, 200, 429, 200], 2]);
  });

  test('conflict as if somebody else had written', async ({ sandbox }) => {
    const once: FaultMatch = { times: 1 };
    await ask(sandbox, 'POST', path, configMap('one'));
    sandbox.faults.conflict(once);
    const refused = await ask(sandbox, 'PATCH', `${path}/one`, { data: { a: '1' } });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Operation cannot be fulfilled on configmaps "one": the object has been modified; please apply your changes to the latest version and try again',
    ]);
    expect((await ask(sandbox, 'PATCH', `${path}/one`, { data: { a: '1' } })).status).toBe(200);
  });

  test('lose an answer of what was done', async ({ sandbox }) => {
    sandbox.faults.loseAnswer({ method: 'POST', times: 1 });
    await expect(ask(sandbox, 'POST', path, configMap('one'))).rejects.toThrow('socket hang up');
    expect((await ask(sandbox, 'POST', path, configMap('one'))).status).toBe(409);
  });

  test('cut watches, tell them that their history is gone, and refuse the next', async ({ sandbox }) => {
    const [cut, told, other] = [
      await watch(sandbox),
      await watch(sandbox, '/api/v1/nodes'),
      await watch(sandbox, '/api/v1/pods'),
    ];
    expect([
      sandbox.faults.cutWatches({ path }),
      sandbox.faults.expireWatches({ path: '/api/v1/nodes' }),
    ]).toEqual([1, 1]);
    expect([cut.ended, told.ended, other.ended]).toEqual([true, true, false]);
    expect(JSON.parse(told.lines.at(-1) ?? '')).toMatchObject({ type: 'ERROR', object: { code: 410 } });
    await ask(sandbox, 'POST', path, configMap('later'));
    expect(cut.lines.filter((line) => line.includes('later'))).toEqual([]);
    sandbox.faults.expire({ watch: true, times: 1 });
    expect((await ask(sandbox, 'GET', `${path}?watch=true`)).status).toBe(410);
  });

  test('delay by the clock of the sandbox, and are over when they end', async () => {
    const clock = new FakeClock();
    await withSandbox({ listen: 'in-process', clock }, async (sandbox) => {
      const fault = sandbox.faults.delay(60_000);
      sandbox.faults.refuse(500, { times: 1 });
      let status = 0;
      const asked = ask(sandbox, 'GET', path).then((answer) => {
        status = answer.status;
      });
      await clock.advance(59_999);
      expect(status).toBe(0);
      await clock.advance(1);
      await asked;
      expect(status).toBe(500);
      fault.end();
      expect((await ask(sandbox, 'GET', path)).status).toBe(200);
      const { body } = await ask(sandbox, 'POST', path, configMap('timed'));
      expect(body.metadata.creationTimestamp).toBe(new Date(clock.now()).toISOString().replace('.000Z', 'Z'));
    });
  });
});
