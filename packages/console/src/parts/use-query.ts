import { useCallback, useSyncExternalStore } from 'react';

function follow(changed: () => void): () => void {
  addEventListener('popstate', changed);
  return () => removeEventListener('popstate', changed);
}

/**
 * A member of the address's query, so that what is looked at has a link; `''` where it is not there. Setting it stays on the page, and is no
 * step of Back.
 */
export function useQuery(name: string): readonly [value: string, set: (value: string) => void] {
  const value = useSyncExternalStore(follow, () => new URLSearchParams(location.search).get(name) ?? '');
  const set = useCallback(
    (next: string) => {
      const query = new URLSearchParams(location.search);
      if (next === '') query.delete(name);
      else query.set(name, next);
      history.replaceState(null, '', `${location.pathname}${query.size === 0 ? '' : `?${query}`}`);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    [name],
  );
  return [value, set];
}
