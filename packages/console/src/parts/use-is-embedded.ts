import { parseJson, valueAt } from '@archipelago/apimachinery';
import { useEffect, useState } from 'react';

/** Whether the cluster is an embedded one that can be played with; false until it is known. */
export function useIsEmbedded(token: string | undefined): boolean {
  const [isEmbedded, setEmbedded] = useState(false);
  useEffect(() => {
    if (token === undefined) return;
    const stop = new AbortController();
    fetch('/api/sandbox', { headers: { 'Archipelago-Token': token }, signal: stop.signal })
      .then(async (response) => {
        const told = response.ok ? parseJson(await response.text()) : null;
        if (!stop.signal.aborted) setEmbedded(valueAt(told, 'view', 'isEmbedded') === true);
      })
      // the page is then not offered; the others say what is the matter
      .catch(() => undefined);
    return () => stop.abort();
  }, [token]);
  return isEmbedded;
}
