import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Server } from 'node:net';
import { createCertificates } from '@archipelago/kube-sandbox';
import type { Draw } from './seeded-random.ts';

/** What a host was asked, with all that came. */
export interface HeardRequest {
  /** Address that was connected to. */
  readonly address: string;
  readonly path: string;
  /** Line, headers and body. */
  readonly text: string;
}

/** One round: a registry that answers what it likes, and what all hosts heard meanwhile. */
export interface HostileRound {
  readonly draw: Draw;
  /** What it does mostly: otherwise few rounds would get far. */
  readonly mood: 'asks for a login' | 'leads on' | 'leads on for ever' | 'is kind' | 'raves';
  readonly heard: HeardRequest[];
  /** Contents by digest, so that some of what it promises is there. */
  readonly contents: Map<string, Buffer>;
}

/** Several hosts of one will, each with TLS and without. */
export interface HostileHosts {
  readonly ports: { readonly tls: number; readonly plain: number };
  readonly caCertificate: string;
  /** By number, which stands in each address: `/case-7/`. */
  readonly rounds: Map<string, HostileRound>;
  /** Most bytes that one answer was rid of before its reader had enough. */
  readonly longestBytes: () => number;
  stop(): Promise<void>;
}

/** The registry, two other hosts, and one that nobody may reach. */
export const hostileAddresses = {
  registry: '127.0.0.2',
  others: ['127.0.0.3', '127.0.0.4'],
  forbidden: '127.0.0.9',
} as const;

/** Beyond it an endless answer ends: its reader should have left long before. */
const endlessBytes = 64 * 1024 * 1024;

/** Starts them on the addresses of loopback. */
export async function startHostileHosts(): Promise<HostileHosts> {
  const { registry, others, forbidden } = hostileAddresses;
  const certificates = await createCertificates(Date.now(), [registry, ...others, forbidden]);
  const hosts = new Hosts();
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    void hosts.answer(request, response);
  const tls = createHttpsServer({ cert: certificates.certificate, key: certificates.privateKey }, listener);
  const plain = createHttpServer(listener);
  hosts.ports = { tls: await listen(tls), plain: await listen(plain) };
  return {
    ports: hosts.ports,
    caCertificate: certificates.caCertificate,
    rounds: hosts.rounds,
    longestBytes: () => hosts.longestBytes,
    async stop() {
      for (const server of [tls, plain]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

class Hosts {
  readonly rounds = new Map<string, HostileRound>();
  ports = { tls: 0, plain: 0 };
  longestBytes = 0;

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    for await (const piece of request) pieces.push(piece);
    const { url = '/', method, rawHeaders, socket } = request;
    const [, name = ''] = /(case-\d+)/.exec(url) ?? [];
    const round = this.rounds.get(name);
    const text = `${method} ${url} ${rawHeaders.join(' ')} ${Buffer.concat(pieces)}`;
    round?.heard.push({ address: socket.localAddress ?? '', path: url, text });
    if (round === undefined) response.writeHead(404).end();
    else {
      const astray = socket.localAddress !== hostileAddresses.registry || url.includes('/astray/');
      const isLoggedIn = request.headers.authorization !== undefined;
      await this.#hostile({ round, name, url, astray, isLoggedIn }, response);
    }
  }

  async #hostile(asked: Asked, response: ServerResponse): Promise<void> {
    const { draw } = asked.round;
    if (draw(40) === 0 && asked.round.mood !== 'leads on for ever') return void response.destroy();
    const status = statusOf(asked);
    const headers = headersOf(asked, this.ports);
    const body = bodyOf(asked);
    try {
      response.writeHead(status, headers);
    } catch {
      // some of what is made up is no header at all
      response.writeHead(status);
    }
    // nothing is sent after 304
    if (draw(60) === 0 && status !== 304) await this.#endless(response);
    else response.end(body);
  }

  async #endless(response: ServerResponse): Promise<void> {
    const piece = Buffer.alloc(64 * 1024, '[');
    let sent = 0;
    const gone = once(response, 'close');
    while (!response.destroyed && sent < endlessBytes) {
      sent += piece.length;
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), gone]);
    }
    this.longestBytes = Math.max(this.longestBytes, sent);
    response.end();
  }
}

