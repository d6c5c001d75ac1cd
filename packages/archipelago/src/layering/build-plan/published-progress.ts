import { timestamp } from '@archipelago/apimachinery';
import { repositoryOf } from '../api/push-spec.ts';
import type { AssemblyProgress, AssemblyStep } from './assembly-step.ts';
import { verificationOf } from './judge-image.ts';
import type { PlatformStatus } from './platform-status.ts';
import type { PublishedImage, RegistryAnswer } from './registry-question.ts';

/** What was published is read back and judged before any node is told of it (`docs/compatibility/layering.md#verification`). */
export function publishedProgress(step: AssemblyStep, digest: string): AssemblyProgress {
  const answer = asked(step, digest);
  if (answer?.state !== 'published') return unread(step, digest, answer);
  const { published } = answer;
  const { context, build } = step;
  if (published.digest !== digest)
    return judged(step, digest, [
      {
        name: 'tag',
        ok: false,
        detail: `published was ${digest}, ${build.spec.renderedImagePushSpec} is ${published.digest}`,
      },
    ]);
  const { ok, checks } = verificationOf(published, wantedImages(step));
  const done = judged(step, digest, checks);
  if (!ok) return done;
  context.draft.find('info', 'Published', `${build.name} is published and verified: ${digest}`);
  return { ...done, phase: 'Succeeded', message: 'published and verified', index: indexOf(step, published) };
}

function asked({ context, build, attempts }: AssemblyStep, digest: string): RegistryAnswer | undefined {
  const reference = build.spec.renderedImagePushSpec;
  const secret = context.config.pushSecret;
  const id = `published ${reference} ${secret} ${digest} ${attempts.length}`;
  return context.draft.ask({ id, kind: 'published', reference, secret }, Number.POSITIVE_INFINITY);
}

function unread(step: AssemblyStep, digest: string, answer: RegistryAnswer | undefined): AssemblyProgress {
  if (answer?.state === 'missing')
    return judged(step, digest, [
      { name: 'tag', ok: false, detail: `published was ${digest}, the registry has nothing under the tag` },
    ]);
  if (answer?.state === 'bad')
    return judged(step, digest, [
      { name: 'tag', ok: false, detail: `published was ${digest}; it cannot be used: ${answer.message}` },
    ]);
  const message =
    answer !== undefined && 'message' in answer ? answer.message : 'what was published is read back';
  return { ...verifying(step, digest), message };
}

function verifying({ platforms, attempts }: AssemblyStep, published: string): AssemblyProgress {
  return { phase: 'Verifying', message: '', platforms, assembly: { attempts, published } };
}

type Check = NonNullable<AssemblyProgress['verification']>['checks'][number];

function judged(
  step: AssemblyStep,
  digest: string,
  found: readonly {
    readonly name: string;
    readonly architecture?: string | undefined;
    readonly ok: boolean;
    readonly detail: string;
  }[],
): AssemblyProgress {
  const checks = found.map(
    ({ name, architecture, ok, detail }): Check => ({
      name,
      ok,
      detail: detail.slice(0, 2000),
      ...(architecture === undefined ? {} : { architecture }),
    }),
  );
  const bad = checks.filter(({ ok }) => !ok);
  const verification = { time: timestamp(step.context.draft.now), ok: bad.length === 0, checks };
  const message = bad
    .map(({ name, architecture, detail }) => `${architecture ?? 'index'}, ${name}: ${detail}`)
    .join('; ');
  return {
    ...verifying(step, digest),
    message,
    verification,
    ...(bad.length === 0 ? {} : { fatal: { phase: 'Failed', reason: 'VerificationFailed', message } }),
  };
}

function wantedImages({ build, platforms }: AssemblyStep) {
  return build.spec.platforms.map((platform) => ({
    ...platform,
    image: imageOf(platforms, platform.architecture),
  }));
}

function imageOf(platforms: readonly PlatformStatus[], architecture: string): string {
  return platforms.find((one) => one.architecture === architecture)?.image?.digest ?? '';
}

function indexOf({ build, platforms }: AssemblyStep, published: PublishedImage) {
  const { digest, mediaType, size } = published;
  return {
    digest,
    mediaType,
    size,
    pullSpec: `${repositoryOf(build.spec.renderedImagePushSpec)}@${digest}`,
    entries: platforms.flatMap(({ architecture, image }) => {
      if (image === undefined) return [];
      const { variant } = image;
      return [{ architecture, digest: image.digest, ...(variant === undefined ? {} : { variant }) }];
    }),
  };
}
