import { loginProblem } from './login-problem.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { Reading } from './reading.ts';
import { type WantedBuild, wantedBuildOf } from './wanted-build.ts';

/** What is to be built, unless a login that the config names is none. */
export function wantedOf(
  reading: Reading,
  draft: PlanDraft,
  input: Parameters<typeof wantedBuildOf>[0],
): WantedBuild {
  return loginProblem(reading) ?? wantedBuildOf(input, draft);
}
