import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from 'node:http';

/** What goes wrong with the next request whose `METHOD path` matches. */
type RequestFault =
  /** It is answered so, and the registry never hears of it. */
  | { readonly kind: 'answer'; readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** Only so many bytes of its body arrive, which the registry keeps; then the connection breaks. */
  | { readonly kind: 'cutRequest'; readonly bytes: number }
  /** The registry does as it is told, but its answer is lost after so many bytes of the body. */
  | { readonly kind: 'cutAnswer'; readonly bytes: number }
  /** Answers come with other headers; undefined takes one away. */
  | { readonly kind: 'headers'; readonly headers: Readonly<Record<string, string | undefined>> }
  /** The request arrives without these headers. */
  | { readonly kind: 'without'; readonly headers: readonly string[] };

/** A fault, and for how many requests it lasts. */
interface PlannedFault {
  readonly on: RegExp;
  readonly fault: RequestFault;
  readonly times?: number;
}

/** Stands before a registry on plain HTTP. */
export interface FaultyRegistry {
  readonly host: string;
  /** `METHOD path` of what came, oldest first. */
  readonly requests: readonly string[];
  /** The most bytes a request had. */
  longestBody(): number;
  /** From now on these, and no others. */
  plan(...faults: readonly PlannedFault[]): void;
  stop(): Promise<void>;
}

/** Starts one before the registry at a host. */
export async function startFaultyRegistry(registry: string): Promise<FaultyRegistry> {
  const requests: string[] = [];
  const planned: { on: RegExp; fault: RequestFault; left: number }[] = [];
  let longest = 0;
  const nextFault = (line: string): RequestFault | undefined => {
    const found = planned.find(({ on, left }) => left > 0 && on.test(line));
    if (found !== undefined) found.left -= 1;
    return found?.fault;
  };
  const server = createServer((message, response) => {
    const line = `${message.method} ${message.url}`;
    requests.push(line);
    void bodyOf(message).then((body) => {
      longest = Math.max(longest, body.length);
      relay(registry, { message, body, response }, nextFault(line));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    host: `127.0.0.1:${address.port}`,
    requests,
    longestBody: () => longest,
    plan: (...faults) => {
      planned.splice(0);
      planned.push(...faults.map(({ on, fault, times = 1 }) => ({ on, fault, left: times })));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Relayed {
  readonly message: IncomingMessage;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

async function bodyOf(message: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  return Buffer.concat(pieces);
}

function relay(registry: string, relayed: Relayed, fault: RequestFault | undefined): void {
  const { message, response } = relayed;
  if (fault?.kind === 'answer') {
    response.writeHead(fault.status, fault.headers).end();
    return;
  }
  const body = fault?.kind === 'cutRequest' ? relayed.body.subarray(0, fault.bytes) : relayed.body;
  const { url: path, method } = message;
  const headers = headersFor(message, body, fault);
  const [host, port] = registry.split(':');
  const onward = request({ host, port, path, method, headers }, (answer) => {
    void bodyOf(answer).then((bytes) => answerWith(response, { answer, bytes }, fault));
  });
  onward.on('error', () => response.destroy());
  onward.end(body);
}

function headersFor(
  { headers }: IncomingMessage,
  body: Uint8Array,
  fault: RequestFault | undefined,
): OutgoingHttpHeaders {
  if (fault?.kind === 'without')
    return Object.fromEntries(Object.entries(headers).filter(([name]) => !fault.headers.includes(name)));
  if (fault?.kind !== 'cutRequest') return { ...headers };
  const start = Number(headers['content-range']?.split('-')[0] ?? 0);
  const range = `${start}-${start + body.length - 1}`;
  return { ...headers, 'content-length': body.length, 'content-range': range };
}

function answerWith(
  response: ServerResponse,
  { answer, bytes }: { readonly answer: IncomingMessage; readonly bytes: Buffer },
  fault: RequestFault | undefined,
): void {
  const arrives = fault?.kind === 'cutRequest' ? 0 : fault?.kind === 'cutAnswer' ? fault.bytes : undefined;
  if (arrives === 0) {
    response.destroy();
    return;
  }
  const headers = { ...answer.headers, ...(fault?.kind === 'headers' ? fault.headers : {}) };
  const there = Object.entries(headers).filter(([, value]) => value !== undefined);
  response.writeHead(answer.statusCode ?? 500, Object.fromEntries(there));
  if (arrives === undefined) response.end(bytes);
  // what is written must have left before the connection ends
  else response.write(bytes.subarray(0, arrives), () => response.destroy());
}
