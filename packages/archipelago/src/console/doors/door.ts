import type { IncomingHttpHeaders } from 'node:http';
import type { JsonValue } from '@archipelago/apimachinery';
import type { Refusal } from '../requests/judge-request.ts';

/** Who may come in. */
interface Guest<Desk> {
  /** Whose login it is, for himself and for bounds; empty: of who started the console. */
  readonly user: string;
  /** Sessions of one login are one where the browser is the same. */
  readonly login: string;
  readonly desk: Desk;
}

/** Whether somebody may come in. */
export type Entry<Desk> = ({ readonly ok: true } & Guest<Desk>) | ({ readonly ok: false } & Refusal);

/** How sessions begin. */
export interface Door<Desk> {
  /** What it takes: the code of a `link`, the token of a `login`, or one that a `proxy` in front brings. */
  readonly kind: 'link' | 'login' | 'proxy';
  /** `from`: the address of who asks, or of the proxy before him. */
  enter(body: JsonValue, headers: IncomingHttpHeaders, from: string): Promise<Entry<Desk>>;
  /** Whether a request may go on with a session of a login. */
  isOf(login: string, headers: IncomingHttpHeaders): boolean;
}
