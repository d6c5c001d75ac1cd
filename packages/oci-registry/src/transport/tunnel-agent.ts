import { request as httpRequest } from 'node:http';
import {
  type AgentOptions,
  Agent as HttpsAgent,
  request as httpsRequest,
  type RequestOptions,
} from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';

type Connected = (error: Error | null, stream: Duplex) => void;

/** How long a proxy may take to open a tunnel. */
const tunnelTimeoutMs = 30_000;

/** Opens its connections through an HTTP proxy (CONNECT), TLS inside the tunnel. */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(options: RequestOptions & ConnectionOptions, callback?: Connected): undefined {
    const fail = (error: Error) => {
      // the callback's type wants a stream even with an error; Node reads none
      Reflect.apply(callback ?? (() => undefined), undefined, [error]);
    };
    openTunnel(this.#proxy, options)
      .then((socket) => {
        const secure = connect({ ...options, socket }, () => callback?.(null, secure));
        secure.once('error', fail);
      })
      .catch(fail);
  }
}

function openTunnel(proxy: URL, { host, port }: RequestOptions): Promise<Socket> {
  const target = `${host?.includes(':') ? `[${host}]` : host}:${port || 443}`;
  const send = proxy.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send({
      method: 'CONNECT',
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port,
      path: target,
      headers: { Host: target, ...proxyAuthorization(proxy) },
      timeout: tunnelTimeoutMs,
      agent: false,
    });
    outgoing.once('timeout', () => outgoing.destroy(new Error(`the proxy ${proxy.host} opens no tunnel`)));
    outgoing.once('error', reject);
    outgoing.once('connect', ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new Error(`the proxy ${proxy.host} refuses a tunnel to ${target} with ${statusCode}`));
    });
    outgoing.end();
  });
}

/** The header for a proxy whose address holds a user. */
export function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}
