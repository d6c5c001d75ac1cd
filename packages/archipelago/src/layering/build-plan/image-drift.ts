import { timestamp } from '@archipelago/apimachinery';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { verificationOf } from './judge-image.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { PlanContext } from './plan-context.ts';
import type { RegistryAnswer, RegistryQuestion } from './registry-question.ts';

/** How often a published image is looked at. */
const checkEveryMs = 3_600_000;

/** Whether what a build has published is no longer there as it was: gone, another under its tag, or damaged. */
export function driftOf({ config, draft }: PlanContext, { name, spec, status }: ObservedBuild): boolean {
  const { index } = status;
  if (index === undefined) return false;
  const question = publishedQuestion(config, spec);
  const answer = draft.ask(question, checkEveryMs);
  if (answer === undefined || answer.state === 'denied' || answer.state === 'unavailable') return false;
  draft.wake(answer.askedAt + checkEveryMs + 1);
  const problem = differenceOf(answer, spec, index);
  if (problem === undefined) return false;
  draft.find('error', 'ImageDrift', `${question.reference} of ${name} is not what was published: ${problem}`);
  return true;
}

/** What a config's registry is asked about an image that was published. */
export function publishedQuestion(
  { pushSecret: secret }: Pick<MachineOsConfig, 'pushSecret'>,
  { renderedImagePushSpec: reference }: Pick<ObservedBuild['spec'], 'renderedImagePushSpec'>,
): RegistryQuestion {
  return { id: `published ${reference} ${secret}`, kind: 'published', reference, secret };
}

/** When the image in effect was last found to be there, RFC 3339: as the status has it, or since. */
export function checkedAt(context: PlanContext, build: ObservedBuild): string | undefined {
  const { config, draft } = context;
  const { machineOSBuild, imageCheckedAt } = config.status;
  const before = machineOSBuild?.name === build.name ? imageCheckedAt : undefined;
  const answer = draft.known(publishedQuestion(config, build.spec));
  if (answer === undefined || !isAsPublished(answer, build)) return before;
  const since = timestamp(answer.askedAt);
  return before === undefined || before < since ? since : before;
}

function isAsPublished(answer: RegistryAnswer, { spec, status: { index } }: ObservedBuild): boolean {
  const isThere = answer.state === 'published' || answer.state === 'checked';
  return isThere && index !== undefined && differenceOf(answer, spec, index) === undefined;
}

function differenceOf(
  answer: RegistryAnswer,
  spec: ObservedBuild['spec'],
  index: NonNullable<ObservedBuild['status']['index']>,
): string | undefined {
  if (answer.state === 'published') return problemOf(answer.published, spec, index);
  if (answer.state === 'checked') return digestProblem(answer.digest, index);
  return answer.state === 'bad' ? answer.message : 'it is gone';
}

function problemOf(
  published: Parameters<typeof verificationOf>[0],
  { platforms }: ObservedBuild['spec'],
  index: NonNullable<ObservedBuild['status']['index']>,
): string | undefined {
  const other = digestProblem(published.digest, index);
  if (other !== undefined) return other;
  const imageOf = (architecture: string) =>
    index.entries.find((entry) => entry.architecture === architecture)?.digest ?? '';
  const wanted = platforms.map((one) => ({ ...one, image: imageOf(one.architecture) }));
  const { ok, checks } = verificationOf(published, wanted);
  if (ok) return undefined;
  return checks
    .filter((check) => !check.ok)
    .map((check) => `${check.architecture ?? 'index'}, ${check.name}: ${check.detail}`)
    .join('; ');
}

function digestProblem(digest: string, index: { readonly digest: string }): string | undefined {
  return digest === index.digest ? undefined : `its tag is ${digest} now, not ${index.digest}`;
}
