import { createContext } from 'react';

/** What a page says of the session that it is shown in. */
interface SessionNews {
  /** The console does not know it any more. */
  readonly over: () => void;
}

export const SessionContext = createContext<SessionNews>({ over: () => undefined });
