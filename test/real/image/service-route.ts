import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

/** The way from an API server to the Services of its cluster, where there is no network of pods. */
export interface ServiceRoute {
  /** What kube-apiserver reads as its `--egress-selector-config-file`. */
  readonly egress: string;
  /** Ports on loopback that Services lead to from now on, in turn. */
  lead(ports: readonly number[]): void;
  /** Ends the connections that are open, so that the next request asks for one. */
  drop(): void;
  /** How many connections went to each port. */
  readonly taken: ReadonlyMap<number, number>;
  stop(): Promise<void>;
}

/** Plays kube-proxy for all Services with HTTPS, which is one here: the webhook's. It is reached by a socket in the folder. */
export async function startServiceRoute(folder: string): Promise<ServiceRoute> {
  let ports: readonly number[] = [];
  let next = 0;
  const taken = new Map<number, number>();
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('connect', (_request, socket) => {
    const port = ports[next % ports.length];
    next += 1;
    if (port === undefined) return void socket.end('HTTP/1.1 503 Service Unavailable\r\n\r\n');
    taken.set(port, (taken.get(port) ?? 0) + 1);
    const target = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      target.pipe(socket).pipe(target);
    });
    target.on('error', () => socket.destroy());
    socket.on('error', () => target.destroy());
  });
  const path = join(folder, 'services');
  server.listen(path);
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    egress: egressTo(path),
    lead: (to) => {
      ports = to;
    },
    drop,
    taken,
    stop: async () => {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}

function egressTo(udsName: string): string {
  const connection = { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName } } };
  return JSON.stringify({
    apiVersion: 'apiserver.k8s.io/v1beta1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [{ name: 'cluster', connection }],
  });
}
