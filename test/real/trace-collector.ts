import { once } from 'node:events';
import { createServer } from 'node:http';

/** A collector of this machine that keeps what it is sent. */
interface TraceCollector {
  /** What processes are told where to send to, and with which login. */
  readonly variables: Readonly<Record<string, string>>;
  /** The bodies that came. */
  received(): string;
  stop(): void;
}

/** Starts one on a free port; `login`: what senders show it. */
export async function startTraceCollector(login: string): Promise<TraceCollector> {
  let text = '';
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.once('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    variables: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer ${login}`,
    },
    received: () => text,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
