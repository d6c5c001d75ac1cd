import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Clock } from '@archipelago/apimachinery';
import { startBoundedServer } from '../operator/serving/bounded-server.ts';
import type { Ask, LookAtPage } from './answer-api.ts';
import { answerRequest, type Serving } from './answer-request.ts';
import { createChangeFeed } from './changes/change-feed.ts';
import type { Site } from './files/load-site.ts';
import { createSessions } from './sessions/create-sessions.ts';

interface ConsoleOptions {
  /** 0 takes a free port. */
  readonly port: number;
  readonly pages: ReadonlyMap<string, LookAtPage>;
  readonly asks: ReadonlyMap<string, Ask>;
  readonly site: Site;
  readonly clock: Clock;
  /** Hears what should not have happened. */
  readonly onBug: (error: unknown) => void;
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
const pauseMs = 2_000;

/** Serves the console on loopback. Rejects when the port is taken. */
export async function startConsole(options: ConsoleOptions): Promise<Console> {
  const { port, pages, asks, site, clock, onBug } = options;
  const run = secret();
  const feeds = new Map(
    [...pages].map(([name, look]) => [name, createChangeFeed({ look, clock, pauseMs, run, onBug })] as const),
  );
  const sessions = createSessions({ clock, secret });
  let serving: Serving | undefined;
  const server = await startBoundedServer({
    port,
    host: loopback,
    // a tab has a stream for its page, and a restart of the browser opens them all
    mostConnections: 256,
    listener: (request, response) => {
      if (serving === undefined) response.destroy();
      else
        answerRequest(serving, request, response).catch((error: unknown) => failed(response, error, onBug));
    },
  });
  const hosts = [`${loopback}:${server.port}`, `localhost:${server.port}`];
  const streams = new Map<() => void, string | undefined>();
  const api = { cookieName: `archipelago-${server.port}`, sessions, pages, feeds, asks, streams };
  serving = { hosts, site, api };
  const origin = `http://${loopback}:${server.port}`;
  return {
    origin,
    link: `${origin}/#code=${sessions.startCode}`,
    stop: async () => {
      for (const end of streams.keys()) end();
      await server.stop();
    },
  };
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

/** Nobody is told more than that; the terminal is. */
function failed(response: ServerResponse, error: unknown, onBug: (error: unknown) => void): void {
  onBug(error);
  if (!response.headersSent) response.writeHead(500);
  response.end();
}
