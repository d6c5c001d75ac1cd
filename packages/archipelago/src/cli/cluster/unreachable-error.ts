import { AdvisingError } from '../advice/advising-error.ts';

/** The cluster could not be asked: told in one sentence; exit code 3. */
export class UnreachableError extends AdvisingError {
  override readonly name = 'UnreachableError';
}

/** By name: the commands come from several bundles, each with a class of its own. */
export function isUnreachable(error: unknown): error is UnreachableError {
  return error instanceof Error && error.name === 'UnreachableError';
}
