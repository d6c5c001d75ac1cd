/** What an informer is doing; each state carries exactly what the next step needs. */
export type InformerState =
  /** Not started. */
  | { readonly phase: 'idle' }
  /** Fetching the complete state; next: watching, pausing or not-served. */
  | { readonly phase: 'listing'; readonly failures: number }
  /** Following changes after `resourceVersion`; next: watching again, listing or pausing. */
  | { readonly phase: 'watching'; readonly resourceVersion: string; readonly failures: number }
  /** Waiting after a failure for what comes `next`. */
  | { readonly phase: 'pausing'; readonly next: ActiveState; readonly because: string }
  /** The server does not serve the resource; next: listing, after a while or when told. */
  | { readonly phase: 'not-served'; readonly checks: number }
  | { readonly phase: 'stopped' };

/** The states in which an informer talks to the server. */
export type ActiveState = Extract<InformerState, { phase: 'listing' | 'watching' }>;

/** What an informer could not do, in words; it goes on by itself. */
export interface InformerProblem {
  readonly doing: 'listing' | 'watching' | 'telling';
  readonly message: string;
}

/** How a watch ended, as the state machine sees it. */
export interface WatchEnd {
  /**
   * - `closed`: by the server, as it does every few minutes
   * - `expired`: the history is gone, list again
   * - `broken`: go on where we were
   * - `untrusted`: what was received made no sense, list again
   */
  readonly kind: 'closed' | 'expired' | 'broken' | 'untrusted';
  /** Where the watch got to. */
  readonly resourceVersion: string;
  /** It brought events or lasted a while: a failure after it is a first failure. */
  readonly healthy: boolean;
  readonly message: string;
}

/** The state after a watch: at once when it was healthy and ended in order, else after a pause. */
export function afterWatch(failuresBefore: number, end: WatchEnd): InformerState {
  const failures = end.healthy ? 0 : failuresBefore;
  const { resourceVersion, message } = end;
  switch (end.kind) {
    case 'closed':
      return end.healthy
        ? { phase: 'watching', resourceVersion, failures }
        : paused({ phase: 'watching', resourceVersion, failures: failures + 1 }, message);
    case 'expired':
      return end.healthy
        ? { phase: 'listing', failures }
        : paused({ phase: 'listing', failures: failures + 1 }, message);
    case 'broken':
      return paused({ phase: 'watching', resourceVersion, failures: failures + 1 }, message);
    case 'untrusted':
      return paused({ phase: 'listing', failures: failures + 1 }, message);
  }
}

function paused(next: ActiveState, because: string): InformerState {
  return { phase: 'pausing', next, because };
}
