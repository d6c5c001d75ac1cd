import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@archipelago/apimachinery';

/** What a browser shows with each request. */
interface Credentials {
  /** Of a cookie, which a browser sends to every port of the host. */
  readonly cookie: string | undefined;
  /** Of a header, which only pages of the console's own origin can set. */
  readonly token: string | undefined;
}

/** Somebody for whom a session begins. */
interface Guest<Desk> {
  readonly user: string;
  readonly login: string;
  readonly desk: Desk;
}

/** A session that is open. */
export interface Session<Desk> extends Guest<Desk> {
  /** Functions that end what is being sent, the oldest first. */
  readonly streams: Set<() => void>;
  /** What is being answered besides. */
  readonly underWay: Set<object>;
}

/** Who looks through the console. */
export interface Sessions<Desk> {
  /**
   * A session for who was let in. A browser that shows the cookie of one with the same login goes on with that: its tabs share it.
   * Undefined: there are too many.
   */
  start(
    guest: Guest<Desk>,
    cookie: string | undefined,
  ): { readonly cookie: string; readonly token: string } | undefined;
  /** The session that both belong to, if it was used within twelve hours. */
  find(credentials: Credentials): Session<Desk> | undefined;
  end(cookie: string | undefined): void;
  /** Ends those of a login that the cluster does not know any more. */
  endLogin(login: string): void;
  endAll(): void;
}

interface SessionsOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** A text that nobody guesses. */
  readonly secret: () => string;
}

const idleMs = 12 * 3_600_000;
/** Each may follow pages of a large cluster. */
const mostSessions = 256;
/** The one that was not used for longest makes room: nobody keeps others out. */
const mostOfUser = 8;
/** Where there are no more places, who has several gives one to who has fewer. */
const fewerByAtLeast = 2;

interface Kept<Desk> extends Session<Desk> {
  used: number;
}

/** No session yet. Of what browsers show only digests are kept, and the login as long as its session. */
export function createSessions<Desk>({ clock, secret }: SessionsOptions): Sessions<Desk> {
  const key = secret();
  const { open, isIdle, endWhere, makeRoom } = createShelf<Desk>(clock);
  const tokenOf = (cookie: string) => createHmac('sha256', key).update(cookie).digest('base64url');
  return {
    start({ user, login, desk }, shown) {
      const before = shown === undefined ? undefined : open.get(keyOf(shown));
      if (shown !== undefined && before?.login === login) {
        before.used = clock.monotonic();
        return { cookie: shown, token: tokenOf(shown) };
      }
      if (!makeRoom(user)) return undefined;
      const cookie = secret();
      const nothing = { streams: new Set<() => void>(), underWay: new Set<object>() };
      open.set(keyOf(cookie), { user, login, desk, ...nothing, used: clock.monotonic() });
      return { cookie, token: tokenOf(cookie) };
    },
    find({ cookie, token }) {
      const session = cookie === undefined ? undefined : open.get(keyOf(cookie));
      if (session === undefined || cookie === undefined || token === undefined) return undefined;
      if (isIdle(session) || !timingSafeEqual(digest(token), digest(tokenOf(cookie)))) return undefined;
      session.used = clock.monotonic();
      return session;
    },
    end: (cookie) => endWhere((_, each) => cookie !== undefined && each === keyOf(cookie)),
    endLogin: (login) => endWhere((session) => session.login === login),
    endAll: () => endWhere(() => true),
  };
}

/** Sessions by the digest of their cookie, and which of them have to go. */
function createShelf<Desk>(clock: Pick<Clock, 'monotonic'>) {
  const open = new Map<string, Kept<Desk>>();

  function endWhere(isMeant: (session: Kept<Desk>, key: string) => boolean): void {
    for (const [each, session] of open) {
      if (!isMeant(session, each)) continue;
      open.delete(each);
      for (const end of session.streams) end();
    }
  }

  const isIdle = ({ used, streams }: Kept<Desk>) => streams.size === 0 && clock.monotonic() - used > idleMs;

  function makeRoom(user: string): boolean {
    endWhere(isIdle);
    const own = sessionsOf(user);
    if (own.length >= mostOfUser) endOldest(own);
    if (open.size < mostSessions) return true;
    const users = [...new Set([...open.values()].map((session) => session.user))];
    const [most = []] = users.map(sessionsOf).toSorted((one, other) => other.length - one.length);
    if (most.length < own.length + fewerByAtLeast) return false;
    endOldest(most);
    return true;
  }

  function sessionsOf(user: string): readonly (readonly [string, Kept<Desk>])[] {
    return [...open].filter(([, session]) => session.user === user);
  }

  function endOldest(sessions: readonly (readonly [string, Kept<Desk>])[]): void {
    const [oldest] = sessions.toSorted(([, one], [, other]) => one.used - other.used);
    endWhere((_, each) => each === oldest?.[0]);
  }

  return { open, isIdle, endWhere, makeRoom };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function keyOf(cookie: string): string {
  return digest(cookie).toString('hex');
}
