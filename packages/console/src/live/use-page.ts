import { useEffect, useState } from 'react';
import { followPage, type Heard } from './follow-page.ts';

const nothing: Heard = { document: undefined, connection: 'connecting' };

/** A page's document, live while somebody looks at the tab. */
export function usePage(page: string, token: string): Heard {
  const [heard, setHeard] = useState(nothing);
  const [isSeen, setSeen] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setSeen(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  useEffect(() => {
    if (!isSeen) return;
    const stop = new AbortController();
    followPage({
      page,
      token,
      signal: stop.signal,
      // what was seen stays until there is something new
      hear: (next) =>
        setHeard((before) => (next.document === undefined ? { ...next, document: before.document } : next)),
    }).catch((error: unknown) => console.error(error));
    return () => stop.abort();
  }, [page, token, isSeen]);
  return heard;
}
