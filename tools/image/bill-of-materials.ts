import { type Release, releaseTime } from './release.ts';

/** A package that the image has something of. */
export interface MaterialPackage {
  readonly name: string;
  readonly version: string;
  /** Its address as package URL (purl). */
  readonly purl: string;
  /** As SPDX writes it, where that is known. */
  readonly licence?: string;
  readonly hash?: { readonly alg: 'SHA-256' | 'SHA-512'; readonly content: string };
}

/** The list of what is in an image for one architecture, in CycloneDX 1.6. Equal packages give equal bytes. */
export function billOfMaterials(
  { name, architecture }: { readonly name: string; readonly architecture: string },
  packages: readonly MaterialPackage[],
  release: Release,
): string {
  const sorted = [...packages].sort((one, other) => (one.purl < other.purl ? -1 : 1));
  const own = `pkg:generic/${name}@${release.version}?arch=${architecture}`;
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: releaseTime(release),
      component: {
        type: 'application',
        'bom-ref': own,
        name,
        version: release.version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
        purl: own,
        properties: [{ name: 'archipelago:revision', value: release.revision }],
      },
    },
    components: sorted.map(component),
    dependencies: [{ ref: own, dependsOn: sorted.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function component({ name, version, purl, licence, hash }: MaterialPackage) {
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    ...(licence === undefined ? {} : { licenses: [{ expression: licence }] }),
    purl,
    ...(hash === undefined ? {} : { hashes: [hash] }),
  };
}
