/** What a command found, in every form that it can be asked for. */
export interface Answer {
  /** For programs. */
  readonly data: object;
  /** For people; `isWide`: everything, however long it is. */
  print(isWide: boolean): string;
  /** What `-o name` prints, a line each. */
  readonly names: readonly string[];
  readonly code: number;
  /** Data without what changes by itself, such as the time; absent: there is nothing of the kind. */
  readonly same?: object;
}
