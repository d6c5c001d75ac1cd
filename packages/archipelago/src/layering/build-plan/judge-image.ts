import { isVerified, type VerificationCheck, verifyIndex } from '../verify-index.ts';
import type { BuildPlatform } from './build-platform.ts';
import type { FoundImage, PublishedImage } from './registry-question.ts';

/** What is wrong with the image of one platform, as text; empty when nothing is. */
export function problemsOf(image: FoundImage, platform: BuildPlatform): readonly string[] {
  const { architecture, variant, base, key } = platform;
  const { digest, mediaType, child } = image;
  const entry = { mediaType, digest, size: child.size, platform: child.config };
  const checks = verifyIndex({
    wanted: [{ architecture, variant, digest, baseDigest: base.digest }],
    entries: [entry],
    child: () => child,
  });
  return [
    ...checks.filter(({ ok }) => !ok).map(({ name, detail }) => `${name}: ${detail}`),
    ...(image.key === key ? [] : [`key: built for ${image.key ?? 'no key'}, not for ${key}`]),
  ];
}

/** What was published, judged; every check with its architecture. */
export function verificationOf(
  published: PublishedImage,
  platforms: readonly (BuildPlatform & { readonly image: string })[],
): { readonly ok: boolean; readonly checks: readonly VerificationCheck[] } {
  const checks = verifyIndex({
    wanted: platforms.map(({ architecture, variant, base, image }) => ({
      architecture,
      variant,
      digest: image,
      baseDigest: base.digest,
    })),
    entries: published.entries ?? soleEntry(published),
    child: (digest) =>
      (Object.hasOwn(published.children, digest) ? published.children[digest] : undefined) ?? {
        state: 'missing',
      },
  });
  return { ok: isVerified(checks), checks };
}

/** An image that is published as it is, as the only entry of an index that there is not. */
function soleEntry({ digest, mediaType, size, children }: PublishedImage) {
  const child = Object.hasOwn(children, digest) ? children[digest] : undefined;
  return child?.state === 'found' ? [{ mediaType, digest, size, platform: child.config }] : [];
}
