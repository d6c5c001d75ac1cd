import { useCallback, useSyncExternalStore } from 'react';

/** Where in the console somebody is, and how he goes elsewhere. */
export interface Place {
  readonly path: string;
  readonly go: (path: string) => void;
}

function follow(changed: () => void): () => void {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
}

const here = () => location.pathname;

/** The place that the address names; Back and Forward change it, too. */
export function usePlace(): Place {
  const path = useSyncExternalStore(follow, here);
  const go = useCallback((next: string) => {
    history.pushState(null, '', next);
    dispatchEvent(new PopStateEvent('popstate'));
  }, []);
  return { path, go };
}
