import type { KubernetesObject } from '@archipelago/apimachinery';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock } from '../../../test/support/fake-clock.ts';
import { type Fault, FaultServer, type SeenRequest } from '../../../test/support/kubernetes-fault-server.ts';
import { until } from '../../../test/support/until.ts';
import { ApiConnectionError } from './api-connection-error.ts';
import { type ClientOptions, createKubernetesClient } from './create-kubernetes-client.ts';
import { CredentialError } from './credential-error.ts';
import type { KubernetesClient } from './kubernetes-client.ts';
import type { RequestObservation } from './outgoing-request.ts';
import {
  chunksOf,
  connectionFault,
  json,
  scriptedTransport,
  statusObject,
} from './scripted-transport.test-support.ts';
import { nodeTransport, type Transport } from './transport.ts';
import type { WatchEvent } from './watch-event.ts';

const widgets = { group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true };
const path = '/apis/example.com/v1/namespaces/ns/widgets';
const widget = (name: string, more: object = {}): KubernetesObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'ns' },
  ...more,
});
const name = { namespace: 'ns', name: 'w' };

let server: FaultServer;
let client: KubernetesClient;
let observed: RequestObservation[];

beforeEach(async () => {
  server = new FaultServer();
  server.served.add(path);
  await server.listen();
  observed = [];
  client = clientWith({});
});

afterEach(async () => {
  client.close();
  await server.close();
});

function transport(token = () => 'secret', refused = () => false): Transport {
  return nodeTransport({
    server: server.url,
    namespace: 'default',
    material: async () => ({ headers: { Authorization: `Bearer ${token()}` }, tls: { insecure: false } }),
    refused,
  });
}

function clientWith(options: Partial<ClientOptions>): KubernetesClient {
  return createKubernetesClient({
    transport: transport(),
    random: () => 0,
    observe: (observation) => observed.push(observation),
    ...options,
  });
}

/** Fails the first requests, one fault each. */
function failing(...faults: Fault[]): void {
  server.fault = () => faults.shift();
}

const codes = () => observed.map(({ verb, status }) => `${verb} ${status ?? 'none'}`);

