import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** What a registry answers, whole. */
interface RegistryAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** May answer something else, or do something before the answer is heard; `line` is `METHOD path`. */
type Meddle = (line: string, answer: RegistryAnswer) => RegistryAnswer | Promise<RegistryAnswer>;

/** Stands before a registry on plain HTTP, and does not mean well. */
export interface MeddlingRegistry {
  readonly host: string;
  /** From now on like this. */
  meddle(how: Meddle): void;
  stop(): Promise<void>;
}

const honest: Meddle = (_, answer) => answer;

/** Starts one before the registry at a host; honest at first. */
export async function startMeddlingRegistry(registry: string): Promise<MeddlingRegistry> {
  let how = honest;
  const server = createServer((message, response) => {
    void (async () => {
      const line = `${message.method} ${message.url}`;
      const answer = await how(line, await ask(registry, message, await bodyOf(message)));
      response.writeHead(answer.status, answer.headers).end(answer.body);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    host: `127.0.0.1:${address.port}`,
    meddle: (next) => {
      how = next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(message: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  return Buffer.concat(pieces);
}

function ask(
  registry: string,
  { method, url: path, headers }: IncomingMessage,
  body: Buffer,
): Promise<RegistryAnswer> {
  const [host, port] = registry.split(':');
  return new Promise((resolve, reject) => {
    const onward = request({ host, port, path, method, headers }, (answer) => {
      bodyOf(answer).then(
        (bytes) => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: bytes }),
        reject,
      );
    });
    onward.on('error', reject);
    onward.end(body);
  });
}
