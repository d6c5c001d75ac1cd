import { waitingFor } from './found-base.ts';
import { baseLoginBlockOf } from './login-block.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { Reading } from './reading.ts';
import { type WantedBuild, wantedBuildOf } from './wanted-build.ts';

/** What is to be built. Nothing is looked up with a login that is none: what is wrong with it says the condition `Blocked`. */
export function wantedOf(
  reading: Reading,
  draft: PlanDraft,
  input: Parameters<typeof wantedBuildOf>[0],
): WantedBuild {
  const block = baseLoginBlockOf(reading);
  if (block === undefined) return wantedBuildOf(input, draft);
  draft.find('warning', block.reason, block.message);
  return waitingFor('Blocked', 'the base image is not looked up before its login is mended; see Blocked');
}
