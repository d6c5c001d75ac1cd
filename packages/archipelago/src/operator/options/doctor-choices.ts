/** How the operator asks the doctor. */
export interface DoctorChoices {
  /** From one round to the next, in milliseconds. */
  readonly everyMs: number;
  /** After a round that found something new, or found something gone: it counts when it is so again. */
  readonly againMs: number;
}

/** Pods roll and nodes join within a minute; nothing that checks look at changes often. */
export const usualDoctor: DoctorChoices = { everyMs: 5 * 60_000, againMs: 60_000 };
