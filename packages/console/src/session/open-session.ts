import { parseJson, textAt } from '@archipelago/apimachinery';

/** Why there is no session, in a sentence; or its token. */
export type Opened =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly message: string };

const key = 'archipelago-token';

/** The session of this tab: of the code in its address, which counts once, or the one that it has had before a reload. */
export async function openSession(): Promise<Opened> {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (code !== undefined) {
    history.replaceState(null, '', location.pathname + location.search);
    const started = await startSession(code);
    if (started.ok) sessionStorage.setItem(key, started.token);
    return started;
  }
  const token = sessionStorage.getItem(key);
  return token === null
    ? { ok: false, message: 'This tab has no session. Open the link that the terminal has printed.' }
    : { ok: true, token };
}

async function startSession(code: string): Promise<Opened> {
  try {
    const response = await fetch('/api/session', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const told = parseJson(await response.text());
    const token = textAt(told, 'token');
    return token === '' ? { ok: false, message: textAt(told, 'error', 'message') } : { ok: true, token };
  } catch {
    return { ok: false, message: 'The console does not answer. See whether it runs in its terminal.' };
  }
}
