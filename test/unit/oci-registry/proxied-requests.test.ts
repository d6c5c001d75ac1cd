import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type ImageRegistry,
  startImageRegistry,
} from '../../../packages/archipelago/src/simulation/image-registry/start-image-registry.ts';
import { createRegistryClient } from '../../../packages/oci-registry/src/create-registry-client.ts';
import { withInsecure } from '../../../packages/oci-registry/src/mirrors/with-insecure.ts';
import { parseImageReference } from '../../../packages/oci-registry/src/references/parse-image-reference.ts';
import type { ProxySettings } from '../../../packages/oci-registry/src/requests/choose-proxy.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** A proxy that leads every name to the registry, and wants a password where `user` is given. */
async function startProxy(
  registry: ImageRegistry,
  user?: string,
): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = [];
  const [host = '', port = ''] = registry.host.split(':');
  const isAllowed = ({ headers }: IncomingMessage) =>
    user === undefined || headers['proxy-authorization'] === `Basic ${Buffer.from(user).toString('base64')}`;
  const server: Server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    if (!isAllowed(incoming)) return void outgoing.writeHead(407).end();
    const { pathname, search } = new URL(incoming.url ?? '');
    const options = {
      host,
      port,
      path: `${pathname}${search}`,
      method: incoming.method,
      headers: incoming.headers,
    };
    const forwarded = httpRequest(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  server.on('connect', (incoming: IncomingMessage, socket) => {
    seen.push(`CONNECT ${incoming.url}`);
    if (!isAllowed(incoming)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const through = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket);
      socket.pipe(through);
    });
    for (const each of [through, socket])
      each.on('error', () => [through, socket].forEach((end) => void end.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

async function look(registry: ImageRegistry, proxy: ProxySettings, name = 'far.example') {
  registry.push('os', 'v1', { platforms: [{ architecture: 'amd64' }, { architecture: 'arm64' }] });
  const client = createRegistryClient({ proxy, limits: { attempts: 1, silenceMs: 60_000 } });
  open.push(client);
  const reference = parseImageReference(`${name}/os:v1`);
  if (reference.kind === 'refused') throw new Error(reference.reason);
  return client.inspect(reference.value, {
    access: { credentials: [], ca: undefined },
    rules: withInsecure([], [name]),
    sizes: false,
    signal: new AbortController().signal,
  });
}

const names = ['far.example'];

describe('a registry behind a proxy', () => {
  it('with TLS is reached through a tunnel, which is used again', async () => {
    const registry = await startImageRegistry({ tls: true, names });
    open.push({ close: () => registry.stop() });
    const proxy = await startProxy(registry, 'ann:secret');
    const https = proxy.url.replace('//', '//ann:secret@');
    expect(await look(registry, { https })).toMatchObject({ kind: 'ok', value: { single: false } });
    expect(proxy.seen).toEqual(['CONNECT far.example:443']);
  });

  it('without TLS is asked through it', async () => {
    const registry = await startImageRegistry({ names });
    open.push({ close: () => registry.stop() });
    const proxy = await startProxy(registry);
    expect(await look(registry, { http: proxy.url, https: proxy.url })).toMatchObject({ kind: 'ok' });
    expect(proxy.seen.at(-1)).toBe('GET http://far.example/v2/os/manifests/v1');
  });

  it('is not reached when the proxy refuses, and the proxy is named', async () => {
    const registry = await startImageRegistry({ tls: true, names });
    open.push({ close: () => registry.stop() });
    const proxy = await startProxy(registry, 'ann:secret');
    expect(await look(registry, { https: proxy.url })).toMatchObject({
      kind: 'unreachable',
      reason: expect.stringMatching(/proxy .* 407/),
    });
  });

  it('is asked directly where the proxy is not for it', async () => {
    const registry = await startImageRegistry({ names });
    open.push({ close: () => registry.stop() });
    const proxy = await startProxy(registry);
    expect(await look(registry, { https: proxy.url, http: proxy.url }, registry.host)).toMatchObject({
      kind: 'ok',
    });
    expect((await look(registry, { https: proxy.url, except: '.example' })).kind).toBe('unreachable');
    expect(proxy.seen).toEqual([]);
  });
});
