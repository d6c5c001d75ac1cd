import type { ChildDescriptor } from '../manifests/descriptor.ts';
import type { ImageIndex } from '../manifests/parse-manifest.ts';
import { isSamePlatform, type Platform, printPlatform } from '../manifests/platform.ts';
import { type WrittenManifest, writeIndex } from '../manifests/write-index.ts';
import { type Outcome, type RegistryFailure, succeeded } from '../outcomes/outcome.ts';
import { malformed } from '../pulling/fetch-manifest.ts';
import type { RegistryCall } from '../requests/registry-call.ts';

type Named = Pick<RegistryCall, 'repository' | 'asked'>;

/** The index of only these platforms, a new one: a registry holds no index that names images it does not have. */
export function selectPlatforms(
  named: Named,
  { children }: ImageIndex,
  platforms: readonly Platform[],
): Outcome<{ readonly manifest: WrittenManifest; readonly children: readonly ChildDescriptor[] }> {
  const found = children.flatMap((child) => {
    const { platform, isAttestation } = child;
    return platform === undefined || isAttestation ? [] : [{ ...child, platform }];
  });
  const missing = missingPlatforms(
    platforms,
    found.map(({ platform }) => platform),
  );
  if (missing.length > 0) return lacksPlatforms(named, missing);
  const chosen = found.filter(({ platform }) => platforms.some((each) => isSamePlatform(each, platform)));
  const written = writeIndex(chosen);
  if (written.kind === 'refused') return malformed(named, `${written.field} ${written.reason}`, written.fix);
  return succeeded({ manifest: written.value, children: chosen });
}

/** Those wanted that are not among these. */
export function missingPlatforms(
  wanted: readonly Platform[],
  there: readonly Platform[],
): readonly Platform[] {
  return wanted.filter((each) => !there.some((platform) => isSamePlatform(platform, each)));
}

export function lacksPlatforms({ repository, asked }: Named, missing: readonly Platform[]): RegistryFailure {
  const reason = `it has no image for ${missing.map(printPlatform).join(', ')}`;
  const fix = 'name platforms that the image has';
  return { kind: 'refused', host: repository.registry, asked, reason, fix };
}
