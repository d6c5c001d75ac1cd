import type { LookupAddress } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { startImageRegistry } from '../../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { createRegistryClient } from '../../../packages/oci-registry/src/create-registry-client.ts';
import { withInsecure } from '../../../packages/oci-registry/src/mirrors/with-insecure.ts';
import {
  type AddressPolicy,
  localNetworks,
} from '../../../packages/oci-registry/src/requests/address-policy.ts';
import type { ProxySettings } from '../../../packages/oci-registry/src/requests/choose-proxy.ts';
import { readBody } from '../../../packages/oci-registry/src/requests/read-body.ts';
import { nodeHttpTransport } from '../../../packages/oci-registry/src/transport/node-http-transport.ts';
import { placeOf } from '../../support/scripted-session.ts';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of opened.splice(0)) await end();
});

/** Names and their addresses, of which each look-up takes the next set; the last stays. */
type Names = Record<string, readonly (readonly string[])[]>;

function wire(names: Names, policy: Partial<AddressPolicy>, proxy: ProxySettings = {}) {
  const looked: string[] = [];
  const transport = nodeHttpTransport({
    proxy,
    addresses: () => ({ refused: [], refusedWhenLed: [], allowedHosts: [], ...policy }),
    resolve: (name, _, callback) => {
      const sets = names[name] ?? [];
      const set = sets[Math.min(looked.filter((each) => each === name).length, sets.length - 1)] ?? [];
      looked.push(name);
      const found = set.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }));
      queueMicrotask(() => callback(null, found));
    },
  });
  opened.push(() => transport.close());
  return { transport, looked };
}

/** Listens on every loopback address of IPv4; says where it was met. */
async function listen(listener?: RequestListener): Promise<{ port: number; server: Server; met: string[] }> {
  const met: string[] = [];
  const server = createServer((request, response) => {
    met.push(`${request.socket.localAddress} ${request.method} ${request.url}`);
    request.resume();
    if (listener !== undefined) return void listener(request, response);
    response.setHeader('Connection', 'close').end('here');
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  opened.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0, server, met };
}

type Wire = ReturnType<typeof wire>;

async function ask({ transport }: Wire, address: string, registry = new URL(address).host): Promise<string> {
  const request = { method: 'GET', url: new URL(address), registry, headers: {}, body: undefined };
  const trust = { ca: undefined, insecure: true };
  try {
    const answer = await transport.send({ ...request, trust, signal: AbortSignal.timeout(10_000) });
    return `${answer.status} ${Buffer.from((await readBody(answer.body, 100)) ?? []).toString()}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const two = ['127.0.0.2/32'];

describe('an address that is refused', () => {
  it.each([
    ['127.0.0.2', '127.0.0.2'],
    ['[::ffff:127.0.0.2]', '[::ffff:7f00:2]'],
    ['0x7f.2', '127.0.0.2'],
    ['2130706434', '127.0.0.2'],
  ])('is not asked as %s, and no name is looked up for it', async (host, shown) => {
    const { port, met } = await listen();
    const connections = wire({}, { refused: two });
    const said = await ask(connections, `http://${host}:${port}/`);
    expect(said).toBe(`${shown}:${port} is at ${shown}, and 127.0.0.2/32 is not to be asked`);
    expect([met, connections.looked]).toEqual([[], []]);
  });

  it.each([
    ['an IPv4 address', '127.0.0.2'],
    ['an IPv4 address in IPv6', '::ffff:127.0.0.2'],
  ])('is not asked by a name that stands for %s', async (_, address) => {
    const { port, met } = await listen();
    const connections = wire({ 'h.example': [[address]] }, { refused: two });
    for (const scheme of ['http', 'https'])
      expect(await ask(connections, `${scheme}://h.example:${port}/`)).toContain(
        `h.example is at ${address}`,
      );
    expect(met).toEqual([]);
  });

  it('is left out where a name stands for others, too', async () => {
    const { port, met } = await listen();
    const connections = wire({ 'h.example': [['127.0.0.2', '127.0.0.3']] }, { refused: two });
    expect(await ask(connections, `http://h.example:${port}/`)).toBe('200 here');
    expect(met).toEqual(['127.0.0.3 GET /']);
  });

  it('is found at each connection, whatever the name stood for before', async () => {
    const { port, met } = await listen();
    const connections = wire({ 'h.example': [['127.0.0.3'], ['127.0.0.2']] }, { refused: two });
    expect(await ask(connections, `http://h.example:${port}/`)).toBe('200 here');
    expect(await ask(connections, `http://h.example:${port}/`)).toContain('is at 127.0.0.2');
    expect([met, connections.looked]).toEqual([['127.0.0.3 GET /'], ['h.example', 'h.example']]);
  });

  it('was looked up once: the address that was judged is connected to', async () => {
    const { port, met } = await listen();
    const connections = wire({ 'h.example': [['127.0.0.3'], ['127.0.0.2']] }, { refused: two });
    await ask(connections, `http://h.example:${port}/`);
    expect([met, connections.looked]).toEqual([['127.0.0.3 GET /'], ['h.example']]);
  });

  it('is asked where its host is allowed by name', async () => {
    const { port, met } = await listen();
    const names = { 'h.example': [['127.0.0.2']], 'i.example': [['127.0.0.2']] };
    const connections = wire(names, { refused: two, allowedHosts: [`h.example:${port}`] });
    expect(await ask(connections, `http://h.example:${port}/`)).toBe('200 here');
    expect(await ask(connections, `http://i.example:${port}/`)).toContain('not to be asked');
    expect(met).toEqual(['127.0.0.2 GET /']);
  });

  it('is not reached on a connection that was made for somebody who may', async () => {
    const { port, met } = await listen((_, response) => response.end('here'));
    const host = `localhost:${port}`;
    const connections = wire({ localhost: [['127.0.0.1']] }, { refusedWhenLed: localNetworks });
    expect(await ask(connections, `http://${host}/`)).toBe('200 here');
    expect(await ask(connections, `http://${host}/`, 'r.example')).toContain(
      '127.0.0.0/8 is not to be asked',
    );
    expect(met).toHaveLength(1);
  });

  it('is not asked of a proxy, but names are the proxy’s to look up', async () => {
    const { port, met } = await listen();
    const connections = wire(
      {},
      { refused: ['169.254.0.0/16', '127.0.0.0/8'] },
      { http: `http://localhost:${port}` },
    );
    expect(await ask(connections, 'http://169.254.169.254/')).toContain('169.254.0.0/16 is not to be asked');
    expect(met).toEqual([]);
    expect(await ask(connections, 'http://h.example/')).toBe('200 here');
    expect(met).toEqual(['127.0.0.1 GET http://h.example/']);
  });
});

