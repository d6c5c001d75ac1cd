import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Clock } from '@archipelago/apimachinery';
import { type BoundedServer, startBoundedServer } from '../operator/serving/bounded-server.ts';
import type { CertificatePair } from '../operator/serving/certificate-pair.ts';
import { answerRequest, type Serving } from './answer-request.ts';
import { createGate } from './changes/create-gate.ts';
import type { Desk, Gates } from './desk.ts';
import type { Door } from './doors/door.ts';
import type { Site } from './files/load-site.ts';
import type { Sessions } from './sessions/create-sessions.ts';

/** What every console needs. */
export interface ConsoleMeans {
  readonly site: Site;
  readonly clock: Clock;
  /** Hears what should not have happened. */
  readonly onBug: (error: unknown) => void;
}

interface ServingOptions extends Pick<ConsoleMeans, 'site' | 'onBug'> {
  readonly port: number;
  readonly host: string | undefined;
  readonly certificate?: CertificatePair | 'none yet' | undefined;
  readonly mostConnections: number;
  /** How browsers come here; `hosts` of the port that was taken. */
  readonly scheme: 'http' | 'https';
  readonly hosts: (port: number) => readonly string[];
  readonly door: Door<Desk>;
  readonly sessions: Sessions<Desk>;
}

/** Listens, and answers from a door and its sessions, which end with it. Rejects when the port is taken. */
export async function serveRequests(options: ServingOptions): Promise<BoundedServer> {
  const { port, host, certificate, mostConnections, scheme, site, door, sessions, onBug } = options;
  let serving: Serving | undefined;
  const server = await startBoundedServer({
    ...{ port, host, certificate, mostConnections },
    listener: (request, response) => {
      if (serving === undefined) response.destroy();
      else
        answerRequest(serving, request, response).catch((error: unknown) => failed(response, error, onBug));
    },
  });
  const cookie = { name: `archipelago-${server.port}`, isSecure: scheme === 'https' };
  serving = { hosts: options.hosts(server.port), scheme, site, api: { cookie, door, sessions } };
  return {
    ...server,
    stop: async () => {
      sessions.endAll();
      await server.stop();
    },
  };
}

/** So many looks at a cluster are under way in a console: a large one takes half a gibibyte of memory for each. */
const mostLooks = 2;
/** An ask may read as much; people wait for it. */
const mostAsks = 4;

/** The gates of a console. */
export function createGates(): Gates {
  return { looks: createGate(mostLooks), asks: createGate(mostAsks) };
}

/** A text that nobody guesses. */
export function secret(): string {
  return randomBytes(24).toString('base64url');
}

/** Nobody is told more than that; the terminal is. */
function failed(response: ServerResponse, error: unknown, onBug: (error: unknown) => void): void {
  onBug(error);
  if (!response.headersSent) response.writeHead(500);
  response.end();
}