describe('objects', () => {
  it('are created, read, replaced, patched and deleted with every field they have', async () => {
    const created = await client.create(
      widgets,
      widget('w', { future: { __proto__: null, x: 1 }, spec: { n: 1 } }),
    );
    expect(created.ok && created.value.metadata.uid).toMatch(/^uid-/);
    const read = await client.get(widgets, name);
    expect(read.ok && read.value).toMatchObject({ future: { x: 1 }, spec: { n: 1 } });
    const updated = await client.update(widgets, { ...(read.ok ? read.value : widget('w')), spec: { n: 2 } });
    expect(updated.ok && updated.value.spec).toEqual({ n: 2 });
    const patched = await client.patch(widgets, name, { type: 'merge', body: { spec: { m: 1, n: null } } });
    expect(patched.ok && patched.value.spec).toEqual({ m: 1 });
    expect(await client.delete(widgets, name)).toEqual({ ok: true, value: { state: 'deleted' } });
    expect(await client.get(widgets, name)).toMatchObject({
      ok: false,
      status: { code: 404, reason: 'NotFound' },
    });
    expect(codes()).toEqual(['create 201', 'get 200', 'update 200', 'patch 200', 'delete 200', 'get 404']);
    expect(observed[0]).toMatchObject({ resource: 'widgets.example.com' });
  });

  it('sends what the server expects of each kind of request', async () => {
    server.put(path, widget('w'));
    const seen = async (send: () => Promise<unknown>): Promise<SeenRequest> => {
      await send().catch(() => undefined);
      return server.requests.at(-1) ?? expect.fail();
    };
    const json = await seen(() =>
      client.patch(widgets, name, { type: 'json', operations: [{ op: 'remove', path: '/x' }] }),
    );
    expect(json.headers['content-type']).toBe('application/json-patch+json');
    expect(json.body).toBe('[{"op":"remove","path":"/x"}]');
    expect(json.headers.authorization).toBe('Bearer secret');
    expect(json.headers['user-agent']).toBe('archipelago');
    const applied = await seen(() =>
      client.patch(
        widgets,
        name,
        { type: 'apply', body: widget('w'), force: true },
        { fieldManager: 'me', dryRun: true },
      ),
    );
    expect(applied.headers['content-type']).toBe('application/apply-patch+yaml');
    expect(Object.fromEntries(applied.query)).toEqual({ dryRun: 'All', fieldManager: 'me', force: 'true' });
    const status = await seen(() => client.updateStatus(widgets, widget('w')));
    expect([status.method, status.path]).toEqual(['PUT', `${path}/w/status`]);
    const patchStatus = await seen(() => client.patchStatus(widgets, name, { type: 'merge', body: {} }));
    expect([patchStatus.method, patchStatus.path, patchStatus.query.get('fieldManager')]).toEqual([
      'PATCH',
      `${path}/w/status`,
      'archipelago',
    ]);
    const deleted = await seen(() =>
      client.delete(widgets, name, {
        propagation: 'Foreground',
        preconditions: { uid: 'u' },
        gracePeriodSeconds: 0,
        dryRun: true,
      }),
    );
    expect(JSON.parse(deleted.body)).toEqual({
      kind: 'DeleteOptions',
      apiVersion: 'v1',
      propagationPolicy: 'Foreground',
      preconditions: { uid: 'u' },
      gracePeriodSeconds: 0,
      dryRun: ['All'],
    });
    const raw = await seen(() => client.raw({ method: 'GET', path: '/version?x=1' }));
    expect([raw.path, raw.query.get('x')]).toEqual(['/version', '1']);
    expect(observed.at(-1)?.resource).toBe('/version');
  });

  it('lists in pages and fills in what lists leave out', async () => {
    for (const each of ['a', 'b', 'c']) {
      server.put(path, { ...widget(each), kind: undefined, apiVersion: undefined } as never);
    }
    const listed = await client.list(widgets, { namespace: 'ns', pageSize: 2, labelSelector: 'a=b,c' });
    expect(
      listed.ok && listed.value.items.map((item) => `${item.apiVersion} ${item.kind} ${item.metadata.name}`),
    ).toEqual(['a', 'b', 'c'].map((each) => `example.com/v1 Widget ${each}`));
    expect(server.requests.map(({ query }) => query.get('labelSelector'))).toEqual(['a=b,c', 'a=b,c']);
  });

  it('asks for everything at once when pages keep expiring', async () => {
    for (const each of ['a', 'b', 'c']) {
      server.put(path, widget(each));
    }
    server.fault = ({ query }) =>
      query.has('continue') ? { kind: 'status', code: 410, reason: 'Expired' } : undefined;
    const listed = await client.list(widgets, { namespace: 'ns', pageSize: 1 });
    expect(listed.ok && listed.value.items.length).toBe(3);
    expect(server.requests.length).toBe(7);
  });

  it('refuses names that would reach another path', async () => {
    for (const bad of ['', '.', '..', 'a/b', 'a%2fb']) {
      expect(() => client.get(widgets, { namespace: 'ns', name: bad })).toThrow('cannot be part of a path');
    }
    expect(() => client.get(widgets, { name: 'w' })).toThrow('needs a namespace');
  });

  it('knows what is served, with one request for calls at the same time', async () => {
    server.served.add('/apis/example.com/v1/widgets');
    const other = { ...widgets, plural: 'gadgets' };
    const answers = await Promise.all([
      client.served(widgets),
      client.served(other),
      client.served({ ...widgets, group: 'gone.com' }),
    ]);
    expect(answers.map((answer) => answer.ok && answer.value)).toEqual([true, false, false]);
    expect(server.requests.length).toBe(2);
  });
});

describe('a log', () => {
  it('is given as it comes, anew for each attempt, and a refusal is a value', async () => {
    const answers = [
      { status: 200, headers: {}, body: breaking('half') },
      { status: 200, headers: {}, body: chunksOf('one\n', 'two') },
      json(404, statusObject(404)),
    ];
    const scripted = scriptedTransport({ answer: (index) => answers[index] ?? 'silence' });
    const logs = clientWith({ transport: scripted });
    const whole = async (bytes: AsyncIterable<Uint8Array>) => {
      const pieces: Uint8Array[] = [];
      for await (const piece of bytes) pieces.push(piece);
      return pieces.map(String).length + Buffer.concat(pieces).toString();
    };
    const read = () => logs.podLog(name, whole, { container: 'c', limitBytes: 9 });
    expect(await read()).toEqual({ ok: true, value: '2one\ntwo' });
    expect(await read()).toMatchObject({ ok: false, status: { code: 404 } });
    expect(scripted.requests[0]?.path).toBe('/api/v1/namespaces/ns/pods/w/log?container=c&limitBytes=9');
  });

  async function* breaking(text: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
    throw connectionFault('ECONNRESET');
  }
});