/** An image in a registry whose own host is no local one, which leads to one. */
async function inspect(leading: RequestListener, policy?: AddressPolicy) {
  const { port, met } = await listen(leading);
  const host = `r.example:${port}`;
  const transport = nodeHttpTransport({
    ...(policy === undefined ? {} : { addresses: () => policy }),
    // 203.0.113.1 would be a host elsewhere; tests talk to this machine alone
    resolve: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  opened.push(() => transport.close());
  const client = createRegistryClient({ transport, limits: { attempts: 1 } });
  const { reference, access, signal } = placeOf(`${host}/os:1`);
  const rules = withInsecure([], [host]);
  return { port, host, met, found: await client.inspect(reference, { access, rules, sizes: false, signal }) };
}

describe('a registry that leads to this machine', () => {
  it.each(['127.0.0.2', '169.254.169.254', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost'])(
    'by a redirect to %s is refused',
    async (to) => {
      const { found, host, met } = await inspect((_, response) => {
        response.writeHead(307, { Location: `https://${to}:9/x` }).end();
      });
      expect(found).toMatchObject({ kind: 'refused', host, asked: `manifest of ${host}/os:1` });
      expect(found).toMatchObject({ reason: expect.stringMatching(/:9 is at .*nobody is asked in /) });
      expect(found).toMatchObject({ fix: expect.stringContaining('--registry-allow-host') });
      expect(met).toHaveLength(1);
    },
  );

  it('by its own name is refused where the operator asks', async () => {
    const policy = { refused: localNetworks, refusedWhenLed: [], allowedHosts: [] };
    const { found, host, met } = await inspect((_, response) => response.end(), policy);
    expect(found).toMatchObject({
      kind: 'refused',
      host,
      reason: 'it is at 127.0.0.1, and nobody is asked in 127.0.0.0/8',
    });
    expect(met).toEqual([]);
  });
});

it('a token service at a refused address is not asked, and hears of no login', async () => {
  const { port, met } = await listen();
  const registry = await startImageRegistry({ tls: true });
  opened.push(() => registry.stop());
  const transport = nodeHttpTransport({
    addresses: () => ({ refused: two, refusedWhenLed: [], allowedHosts: [] }),
  });
  opened.push(() => transport.close());
  const realm = `https://127.0.0.2:${port}/token`;
  const client = createRegistryClient({
    transport: {
      close: () => transport.close(),
      async send(request) {
        if (request.url.pathname === '/token') return transport.send(request);
        const headers = { 'www-authenticate': `Bearer realm="${realm}"` };
        return { status: 401, headers, body: (async function* () {})() };
      },
    },
  });
  const credential = { kind: 'password', username: 'ann', password: 'secret' } as const;
  const { reference, access, signal } = placeOf(`${registry.host}/os:1`, { credential });
  const found = await client.inspect(reference, { access, rules: [], sizes: false, signal });
  expect(found).toMatchObject({
    kind: 'refused',
    asked: expect.stringContaining('token for'),
    host: `127.0.0.2:${port}`,
  });
  expect(met).toEqual([]);
});
