import { useMemo, useRef, useState } from 'react';
import { forgetSession, logOut, type Opened, openSession } from './open-session.ts';

/** The session of this tab as it is now, and what changes it. */
export interface SessionState {
  readonly opened: Opened;
  readonly take: (opened: Opened) => void;
  /** Who logs in himself does so again; a proxy does it for him; a link that was used begins nothing. */
  readonly over: () => void;
  readonly leave: () => void;
}

/** Begins with what the tab was opened with. */
export function useSession(first: Opened): SessionState {
  const now = useRef(first);
  const [opened, setOpened] = useState(first);
  const changes = useMemo(() => {
    const take = (next: Opened): void => {
      now.current = next;
      setOpened(next);
    };
    const over = (): void => {
      const { ok, starts } = now.current;
      if (!ok || starts === 'link') return;
      forgetSession();
      if (starts === 'login') take({ ok: false, starts, reason: 'Over', message: '' });
      else openSession().then(take, (error: unknown) => console.error(error));
    };
    const leave = (): void => {
      const { current } = now;
      if (!current.ok) return;
      void logOut(current);
      take({ ok: false, starts: current.starts, reason: '', message: '' });
    };
    return { take, over, leave };
  }, []);
  return { opened, ...changes };
}