describe('retries', () => {
  const broken: Fault[] = [{ kind: 'drop' }, { kind: 'drop-after' }, { kind: 'half' }];

  it.each(broken)('repeats what is harmless after $kind', async (fault) => {
    server.put(path, widget('w'));
    failing(fault);
    expect((await client.get(widgets, name)).ok).toBe(true);
    failing(fault);
    expect((await client.patch(widgets, name, { type: 'apply', body: widget('w') })).ok).toBe(true);
    expect(observed.length).toBe(4);
  });

  it.each(broken)('does not repeat a create or a JSON patch after $kind', async (fault) => {
    failing(fault);
    await expect(client.create(widgets, widget('w'))).rejects.toMatchObject({ failure: 'unreachable' });
    server.put(path, widget('w'));
    failing(fault);
    await expect(client.patch(widgets, name, { type: 'json', operations: [] })).rejects.toBeInstanceOf(
      ApiConnectionError,
    );
    expect(observed.length).toBe(2);
  });

  it('repeats anything that was never sent', async () => {
    const { url } = server;
    await server.close();
    const pending = client.create(widgets, widget('w'));
    await expect(pending).rejects.toThrow(`at ${url.href}: connect ECONNREFUSED`);
    expect(observed.length).toBe(5);
    await server.listen();
    expect((await client.create(widgets, widget('w'))).ok).toBe(true);
  });

  it('names every address of a host that cannot be reached', async () => {
    const { port } = server.url;
    await server.close();
    const connection = {
      server: new URL(`http://localhost:${port}`),
      namespace: 'default',
      material: async () => ({ headers: {}, tls: { insecure: false } }),
      refused: () => false,
    };
    const pending = clientWith({ transport: nodeTransport(connection) }).get(widgets, name);
    await expect(pending).rejects.toThrow(`at http://localhost:${port}/: connect ECONNREFUSED`);
    await server.listen();
  });

  it.each([429, 503])('waits as long as %i says, then repeats even a create', async (code) => {
    const clock = new FakeClock();
    const sentAt: number[] = [];
    const sending = transport();
    const send: Transport['send'] = (request) => {
      sentAt.push(clock.monotonic());
      return sending.send(request);
    };
    client = clientWith({ clock, transport: { ...sending, send } });
    failing({ kind: 'status', code, retryAfter: '7' });
    const created = client.create(widgets, widget('w'));
    await until(() => observed.length === 1);
    await clock.advance(7_000);
    expect((await created).ok).toBe(true);
    expect(sentAt).toEqual([0, 7_000]);
  });

  it('gives the refusal when the wait would pass the deadline, and 503 without Retry-After at once', async () => {
    failing({ kind: 'status', code: 429, retryAfter: '60' });
    expect(await client.get(widgets, name)).toMatchObject({
      ok: false,
      status: { code: 429, retryAfterMs: 60_000 },
    });
    failing({ kind: 'status', code: 503 });
    expect(await client.get(widgets, name)).toMatchObject({ ok: false, status: { code: 503 } });
    failing({ kind: 'status', code: 500 });
    expect(await client.get(widgets, name)).toMatchObject({
      ok: false,
      status: { code: 500, message: 'fault 500' },
    });
    expect(observed.length).toBe(3);
  });

  it('gives up after five attempts', async () => {
    server.fault = () => ({ kind: 'status', code: 429, retryAfter: '0' });
    expect(await client.get(widgets, name)).toMatchObject({ ok: false, status: { code: 429 } });
    expect(observed.length).toBe(5);
  });

  it('ends hanging requests at the deadline, and on the caller’s wish', async () => {
    server.fault = () => ({ kind: 'hang' });
    await expect(client.get(widgets, name, { deadlineMs: 20 })).rejects.toMatchObject({
      failure: 'deadline',
      message: `GET ${path}/w at ${server.url}: no answer before the deadline`,
    });
    const controller = new AbortController();
    server.fault = () => {
      controller.abort();
      return { kind: 'hang' };
    };
    await expect(client.get(widgets, name, { signal: controller.signal })).rejects.toMatchObject({
      failure: 'aborted',
    });
    await expect(client.get(widgets, name, { signal: controller.signal })).rejects.toMatchObject({
      failure: 'aborted',
    });
  });

  it('keeps the deadline while credentials are being had', async () => {
    const connection = {
      server: server.url,
      namespace: 'default',
      material: () => new Promise<never>(() => {}),
      refused: () => false,
    };
    const pending = clientWith({ transport: nodeTransport(connection) }).get(widgets, name, {
      deadlineMs: 20,
    });
    await expect(pending).rejects.toMatchObject({ failure: 'deadline' });
  });

  it('tells why there are no credentials, and does not try again', async () => {
    const connection = {
      server: server.url,
      namespace: 'default',
      material: async () => {
        throw new CredentialError('/t: cannot be read');
      },
      refused: () => false,
    };
    const pending = clientWith({ transport: nodeTransport(connection) }).get(widgets, name);
    await expect(pending).rejects.toMatchObject({
      failure: 'credentials',
      message: expect.stringContaining('/t: cannot be read'),
    });
    expect(observed.length).toBe(1);
  });

  it('renews credentials once after 401', async () => {
    let token = 'old';
    client = clientWith({
      transport: transport(
        () => token,
        () => {
          token = 'new';
          return true;
        },
      ),
    });
    server.put(path, widget('w'));
    server.fault = ({ headers }) =>
      headers.authorization === 'Bearer new' ? undefined : { kind: 'status', code: 401 };
    expect((await client.get(widgets, name)).ok).toBe(true);
    server.fault = () => ({ kind: 'status', code: 401 });
    expect(await client.get(widgets, name)).toMatchObject({ ok: false, status: { code: 401 } });
    expect(codes()).toEqual(['get 401', 'get 200', 'get 401', 'get 401']);
  });
});

