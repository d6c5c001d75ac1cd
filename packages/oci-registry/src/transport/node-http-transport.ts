import { lookup } from 'node:dns';
import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { type ConnectionOptions, createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import { type AddressPolicy, refusedRanges, usualAddresses } from '../requests/address-policy.ts';
import { addressRange } from '../requests/address-range.ts';
import { chooseProxy, type ProxySettings } from '../requests/choose-proxy.ts';
import type { HttpRequest, HttpResponse, HttpTransport, Trust } from '../requests/http-exchange.ts';
import { RefusedAddress } from '../requests/refused-address.ts';
import { guardedLookup, type Resolve } from './guarded-lookup.ts';
import { proxyAuthorization, TunnelAgent } from './tunnel-agent.ts';

/** Idle connections are closed before common load balancers drop them silently. */
const agentOptions = { keepAlive: true, timeout: 30_000, scheduling: 'lifo' } as const;

/** Agents kept at the same time: one per set of authorities and proxy. What is left out closes when idle. */
const mostAgents = 32;

/** How connections are made. */
interface TransportOptions {
  readonly proxy?: ProxySettings | undefined;
  /** Asked for each request: networks may become known later. */
  readonly addresses?: (() => AddressPolicy) | undefined;
  readonly resolve?: Resolve;
}

/**
 * Requests over HTTP/1.1 with kept-alive connections; through a proxy by CONNECT (https) or the absolute form (http). Addresses are
 * judged where the connection is made; a proxy makes its own, so that there only addresses that the URL itself holds are judged.
 */
export function nodeHttpTransport(options: TransportOptions = {}): HttpTransport {
  const { proxy = {}, addresses = () => usualAddresses, resolve = lookup } = options;
  const agents = new Map<string, HttpAgent>();
  // connections are kept apart by what was refused when they were made
  const agentFor = (request: HttpRequest, through: URL | undefined, ranges: readonly string[]): HttpAgent => {
    const key = JSON.stringify([request.url.protocol, request.trust, through?.href, ranges]);
    const agent = agents.get(key) ?? newAgent(request, through, guardedLookup(resolve, ranges));
    agents.delete(key);
    agents.set(key, agent);
    const [oldest] = agents.keys();
    if (agents.size > mostAgents && oldest !== undefined) agents.delete(oldest);
    return agent;
  };
  return {
    async send(request) {
      const ranges = refusedRanges(request, addresses());
      const { host, hostname } = request.url;
      const range = addressRange(hostname, ranges);
      if (range !== undefined) throw new RefusedAddress(host, hostname, range);
      const through = chooseProxy(request.url, proxy);
      return exchange(request, { ...optionsOf(request, through), agent: agentFor(request, through, ranges) });
    },
    close() {
      for (const agent of agents.values()) agent.destroy();
      agents.clear();
    },
  };
}

function newAgent({ url, trust }: HttpRequest, through: URL | undefined, guarded: LookupFunction): HttpAgent {
  // the proxy's own address is its administrator's choice
  const looking = through === undefined ? { lookup: guarded } : {};
  if (url.protocol === 'http:') return new HttpAgent({ ...agentOptions, ...looking });
  const options = { ...agentOptions, ...tlsOptions(trust) };
  return through === undefined
    ? new HttpsAgent({ ...options, ...looking })
    : new TunnelAgent(through, options);
}

/**
 * Naming authorities replaces the usual ones, so both are named. They are read here, once: an agent that is given them reads some
 * hundred and fifty certificates for each connection, and compares their texts for each request.
 */
function tlsOptions({ ca, insecure }: Trust): ConnectionOptions {
  return {
    rejectUnauthorized: !insecure,
    secureContext: contextFor(ca),
  };
}

/** The last one, and its authority: reading all the usual ones takes a while, and every session asks for the same. */
let latest: { readonly ca: string | undefined; readonly context: SecureContext } | undefined;

function contextFor(ca: string | undefined): SecureContext {
  if (latest === undefined || latest.ca !== ca)
    latest = { ca, context: createSecureContext(ca === undefined ? {} : { ca: [...rootCertificates, ca] }) };
  return latest.context;
}

function optionsOf(
  { method, url, headers, body, signal }: HttpRequest,
  through: URL | undefined,
): RequestOptions {
  const length = body === undefined ? {} : { 'Content-Length': String(body.length) };
  const plainProxy = url.protocol === 'http:' ? through : undefined;
  const target = plainProxy ?? url;
  return {
    method,
    host: target.hostname.replace(/^\[|\]$/g, ''),
    port: target.port,
    path: plainProxy === undefined ? `${url.pathname}${url.search}` : url.href,
    headers: {
      Host: url.host,
      ...headers,
      ...length,
      ...(plainProxy === undefined ? {} : proxyAuthorization(plainProxy)),
    },
    signal,
  };
}

function exchange(request: HttpRequest, options: RequestOptions): Promise<HttpResponse> {
  const send = request.url.protocol === 'http:' ? httpRequest : httpsRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(options, (incoming) => resolve(responseOf(incoming)));
    outgoing.on('error', reject);
    outgoing.end(request.body);
  });
}

function responseOf(incoming: IncomingMessage): HttpResponse {
  // What breaks after the last reader is gone concerns nobody.
  incoming.on('error', () => undefined);
  const headers = Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
  );
  return { status: incoming.statusCode ?? 0, headers: Object.fromEntries(headers), body: incoming };
}
