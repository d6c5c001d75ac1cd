import { writeFileSync } from 'node:fs';
import { builderPlatforms } from './builder-platforms.ts';
import { type ImagePlatform, imagePlatforms } from './image-platforms.ts';
import { type PinnedPackage, type PinnedSources, pinnedSources } from './pinned-sources.ts';
import { PrivateApt } from './private-apt.ts';
import { runTool } from './run-tool.ts';
import { withFolder } from './source-files.ts';

/** Writes the table anew: the packages that Debian's stable release has today, and Node in the version that the table names. */
export function pinSources(): void {
  const node = Object.entries(pinnedSources.node).map(([architecture, { name, version }]) => {
    const answer = runTool('npm', ['view', `${name}@${version}`, 'dist.integrity']).toString('utf8');
    return [architecture, { name, version, integrity: answer.trim() }];
  });
  const debian = withFolder('apt-', (folder) => {
    const apt = new PrivateApt(folder);
    return imagePlatforms.map(({ debian: architecture }) => [
      architecture,
      pinnedPackages(apt, architecture),
    ]);
  });
  const pins: PinnedSources = { node: Object.fromEntries(node), debian: Object.fromEntries(debian) };
  writeFileSync('tools/image/pins.json', `${JSON.stringify(pins, null, 2)}\n`);
}

function pinnedPackages(
  apt: PrivateApt,
  debian: ImagePlatform['debian'],
): Readonly<Record<string, PinnedPackage>> {
  const packages = packagesFor(debian);
  const own = rowsOf(apt.show(packages.map((name) => `${name}:${debian}`)));
  // apt counts packages for all architectures as the native one's
  const forAll = rowsOf(apt.show(packages)).filter(([, { architecture }]) => architecture === 'all');
  const rows = new Map([...own, ...forAll]);
  const missing = packages.filter((name) => !rows.has(name));
  if (missing.length > 0) throw new Error(`Debian has no ${missing.join(', ')} for ${debian}`);
  return Object.fromEntries([...rows].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Of all images. */
function packagesFor(debian: ImagePlatform['debian']): readonly string[] {
  const platforms = [...imagePlatforms, ...builderPlatforms].filter((each) => each.debian === debian);
  return [...new Set(platforms.flatMap(({ packages }) => packages))];
}

function rowsOf(shown: readonly ReadonlyMap<string, string>[]): readonly [string, PinnedPackage][] {
  return shown.map((fields) => {
    const field = (key: string) => fields.get(key) ?? '';
    const [version, architecture, sha256] = [field('Version'), field('Architecture'), field('SHA256')];
    return [field('Package'), { version, architecture, sha256 }];
  });
}