describe('answers that are no API server’s', () => {
  const answering = (status: number, body: string): Transport => ({
    server: 'http://proxy/',
    async send() {
      const chunks = async function* () {
        yield Buffer.from(body);
      };
      return { status, headers: {}, body: chunks() };
    },
    credentialsRefused: () => false,
    close: () => {},
  });

  it('are quoted when they refuse and malformed when they do not', async () => {
    const refused = await clientWith({ transport: answering(502, '<html>bad gateway</html>') }).get(
      widgets,
      name,
    );
    expect(refused).toEqual({
      ok: false,
      status: { code: 502, reason: '', message: 'HTTP 502: <html>bad gateway</html>' },
    });
    for (const body of ['<html>', '{}', '[1]', '{"apiVersion":"v1","kind":"X","metadata":{}}']) {
      const pending = clientWith({ transport: answering(200, body) }).get(widgets, name);
      await expect(pending).rejects.toMatchObject({
        failure: 'malformed',
        message: expect.stringContaining(`GET ${path}/w at http://proxy/: `),
      });
    }
    await expect(clientWith({ transport: answering(200, '{"kind":"X"}') }).list(widgets)).rejects.toThrow(
      'has no items',
    );
    await expect(clientWith({ transport: answering(302, '') }).get(widgets, name)).resolves.toMatchObject({
      ok: false,
      status: { code: 302 },
    });
  });
});

describe('watch', () => {
  it('gives events, bookmarks and errors, and ends when closed', async () => {
    const first = server.put(path, widget('w'));
    const opened = await client.watch(widgets, { namespace: 'ns', resourceVersion: '1' });
    const events: WatchEvent[] = [];
    const stream = opened.ok ? opened.value : expect.fail();
    for await (const batch of stream) {
      events.push(...batch);
      if (events.length === 1) {
        server.sendBookmarks();
      }
      if (events.length === 2) {
        stream.close();
      }
    }
    expect(events).toEqual([
      { type: 'ADDED', object: first },
      { type: 'BOOKMARK', resourceVersion: first.metadata.resourceVersion },
    ]);
    await until(() => server.watcherCount === 0);
    server.compact();
    const old = await client.watch(widgets, { namespace: 'ns', resourceVersion: '1' });
    const errors: WatchEvent[] = [];
    for await (const batch of old.ok ? old.value : []) {
      errors.push(...batch);
    }
    expect(errors).toMatchObject([{ type: 'ERROR', status: { code: 410, reason: 'Expired' } }]);
  });

  it('throws when the connection breaks or falls silent, and obeys the caller’s signal', async () => {
    const drain = async (options: object, whenOpen = () => {}) => {
      const opened = await client.watch(widgets, { namespace: 'ns', ...options });
      whenOpen();
      for await (const _ of opened.ok ? opened.value : expect.fail()) {
        // Only the end matters.
      }
    };
    const cut = drain({}, () => server.dropConnections());
    await expect(cut).rejects.toMatchObject({ failure: 'unreachable' });
    await expect(drain({ idleMs: 15 })).rejects.toThrow('nothing heard for 0.015 s');
    const controller = new AbortController();
    await drain({ signal: controller.signal }, () => controller.abort());
  });

  it('is refused as a value', async () => {
    expect(await client.watch({ ...widgets, plural: 'gone' })).toMatchObject({
      ok: false,
      status: { code: 404 },
    });
  });
});
