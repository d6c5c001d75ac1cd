import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { TLSSocket } from 'node:tls';
import { isOwnHost, type ServerCertificates } from '@archipelago/kube-sandbox';
import { errorAnswer, nothing, type RegistryAnswer, type RegistryCall } from './registry-answer.ts';
import { faultAnswer, garbageAnswer, type RegistryFault } from './registry-fault.ts';
import type { RegistryRequestLine } from './request-log.ts';

/** Bytes of one request's body; blobs that are larger come in chunks. */
export const BODY_LIMIT = 64 * 1024 * 1024;

/** What the server needs to know per request. */
export interface RegistryServing {
  answer(call: RegistryCall): RegistryAnswer;
  /** What goes wrong now. */
  fault(): RegistryFault | undefined;
  /** The body of a call was too large: what is said then. */
  tooLarge(): RegistryAnswer;
  log(line: RegistryRequestLine): void;
}

/** A listening registry. */
interface ListeningRegistry {
  readonly port: number;
  close(): Promise<void>;
}

/** Reads a body; undefined: it is too large (the rest is read and dropped, so that the client hears the answer). */
async function readBody(message: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of message) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > BODY_LIMIT) chunks.length = 0;
    else chunks.push(chunk);
  }
  return size > BODY_LIMIT ? undefined : Buffer.concat(chunks);
}

function headersOf(message: IncomingMessage): Record<string, string | undefined> {
  const entries = Object.entries(message.headers).map(([name, value]) => {
    return [name, Array.isArray(value) ? value.join(', ') : value] as const;
  });
  return Object.fromEntries(entries);
}

/** What the client calls this server. */
function originOf({ socket, headers }: IncomingMessage): string {
  return `${socket instanceof TLSSocket ? 'https' : 'http'}://${headers.host ?? ''}`;
}

/** Parts of a request line. */
function targetOf(message: IncomingMessage): { readonly path: string; readonly query: string } {
  const [path = '/', ...query] = (message.url ?? '/').split('?');
  return { path, query: query.join('?') };
}

async function answerTo(message: IncomingMessage, serving: RegistryServing): Promise<RegistryAnswer> {
  const body = await readBody(message);
  if (!isOwnHost(message.headers.host))
    return errorAnswer('DENIED', { message: 'call this registry 127.0.0.1 or localhost' });
  const fault = serving.fault();
  if (fault?.kind === 'status') return faultAnswer(fault);
  if (fault?.kind === 'garbage') return garbageAnswer();
  if (body === undefined) return serving.tooLarge();
  const { path, query } = targetOf(message);
  const headers = headersOf(message);
  return serving.answer({
    method: message.method ?? 'GET',
    origin: originOf(message),
    path,
    query: new URLSearchParams(query),
    headers,
    body,
  });
}

/** HEAD answers tell the length of the body they leave out. */
function headOf({ status, headers, body }: RegistryAnswer): Record<string, string | number> {
  const length = status === 204 || status === 304 ? {} : { 'Content-Length': body.length };
  return { 'Docker-Distribution-Api-Version': 'registry/2.0', ...headers, ...length };
}

/** Where there is no body to break off, the client hears nothing. */
function sendCut(response: ServerResponse, answer: RegistryAnswer): void {
  const half = answer.body.subarray(0, Math.floor(answer.body.length / 2));
  if (response.req.method === 'HEAD' || half.length === 0) {
    response.destroy();
    return;
  }
  response.writeHead(answer.status, headOf(answer));
  // The half must have left before the connection ends, or the client sees no answer at all.
  response.write(half, () => response.destroy());
}

function send(response: ServerResponse, answer: RegistryAnswer): void {
  response.writeHead(answer.status, headOf(answer));
  response.end(response.req.method === 'HEAD' ? nothing : answer.body);
}

function lineOf(message: IncomingMessage, status: number): RegistryRequestLine {
  return {
    method: message.method ?? 'GET',
    ...targetOf(message),
    status,
    userAgent: message.headers['user-agent'] ?? '',
    authorized: message.headers.authorization !== undefined,
  };
}

async function serve(
  serving: RegistryServing,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (serving.fault()?.kind === 'hang') {
    serving.log(lineOf(message, 0));
    return;
  }
  const answer = await answerTo(message, serving);
  serving.log(lineOf(message, answer.status));
  if (serving.fault()?.kind === 'cut') sendCut(response, answer);
  else send(response, answer);
}

function newServer(serving: RegistryServing, certificates: ServerCertificates | undefined): Server {
  const listener = (message: IncomingMessage, response: ServerResponse) => {
    // The connection broke while the request was read, or there is a bug here: no answer can be right.
    serve(serving, message, response).catch(() => response.destroy());
  };
  if (certificates === undefined) return createHttpServer(listener);
  return createHttpsServer({ cert: certificates.certificate, key: certificates.privateKey }, listener);
}

/** Listens on the loopback interface; port 0 takes a free one. Plain HTTP without certificates. */
export async function listenRegistry(
  serving: RegistryServing,
  port: number,
  certificates: ServerCertificates | undefined,
): Promise<ListeningRegistry> {
  const server = newServer(serving, certificates);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the registry has no port');
  return {
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
