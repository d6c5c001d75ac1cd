import type { Finding } from '../../api/finding.ts';
import type { Action } from './action.ts';

/** Something that only somebody outside the cluster knows. The same id means the same answer, as long as it is fresh. */
export interface Question {
  readonly id: string;
  /** Not before; milliseconds since 1970. Undefined: at once. */
  readonly notBefore?: number;
}

/** The next step from what is there to what is wanted. A value: it can be printed, compared and carried out. */
export interface Plan<F extends Finding = Finding, Q extends Question = Question> {
  /**
   * Safe in this order, and safe to do twice. A create that finds the object there, and a write that meets another version, are
   * no errors: plan again. Empty: nothing until something changes.
   */
  readonly actions: readonly Action[];
  readonly findings: readonly F[];
  /** What is to be asked, of which no fresh answer is there. */
  readonly questions: readonly Q[];
  /** Plan again then, even if nothing changes; milliseconds since 1970. */
  readonly wakeAt: number | undefined;
}

/** The earliest of these; undefined: there is none. */
export function earliest(times: readonly number[]): number | undefined {
  return times.length === 0 ? undefined : times.reduce((first, at) => Math.min(first, at));
}
