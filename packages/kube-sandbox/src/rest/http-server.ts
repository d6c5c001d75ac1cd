import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { respondRefusal } from '../calls/respond.ts';
import type { ServerCertificates } from '../certificates/create-certificates.ts';
import { foreignHost, methodNotAllowed } from '../refusals/status.ts';
import type { ApiRequest } from '../requests/api-request.ts';
import { type ApiResponse, isStream } from '../requests/api-response.ts';
import { BODY_LIMIT } from '../requests/read-body.ts';
import { ChunkFrames } from './chunk-frames.ts';
import { compressed } from './compressed.ts';
import { isOwnHost } from './is-own-host.ts';
import { PacedWriter } from './paced-writer.ts';
import { streamOutlet } from './stream-outlet.ts';
import { WriteTurns } from './write-turns.ts';

type Handler = (request: ApiRequest) => Promise<ApiResponse>;

/** A listening server. */
interface Listening {
  readonly port: number;
  /** Ends all connections; resolves when nothing listens any more. */
  close(): Promise<void>;
}

/** Reads a body. Of a too large one the rest is read and dropped, so that the client hears the answer. */
function readBytes(message: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // an iterator of the message costs more than all the rest of reading it
  return new Promise((resolve, reject) => {
    message.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size - chunk.length <= BODY_LIMIT) chunks.push(chunk);
    });
    message.on('end', () => resolve(Buffer.concat(chunks)));
    message.on('error', reject);
    message.on('close', () => {
      if (!message.complete) reject(new Error('the connection broke'));
    });
  });
}

function headersOf(message: IncomingMessage): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(message.headers))
    headers[name] = Array.isArray(value) ? value.join(', ') : value;
  return headers;
}

async function requestOf(message: IncomingMessage): Promise<ApiRequest> {
  const [path = '/', ...query] = (message.url ?? '/').split('?');
  return {
    method: message.method ?? 'GET',
    path,
    query: new URLSearchParams(query.join('?')),
    headers: headersOf(message),
    body: await readBytes(message),
  };
}

/** What the streams of a server share. */
interface Streams {
  readonly frames: ChunkFrames;
  readonly turns: WriteTurns;
}

function send(response: ServerResponse, answer: ApiResponse, { frames, turns }: Streams): void {
  for (const [name, value] of Object.entries(answer.headers)) {
    response.setHeader(name, typeof value === 'string' ? inBytes(value) : value.map(inBytes));
  }
  const { body } = answer;
  if (!isStream(body)) {
    // text would be made one text with the headers, in its own encoding
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    response.writeHead(answer.status, { 'content-length': bytes.length });
    response.end(bytes);
    return;
  }
  response.writeHead(answer.status);
  response.flushHeaders();
  const writer = new PacedWriter(streamOutlet(response, frames), turns);
  const stop = body.start(writer);
  writer.begun();
  response.on('close', stop);
}

/** Headers are bytes; as kube-apiserver does, what is not ASCII in a warning goes as UTF-8. */
function inBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

interface Exchange {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly streams: Streams;
}

async function serve(handler: Handler, exchange: Exchange): Promise<void> {
  const { message, response, streams } = exchange;
  try {
    const request = await requestOf(message);
    const answer = isOwnHost(message.headers.host) ? await handler(request) : respondRefusal(foreignHost());
    send(response, await compressed(answer, request.headers['accept-encoding']), streams);
  } catch {
    // The connection broke while the request was read, or the handler has a bug: no answer can be right.
    response.destroy();
  }
}

function newServer(handler: Handler, certificates: ServerCertificates | undefined): Server {
  const streams = { frames: new ChunkFrames(), turns: new WriteTurns() };
  const listener = (message: IncomingMessage, response: ServerResponse) => {
    serve(handler, { message, response, streams }).catch(() => response.destroy());
  };
  if (certificates === undefined) return createHttpServer(listener);
  return createHttpsServer({ cert: certificates.certificate, key: certificates.privateKey }, listener);
}

/** Methods HTTP does not have never reach the handler; the API refuses them like any it does not allow. */
function refuseMethod(error: Error, socket: Duplex): void {
  if (!('code' in error) || error.code !== 'HPE_INVALID_METHOD' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = respondRefusal(methodNotAllowed());
  const lines = Object.entries({ ...headers, 'content-length': String(body).length, connection: 'close' });
  const head = lines.map(([name, value]) => `${name}: ${String(value)}`).join('\r\n');
  socket.end(`HTTP/1.1 ${status} Method Not Allowed\r\n${head}\r\n\r\n${String(body)}`);
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return address.port;
}

/** Listens on the loopback interface; port 0 takes a free one. Plain HTTP without certificates. */
export async function listen(
  handler: Handler,
  port: number,
  certificates: ServerCertificates | undefined,
): Promise<Listening> {
  const server = newServer(handler, certificates);
  server.on('clientError', refuseMethod);
  // Watches are silent for a long time, and clients keep connections.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
