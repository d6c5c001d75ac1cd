import type { BoundedServer } from '../operator/serving/bounded-server.ts';
import type { CertificatePair } from '../operator/serving/certificate-pair.ts';
import { createDesk, type Desk, type Views } from './desk.ts';
import { loginDoor } from './doors/login-door.ts';
import type { Refusal } from './requests/judge-request.ts';
import { type ConsoleMeans, createGates, secret, serveRequests } from './serve-requests.ts';
import { createSessions } from './sessions/create-sessions.ts';

/** Whether the cluster knows a token: whose it is, and what he sees. */
export type Opened =
  | { readonly ok: true; readonly user: string; readonly views: Views }
  | ({ readonly ok: false } & Refusal);

interface SharedConsoleOptions extends ConsoleMeans {
  /** Where it listens; `host` undefined: everywhere. */
  readonly address: { readonly port: number; readonly host: string | undefined };
  /** Undefined: a proxy in front speaks TLS. */
  readonly certificate: CertificatePair | 'none yet' | undefined;
  /** What browsers call it, `HOST` or `HOST:PORT`. */
  readonly hosts: readonly string[];
  /** A proxy in front brings tokens; nobody pastes one. */
  readonly byProxy: boolean;
  /** `refused` is to be called when the cluster does not know the token any more. Never throws. */
  readonly open: (token: string, refused: () => void) => Promise<Opened>;
}

/** Serves the console to many, each with the rights of his own token and a desk of his own. Rejects when the port is taken. */
export async function startSharedConsole(options: SharedConsoleOptions): Promise<BoundedServer> {
  const { address, certificate, hosts, byProxy, open, site, clock, onBug } = options;
  const gates = createGates();
  const sessions = createSessions<Desk>({ clock, secret });
  const door = loginDoor<Desk>({
    byProxy,
    open: async (token) => {
      const opened = await open(token, () => sessions.endLogin(token));
      if (!opened.ok) return opened;
      const desk = createDesk(opened.views, { clock, onBug, gates, run: secret() });
      return { ok: true, user: opened.user, login: token, desk };
    },
  });
  return serveRequests({
    ...{ ...address, certificate, site, onBug, door, sessions },
    mostConnections: 2_048,
    scheme: 'https',
    hosts: () => hosts,
  });
}
