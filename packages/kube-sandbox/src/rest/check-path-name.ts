import type { Call } from '../calls/call.ts';
import type { Refusal } from '../refusals/refusal.ts';
import { badRequest } from '../refusals/status.ts';
import { segment } from '../validation/name-rules.ts';

/** No object is kept under a name that is no segment of a path; whoever asks for one is told so, and not that it is missing. */
export function checkPathName({ name }: Call): Refusal | undefined {
  const problems = segment(name);
  if (problems.length === 0) return undefined;
  return badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(';')}`);
}