interface Asked {
  readonly round: HostileRound;
  readonly name: string;
  readonly url: string;
  /** Another host has had a word on the way here. */
  readonly astray: boolean;
  readonly isLoggedIn: boolean;
}

const statuses = [
  200, 200, 200, 200, 401, 401, 401, 307, 302, 301, 308, 403, 404, 500, 429, 206, 304,
] as const;

function statusOf({ round: { draw, mood }, url, isLoggedIn }: Asked): number {
  if (url.includes('realm/') && draw(4) > 0) return 200;
  if (mood === 'leads on for ever') return 307;
  if (draw(6) === 0) return pick(draw, statuses);
  if (mood === 'asks for a login') return isLoggedIn ? pick(draw, [200, 307]) : 401;
  if (mood === 'leads on') return pick(draw, [200, 307, 307, 307]);
  return mood === 'is kind' ? 200 : pick(draw, statuses);
}

/** Anywhere: hosts of ours by each way to write them, in each scheme; where `where` is a path of the round. */
function addressOf(draw: Draw, ports: HostileHosts['ports'], where: string): string {
  const { registry, others, forbidden } = hostileAddresses;
  const host = pick(draw, [registry, registry, ...others, ...others, forbidden]);
  const mapped = `[::ffff:${host}]`;
  const number = host.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const odd = pick(draw, [mapped, String(number), `${registry}:1@${host}`, 'localhost']);
  const named = draw(4) === 0 ? odd : host;
  const scheme =
    draw(8) === 0 ? pick(draw, ['HTTPS', 'ftp', 'file', '']) : pick(draw, ['https', 'https', 'http']);
  const usual = scheme === 'http' ? ports.plain : ports.tls;
  const port = draw(6) === 0 ? pick(draw, [ports.tls, ports.plain, 1]) : usual;
  if (draw(4) > 0) return `${scheme}://${named}:${port}${where}`;
  return pick(draw, [
    `//${named}:${port}${where}`,
    where,
    `..${where}`,
    `${scheme}://${named}:${port}${where}?x=\u009b2J\u00ad`,
    'https://',
    '',
  ]);
}

function headersOf({ round: { draw, mood, contents }, name, astray }: Asked, ports: HostileHosts['ports']) {
  const led = `/${astray ? 'astray' : 'led'}/${name}/x`;
  // the registry's own choice of a realm is told from those that others name
  const realm = addressOf(draw, ports, `/${astray ? 'astray/evil-realm' : 'realm'}/${name}`);
  const challenge = pick(draw, [
    `Bearer realm="${realm}",service="s"`,
    `Bearer realm="${realm}",service="s"`,
    `Bearer realm="${realm}",service="s"`,
    `Bearer realm="${realm}"`,
    `Bearer realm=${realm}`,
    'Basic realm="x"',
    `Basic realm="x", Bearer realm="${realm}"`,
    'Negotiate',
    'Bearer',
    `Bearer ${'a='.repeat(2000)}`,
  ]);
  return {
    Location: mood === 'leads on for ever' ? led : addressOf(draw, ports, led),
    'WWW-Authenticate': challenge,
    'Content-Type': draw(6) === 0 ? pick(draw, mediaTypes) : 'application/json',
    ...(draw(8) === 0 ? { 'Docker-Content-Digest': pick(draw, ['sha256:0', '', ...contents.keys()]) } : {}),
    ...(draw(20) === 0 ? { 'Retry-After': pick(draw, ['0', '1', '999999999', 'never']) } : {}),
  };
}

const mediaTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/json',
  'text/html',
] as const;

