import { type JsonValue, parseJson, printJson, textAt } from '@archipelago/apimachinery';

/** How sessions of this console begin: by a link, a token that is pasted, or one that a proxy in front brings. */
type Start = 'link' | 'login' | 'proxy';

/** A session; `user` is empty where whoever has started the console has a login. */
interface Session {
  readonly ok: true;
  readonly starts: Start;
  readonly token: string;
  readonly user: string;
}

/** Why there is no session: `reason` for programs, empty where nobody was asked yet, `message` for people. */
export interface NoSession {
  readonly ok: false;
  readonly starts: Start;
  readonly reason: string;
  readonly message: string;
}

export type Opened = Session | NoSession;

const key = 'archipelago-session';

/** The session of this tab: of the code in its address, which counts once, the one that it has had before a reload, or of the proxy. */
export async function openSession(): Promise<Opened> {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) {
    history.replaceState(null, '', location.pathname + location.search);
    return start('link', { code });
  }
  const kept = keptSession();
  if (kept !== undefined) return kept;
  const starts = await waysIn();
  if (starts === 'proxy') return start('proxy', {});
  const message = 'This tab has no session. Open the link that the terminal has printed.';
  return { ok: false, starts, reason: '', message: starts === 'link' ? message : '' };
}

/** A session for who has a token of the cluster. It goes to the console, and is kept nowhere here. */
export function logIn(login: string): Promise<Opened> {
  return start('login', { login });
}

/** Ends a session for good; another begins as the first did. */
export async function logOut({ token }: Pick<Session, 'token'>): Promise<void> {
  forgetSession();
  try {
    await fetch('/api/session', { method: 'DELETE', headers: { 'Archipelago-Token': token } });
  } catch {
    // a console that does not answer ends its sessions with itself
  }
}

/** The session of this tab is none any more. */
export function forgetSession(): void {
  sessionStorage.removeItem(key);
}

function keptSession(): Session | undefined {
  const kept = sessionStorage.getItem(key);
  if (kept === null) return undefined;
  const told = parseJson(kept);
  return { ok: true, starts: startOf(told), token: textAt(told, 'token'), user: textAt(told, 'user') };
}

async function waysIn(): Promise<Start> {
  try {
    const response = await fetch('/api/session');
    return startOf(parseJson(await response.text()));
  } catch {
    return 'link';
  }
}

function startOf(told: JsonValue): Start {
  const starts = textAt(told, 'starts');
  return starts === 'login' || starts === 'proxy' ? starts : 'link';
}

async function start(starts: Start, body: { readonly [name: string]: string }): Promise<Opened> {
  try {
    const response = await fetch('/api/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: printJson(body),
    });
    const told = parseJson(await response.text());
    const [token, user] = [textAt(told, 'token'), textAt(told, 'user')];
    if (token === '')
      return {
        ok: false,
        starts,
        reason: textAt(told, 'error', 'reason'),
        message: textAt(told, 'error', 'message'),
      };
    sessionStorage.setItem(key, printJson({ starts, token, user }));
    return { ok: true, starts, token, user };
  } catch {
    const message = 'The console does not answer. See whether it runs in its terminal.';
    return { ok: false, starts, reason: 'Silent', message };
  }
}
