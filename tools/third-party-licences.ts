import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** The licence, and notices that have to go with it. */
  readonly texts: readonly string[];
}

const head = `Archipelago, Apache License 2.0, is distributed with the packages below in its bundles. Type names, field descriptions and
schemas of Kubernetes, KubeVirt, the Containerized Data Importer, the network add-ons operator, SSP and the application-aware quota
are by their authors and under the Apache License 2.0, too.
`;

/** A list of the packages for programs: what they are, in which version, under which licence. */
export function bundledPackages(modules: readonly string[]) {
  return packagesOf(modules).map(({ name, version, licence }) => ({ name, version, licence }));
}

/** The notices of all packages of which a module is in a bundle; `modules` are paths of modules relative to the repository. */
export function thirdPartyLicences(modules: readonly string[]): string {
  return [head, ...packagesOf(modules).map(notice)].join(`\n${'-'.repeat(80)}\n\n`);
}

function packagesOf(modules: readonly string[]): readonly BundledPackage[] {
  const folders = new Set(modules.flatMap((path) => packageFolder(path) ?? []));
  return [...folders].sort().map(readPackage);
}

/** The innermost package that a module belongs to. */
function packageFolder(path: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|copyright|notice)/i.test(file));
  if (!files.some((file) => /^(licen[cs]e|copying)/i.test(file)))
    throw new Error(`${folder} has no licence text; the bundles may not contain it`);
  return {
    name: String(name),
    version: String(version),
    licence: String(license),
    texts: files.map((file) => readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim()),
  };
}

function notice({ name, version, licence, texts }: BundledPackage): string {
  return `${[`${name} ${version} (${licence})`, ...texts].join('\n\n')}\n`;
}