function bodyOf({ round, name, url }: Asked): Buffer {
  const { draw, contents } = round;
  const [, promised = ''] = /(sha256:[0-9a-f]{64})/.exec(url) ?? [];
  const known = contents.get(promised);
  if (known !== undefined && (draw(5) > 0 || round.mood === 'is kind')) return known;
  if (url.includes('realm/')) return Buffer.from(tokenText(draw, name));
  if (round.mood !== 'raves' && draw(5) > 0) return Buffer.from(indexText(round));
  const text = pick<() => string>(draw, [
    () => indexText(round),
    () => indexText(round),
    () => JSON.stringify(imageOf(round)),
    () => `{"mediaType":"${'x'.repeat(draw(5000))}","manifests":[]}`,
    () => `{"errors":[{"code":"\\u001b[2J","message":"${'y'.repeat(draw(5000))}"}]}`,
    () => '['.repeat(draw(20_000)),
    () => '{"manifests":{"__proto__":[]},"config":7}',
    () => 'null',
    () => '\u0000\ufffd',
    () => ' '.repeat(draw(200_000)),
  ])();
  return Buffer.from(text);
}

function tokenText(draw: Draw, name: string): string {
  return pick(draw, [
    `{"token":"granted-${name}."}`,
    `{"token":"granted-${name}.","expires_in":${pick(draw, [-1, 0, 1e308, 300])}}`,
    `{"access_token":"granted-${name}.","token":""}`,
    '{"token":"a\\r\\nHost: b"}',
    `{"token":${'['.repeat(100)}`,
    '{}',
    '',
  ]);
}

function keep({ contents }: HostileRound, text: string): { digest: string; size: number } {
  const bytes = Buffer.from(text);
  const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  contents.set(digest, bytes);
  return { digest, size: bytes.length };
}

/** Mostly what it says; sizes and digests lie now and then. */
function descriptor(round: HostileRound, text: string, mediaType: string) {
  const { mood } = round;
  const { digest, size } = keep(round, text);
  const draw: Draw = (limit) => (mood === 'raves' ? round.draw(limit) : 0);
  return {
    mediaType,
    digest: pick<unknown>(draw, [digest, digest, digest, `sha256:${'0'.repeat(64)}`, '../../x', 7]),
    size: pick(draw, [size, size, size, size, size + 1, -1, 1e300, 10_000_000]),
  };
}

function imageOf(round: HostileRound) {
  const { draw } = round;
  const platform = { os: 'linux', architecture: pick(draw, ['amd64', 'arm64', '\u001b[2J', '']) };
  const config = JSON.stringify({
    ...platform,
    config: { Labels: { a: '\u202e' } },
    rootfs: { diff_ids: [] },
  });
  const mediaType = 'application/vnd.oci.image.manifest.v1+json';
  return {
    schemaVersion: 2,
    mediaType: pick<unknown>(draw, [mediaType, mediaType, mediaType, 'text/x', 7]),
    config: descriptor(round, config, 'application/vnd.oci.image.config.v1+json'),
    layers: [descriptor(round, 'layer', 'application/vnd.oci.image.layer.v1.tar')],
  };
}

function indexText(round: HostileRound): string {
  const { draw } = round;
  const entries = Array.from(
    { length: draw(10) === 0 ? pick(draw, [0, 5, 1500]) : 1 + draw(4) },
    (_, index) => {
      // one that stands for many: a long index is to be long, not costly to make
      if (index > 5) return { digest: `sha256:${'1'.repeat(64)}`, size: 1, mediaType: mediaTypes[2] };
      const child = draw(8) === 0 ? '{"manifests":[]}' : JSON.stringify(imageOf(round));
      const platform = pick<unknown>(draw, [
        { os: 'linux', architecture: 'amd64' },
        { architecture: '\u009b' },
        7,
        {},
      ]);
      return {
        ...descriptor(round, child, draw(6) === 0 ? pick(draw, mediaTypes) : mediaTypes[2]),
        platform,
      };
    },
  );
  return JSON.stringify({ schemaVersion: 2, mediaType: mediaTypes[0], manifests: entries });
}

/** One of a list that is not empty. */
function pick<T>(draw: Draw, from: readonly [T, ...(readonly T[])]): T {
  return from[draw(from.length)] ?? from[0];
}
