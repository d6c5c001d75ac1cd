import { verificationOf } from './judge-image.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { PlanContext } from './plan-context.ts';
import type { RegistryAnswer } from './registry-question.ts';

/** How often a published image is looked at. */
const checkEveryMs = 3_600_000;

/** Whether what a build has published is no longer there as it was: gone, another under its tag, or damaged. */
export function driftOf({ config, draft }: PlanContext, { name, spec, status }: ObservedBuild): boolean {
  const { index } = status;
  if (index === undefined) return false;
  const reference = spec.renderedImagePushSpec;
  const secret = config.pushSecret;
  const question = { id: `published ${reference} ${secret}`, kind: 'published', reference, secret } as const;
  const answer = draft.ask(question, checkEveryMs);
  if (answer === undefined || answer.state === 'denied' || answer.state === 'unavailable') return false;
  draft.wake(answer.askedAt + checkEveryMs + 1);
  const problem = differenceOf(answer, spec, index);
  if (problem === undefined) return false;
  draft.find('error', 'ImageDrift', `${reference} of ${name} is not what was published: ${problem}`);
  return true;
}

function differenceOf(
  answer: RegistryAnswer,
  spec: ObservedBuild['spec'],
  index: NonNullable<ObservedBuild['status']['index']>,
): string | undefined {
  if (answer.state === 'published') return problemOf(answer.published, spec, index);
  return answer.state === 'bad' ? answer.message : 'it is gone';
}

function problemOf(
  published: Parameters<typeof verificationOf>[0],
  { platforms }: ObservedBuild['spec'],
  index: NonNullable<ObservedBuild['status']['index']>,
): string | undefined {
  if (published.digest !== index.digest) return `its tag is ${published.digest} now, not ${index.digest}`;
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
