import { connect, createServer, type Socket } from 'node:net';

/** Passes on what comes for a server on loopback, and counts it. */
interface CountingProxy {
  /** `127.0.0.1:PORT`, to be asked instead of the server. */
  readonly host: string;
  /** Bytes so far, with everything HTTP adds. */
  readonly sent: () => number;
  readonly received: () => number;
  stop(): Promise<void>;
}

export async function startCountingProxy(to: string): Promise<CountingProxy> {
  const port = Number(to.split(':')[1]);
  const open = new Set<Socket>();
  let [sent, received] = [0, 0];
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('close', () => open.delete(socket));
      socket.on('error', () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (chunk) => {
      sent += chunk.length;
    });
    upstream.on('data', (chunk) => {
      received += chunk.length;
    });
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    host: `127.0.0.1:${address.port}`,
    sent: () => sent,
    received: () => received,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
