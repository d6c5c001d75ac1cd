import { createHash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@archipelago/apimachinery';

/** What a browser shows with each request. */
interface Credentials {
  /** Of a cookie, which a browser sends to every port of the host. */
  readonly cookie: string | undefined;
  /** Of a header, which only pages of the console's own origin can set. */
  readonly token: string | undefined;
}

/** Who may look through the console. */
export interface Sessions {
  /** Of the link that is printed. It counts once, and for ten minutes. */
  readonly startCode: string;
  /** A session for who knows the code; undefined: it is another, was used, or is too old. */
  start(code: string): { readonly cookie: string; readonly token: string } | undefined;
  /** Whether both belong to one session that was used within twelve hours. */
  isOpen(credentials: Credentials): boolean;
  end(cookie: string | undefined): void;
}

interface SessionsOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** A text that nobody guesses. */
  readonly secret: () => string;
}

const codeLastsMs = 10 * 60_000;
const idleMs = 12 * 3_600_000;

interface Session {
  readonly token: Buffer;
  used: number;
}

/** No session yet. Of what browsers show only digests are kept. */
export function createSessions({ clock, secret }: SessionsOptions): Sessions {
  const startCode = secret();
  const codeEnds = clock.monotonic() + codeLastsMs;
  const open = new Map<string, Session>();
  let code: Buffer | undefined = digest(startCode);
  return {
    startCode,
    start(given) {
      if (code === undefined || clock.monotonic() > codeEnds || !timingSafeEqual(digest(given), code))
        return undefined;
      code = undefined;
      const [cookie, token] = [secret(), secret()];
      open.set(keyOf(cookie), { token: digest(token), used: clock.monotonic() });
      return { cookie, token };
    },
    isOpen({ cookie, token }) {
      const session = cookie === undefined ? undefined : open.get(keyOf(cookie));
      if (session === undefined || token === undefined) return false;
      if (clock.monotonic() - session.used > idleMs || !timingSafeEqual(digest(token), session.token))
        return false;
      session.used = clock.monotonic();
      return true;
    },
    end(cookie) {
      if (cookie !== undefined) open.delete(keyOf(cookie));
    },
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function keyOf(cookie: string): string {
  return digest(cookie).toString('hex');
}
