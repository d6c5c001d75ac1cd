import { createDesk, type Views } from './desk.ts';
import { linkDoor } from './doors/link-door.ts';
import { type ConsoleMeans, createGates, secret, serveRequests } from './serve-requests.ts';
import { createSessions } from './sessions/create-sessions.ts';

interface ConsoleOptions extends Views, ConsoleMeans {
  /** 0 takes a free port. */
  readonly port: number;
}

/** A console that is being served. */
export interface Console {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  /** The link that starts a session, once; the code is no part of what a browser sends when it asks for the page. */
  readonly link: string;
  stop(): Promise<void>;
}

const loopback = '127.0.0.1';

/** Serves the console on loopback, with one login for all who come in. Rejects when the port is taken. */
export async function startConsole(options: ConsoleOptions): Promise<Console> {
  const { port, pages, asks, site, clock, onBug } = options;
  const code = secret();
  const desk = createDesk({ pages, asks }, { clock, onBug, run: secret(), gates: createGates() });
  const server = await serveRequests({
    ...{ port, site, onBug },
    host: loopback,
    // a tab has a stream for its page, and a restart of the browser opens them all
    mostConnections: 256,
    scheme: 'http',
    hosts: (taken) => [`${loopback}:${taken}`, `localhost:${taken}`],
    door: linkDoor({ desk, clock, code }),
    sessions: createSessions({ clock, secret }),
  });
  const origin = `http://${loopback}:${server.port}`;
  return { origin, link: `${origin}/#code=${code}`, stop: server.stop };
}
