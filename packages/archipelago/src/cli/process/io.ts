import { AdvisingError } from '../advice/advising-error.ts';

/** What a command may touch besides its arguments. */
export interface Io {
  /** The command's result. */
  out(text: string): void;
  /** Everything else: warnings, progress, errors. */
  err(text: string): void;
  /** A file's text; `-` is standard input. Rejects with a sentence for people. */
  read(path: string): Promise<string>;
  /** A file's text; undefined: there is no such file. */
  find?(path: string): Promise<string | undefined>;
  /** Standard error may have colours. */
  readonly color: boolean;
  /** Standard output may have colours. */
  readonly outColor?: boolean;
  /** Standard error is a terminal: whoever reads it is a person. */
  readonly errIsTerminal?: boolean;
  /** Resolves when a command that watches is to look again; false: it is to end. Absent: it never looks again. */
  again?(): Promise<boolean>;
  /** The name of the file that the program was started by. */
  readonly calledAs?: string;
  /** Variables of the environment that say how people are spoken to. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** A mistake in the command's use or input: told in one sentence, without a stack; exit code 2. */
export class UsageError extends AdvisingError {
  override readonly name = 'UsageError';
}

/** By name: the commands come from two bundles, each with a class of its own. */
export function isUsageError(error: unknown): error is UsageError {
  return error instanceof Error && error.name === 'UsageError';
}
