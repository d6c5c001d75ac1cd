import type { ApiRequest } from '../requests/api-request.ts';

/** Which requests a fault is for: all that is said must hold, and what is left out always does. */
export interface FaultMatch {
  readonly method?: string | readonly string[];
  /** The whole path without its query, or a pattern. */
  readonly path?: string | RegExp;
  /** Only watches, or everything but watches. */
  readonly watch?: boolean;
  /** How many requests it is for; all from now on when left out. */
  readonly times?: number;
}

/** Whether a request opens a watch. */
function isWatch({ method, path, query }: ApiRequest): boolean {
  const asked = query.get('watch');
  return method === 'GET' && ((asked !== null && !['0', 'false'].includes(asked)) || /\/watch\//.test(path));
}

function fitsPath(path: string, wanted: string | RegExp | undefined): boolean {
  if (wanted === undefined) return true;
  // a pattern with the flag `g` would begin where it ended the last time
  return typeof wanted === 'string' ? path === wanted : path.search(wanted) >= 0;
}

/** Whether a fault is for a request, however often it was already. */
export function matchesFault(request: ApiRequest, { method, path, watch }: FaultMatch): boolean {
  const methods = method === undefined ? undefined : [method].flat();
  if (methods !== undefined && !methods.includes(request.method)) return false;
  if (!fitsPath(request.path, path)) return false;
  return watch === undefined || watch === isWatch(request);
}
