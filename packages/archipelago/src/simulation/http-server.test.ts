import { type AddressInfo, connect, Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { BODY_LIMIT, type EmbeddedCluster, startEmbeddedCluster } from '@archipelago/kube-sandbox';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startImageRegistry } from './image-registry/start-image-registry.ts';

let running: { stop(): Promise<void> } | undefined;

afterEach(async () => {
  await running?.stop();
  running = undefined;
});

async function startCluster(insecure: boolean): Promise<EmbeddedCluster> {
  const cluster = await startEmbeddedCluster({ insecure });
  running = cluster;
  return cluster;
}

function isReachable(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** Addresses of this machine that other machines may reach, and others of the loopback interface. */
function otherAddresses(): readonly string[] {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const outside = own.filter((one) => !one.internal && !one.address.startsWith('fe80'));
  return ['127.0.0.2', '::1', ...outside.map((one) => one.address)];
}

describe('only the loopback interface is listened on', () => {
  const servers: readonly (readonly [string, () => Promise<{ url: string; stop(): Promise<void> }>])[] = [
    ['the cluster', () => startEmbeddedCluster()],
    ['the cluster without TLS', () => startEmbeddedCluster({ insecure: true })],
    ['the registry', () => startImageRegistry()],
  ];

  test.each(servers)('by %s', async (_, start) => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    const server = await start();
    running = server;
    const hosts = listen.mock.calls.map((call) => call[1]);
    const addresses = listen.mock.results.map(({ value }): AddressInfo | string | null => value.address());
    listen.mockRestore();
    expect(hosts).toEqual(['127.0.0.1']);
    expect(addresses).toMatchObject([{ address: '127.0.0.1' }]);
    const { hostname, port } = new URL(server.url);
    expect(hostname).toBe('127.0.0.1');
    expect(await isReachable('127.0.0.1', Number(port))).toBe(true);
    const reached = await Promise.all(otherAddresses().map((host) => isReachable(host, Number(port))));
    expect(reached).not.toContain(true);
  });
});

describe('over a socket', () => {
  const configMaps = '/api/v1/namespaces/default/configmaps';

  function headersOf(cluster: EmbeddedCluster): Record<string, string> {
    return { authorization: `Bearer ${cluster.adminToken}`, 'content-type': 'application/json' };
  }

  test('a body over the limit is refused with words, one of the limit is read', async () => {
    const cluster = await startCluster(true);
    const send = async (size: number) => {
      const head = '{"metadata":{"name":"a"},"data":{"k":"';
      const body = `${head}${'x'.repeat(size - head.length - 3)}"}}`;
      const response = await fetch(cluster.url + configMaps, {
        method: 'POST',
        headers: headersOf(cluster),
        body,
      });
      const answer: unknown = await response.json();
      return [response.status, answer];
    };
    expect(await send(BODY_LIMIT + 1)).toEqual([
      413,
      expect.objectContaining({ message: 'Request entity too large: limit is 3145728' }),
    ]);
    expect((await send(10 * BODY_LIMIT))[0]).toBe(413);
    expect((await send(BODY_LIMIT))[0]).not.toBe(413);
  });

  test('repeated headers are one list', async () => {
    const cluster = await startCluster(true);
    const headers = new Headers({ ...headersOf(cluster), 'impersonate-user': 'jane' });
    for (const group of ['a', 'b']) headers.append('impersonate-group', group);
    const review = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
    const response = await fetch(cluster.url + review, { method: 'POST', headers, body: '{}' });
    expect(await response.json()).toMatchObject({
      status: { userInfo: { username: 'jane', groups: ['a', 'b', 'system:authenticated'] } },
    });
  });

  test('a method that HTTP does not know is refused as any other', async () => {
    const cluster = await startCluster(true);
    const { port } = new URL(cluster.url);
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect({ host: '127.0.0.1', port: Number(port) }, () => {
        socket.write(`BREW ${configMaps} HTTP/1.1\r\nhost: x\r\n\r\n`);
      });
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/);
    expect(answer).toContain('"reason":"MethodNotAllowed"');
  });

  test('a client that goes ends its watch', async () => {
    const cluster = await startCluster(true);
    const leaving = new AbortController();
    const response = await fetch(`${cluster.url}${configMaps}?watch=1`, {
      headers: headersOf(cluster),
      signal: leaving.signal,
    });
    const reader = response.body?.getReader();
    const create = (name: string) =>
      fetch(cluster.url + configMaps, {
        method: 'POST',
        headers: headersOf(cluster),
        body: JSON.stringify({ metadata: { name } }),
      });
    await create('a');
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toContain('"type":"ADDED"');
    leaving.abort();
    await expect(reader?.read()).rejects.toThrow();
    expect((await create('b')).status).toBe(201);
  });
});
