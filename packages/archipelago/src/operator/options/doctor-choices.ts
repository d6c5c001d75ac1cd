/** How the operator asks the doctor. */
export interface DoctorChoices {
  /** From one round to the next, in milliseconds. */
  readonly everyMs: number;
  /** After a round that found something new, or found something gone: it counts when it is so again. */
  readonly againMs: number;
}

/** Pods roll and nodes join within a minute; nothing that checks look at changes often. */
export const usualDoctor: DoctorChoices = { everyMs: 5 * 60_000, againMs: 60_000 };

const shortestRoundMs = 1_000;

/** As often as fits alerts that fire so many times faster: what the doctor finds is what some of them are about. */
export function quickenedDoctor(speed: number): DoctorChoices {
  const quickened = (ms: number) => Math.max(shortestRoundMs, ms / speed);
  return { everyMs: quickened(usualDoctor.everyMs), againMs: quickened(usualDoctor.againMs) };
}
