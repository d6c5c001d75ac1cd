/** A file of the folder: its path in it, and its text without logins. */
export interface GatheredFile {
  readonly path: string;
  readonly text: string;
}

/** What became of a part. */
export interface Gathered {
  readonly files: readonly GatheredFile[];
  /** What is not there that should be, and why, in sentences. */
  readonly missing: readonly string[];
}

/** One thing that is gathered; each may fail on its own. */
export interface GatherPart {
  /** File or folder. */
  readonly name: string;
  /** For people, in README.md. */
  readonly holds: string;
  /** How long it may take, in milliseconds, where that is longer than usual. */
  readonly patienceMs?: number;
  /** Why it is left out, or how it is taken. */
  readonly take: { readonly leftOut: string } | (() => Promise<Gathered>);
}
