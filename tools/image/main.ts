import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  parseDockerConfig,
  printFailure,
  printImageReference,
  printRefusal,
} from '@archipelago/oci-registry';
import { applicationTree } from './application-tree.ts';
import type { MaterialPackage } from './bill-of-materials.ts';
import { type BuiltImage, buildImage } from './build-image.ts';
import { builderImage, operatorImage } from './image-kind.ts';
import { type ImageOptions, imageOptions, imageUsage } from './image-options.ts';
import { isBuilt } from './is-built.ts';
import { pinSources } from './pin-sources.ts';
import { pinnedSources } from './pinned-sources.ts';
import { npmPurl } from './purls.ts';
import { pushImage } from './push-image.ts';
import type { Release } from './release.ts';
import { runTool } from './run-tool.ts';
import { fetchSources } from './source-files.ts';

/** Builds an image for all architectures, without Docker; docs/installation.md says how it is used. */
async function main(options: ImageOptions): Promise<void> {
  if (options.pin) return pinSources();
  const kind = options.builder ? builderImage : operatorImage;
  fetchSources(pinnedSources, kind.platforms);
  const parts = options.builder ? { application: new Map(), bundled: [] } : ownParts();
  const image = await buildImage(options.out, { kind, ...parts, release: release(), pins: pinnedSources });
  process.stdout.write(`${options.out}: ${image.index.digest}\n`);
  await push(image, options);
}

function ownParts() {
  if (!isBuilt()) runTool('npm', ['run', '--silent', 'build']);
  return { application: applicationTree(applicationFiles()), bundled: bundledPackages() };
}

function applicationFiles(): ReadonlyMap<string, Uint8Array> {
  // the operator has no pages
  const built = readdirSync('dist', { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join('dist', name));
  const files = ['LICENSE', 'bin/archipelago', 'bin/package.json', ...built];
  return new Map(files.map((path) => [path, readFileSync(path)]));
}

/** As tools/build.ts wrote them down. */
function bundledPackages(): readonly MaterialPackage[] {
  const packages: readonly Pick<MaterialPackage, 'name' | 'version' | 'licence'>[] = JSON.parse(
    readFileSync('dist/packages.json', 'utf8'),
  );
  return packages.map((each) => ({ ...each, purl: npmPurl(each.name, each.version) }));
}

function release(): Release {
  const git = (...args: readonly string[]) => runTool('git', args).toString('utf8').trim();
  const dirty = git('status', '--porcelain') === '' ? '' : '-dirty';
  return {
    version: JSON.parse(readFileSync('package.json', 'utf8')).version,
    revision: `${git('rev-parse', 'HEAD')}${dirty}`,
    seconds: Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct')),
  };
}

async function push(image: BuiltImage, { push: reference, insecure, authfile }: ImageOptions): Promise<void> {
  if (reference === undefined) return;
  const credentials = authfile === undefined ? undefined : parseDockerConfig(readFileSync(authfile, 'utf8'));
  if (credentials?.kind === 'refused') throw new Error(printRefusal(credentials));
  const access = { credentials: credentials?.value ?? [], ca: undefined };
  const pushed = await pushImage(image, { reference, insecure, access });
  if (pushed.kind !== 'ok') throw new Error(printFailure(pushed));
  const named = `${reference.registry}/${reference.repository}@${image.index.digest}`;
  process.stdout.write(`pushed ${printImageReference(reference)}: ${named}\n`);
}

try {
  await main(imageOptions(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`image: ${error instanceof Error ? error.message : String(error)}\n\n${imageUsage}`);
  process.exitCode = 1;
}
