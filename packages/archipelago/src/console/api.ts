import type { Desk } from './desk.ts';
import type { Door } from './doors/door.ts';
import type { Sessions } from './sessions/create-sessions.ts';

/** What the API answers from. */
export interface Api {
  readonly cookie: {
    /** Of this console alone: cookies are sent to every port of a host. */
    readonly name: string;
    /** It is sent through TLS alone. */
    readonly isSecure: boolean;
  };
  readonly door: Door<Desk>;
  readonly sessions: Sessions<Desk>;
}
