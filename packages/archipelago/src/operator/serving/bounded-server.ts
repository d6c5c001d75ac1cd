import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { type TlsParameters, tlsProfiles } from '../../config/settings/security/tls-profiles.ts';
import type { CertificatePair } from './certificate-pair.ts';

interface BoundedServerOptions {
  /** 0 takes a free port. */
  readonly port: number;
  /** undefined: every address of the machine. */
  readonly host: string | undefined;
  /** HTTPS with this certificate; `none yet`: connections fail until there is one; absent: plain HTTP. */
  readonly certificate?: CertificatePair | 'none yet' | undefined;
  readonly listener: RequestListener;
  /** 64 when absent. */
  readonly mostConnections?: number;
  /** How long a connection stays open without a request; 5 seconds when absent. */
  readonly keepAliveMs?: number;
}

/** A server that is listening. */
export interface BoundedServer {
  readonly port: number;
  /** From the next connection on; those that are open go on. */
  renew(certificate: CertificatePair, tls?: TlsParameters): void;
  stop(): Promise<void>;
}

/** What a request needs at most; the rest is somebody who keeps us waiting. */
const bounds = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
};
const usualConnections = 64;
const usualKeepAliveMs = 5_000;
/** Who has asked gets his answer, unless that takes longer. */
const lastAnswersMs = 2_000;

/** Serves HTTP or HTTPS to whoever connects, within bounds that nobody can use up for others. Rejects when the port is taken. */
export async function startBoundedServer(options: BoundedServerOptions): Promise<BoundedServer> {
  const { certificate, port, host, listener } = options;
  const pair = certificate === 'none yet' ? undefined : certificate;
  const secure =
    certificate && createSecureServer({ ...bounds, ...tlsOf(pair), handshakeTimeout: 5_000 }, listener);
  const server = secure ?? createServer(bounds, listener);
  server.keepAliveTimeout = options.keepAliveMs ?? usualKeepAliveMs;
  const open = boundConnections(server, options.mostConnections ?? usualConnections);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  });
  return {
    port: portOf(server),
    renew: (next, tls) => secure?.setSecureContext(tlsOf(next, tls)),
    stop: () => stop(server, open),
  };
}

/** Takes no more connections; those that wait for no answer are closed at once. */
async function stop(server: HttpServer, open: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => {
    for (const socket of open) socket.destroy();
  }, lastAnswersMs);
  await closed;
  clearTimeout(late);
}

const versions = {
  VersionTLS10: 'TLSv1',
  VersionTLS11: 'TLSv1.1',
  VersionTLS12: 'TLSv1.2',
  VersionTLS13: 'TLSv1.3',
} as const;

/** By default as the profile that clusters have where nobody chooses another. */
function tlsOf(pair: CertificatePair | undefined, { minTLSVersion, ciphers } = tlsProfiles.Intermediate) {
  return {
    ...(pair === undefined ? {} : { cert: pair.certificate, key: pair.privateKey }),
    minVersion: versions[minTLSVersion],
    ...(ciphers.length === 0 ? {} : { ciphers: ciphers.join(':') }),
  };
}

/**
 * The oldest connection makes room for a new one: who opens many and says nothing cannot keep out those who come, are answered and go.
 */
function boundConnections(server: Server, mostConnections: number): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const [oldest] = open;
    if (open.size > mostConnections) oldest?.destroy();
  });
  return open;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return address === null || typeof address === 'string' ? 0 : address.port;
}
