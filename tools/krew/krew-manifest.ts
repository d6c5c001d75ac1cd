import type { JsonObject } from '@archipelago/apimachinery';

/** What is known of a release when its archive has been made. */
interface KrewRelease {
  /** Without a `v`. */
  readonly version: string;
  /** Where the archive can be fetched. */
  readonly uri: string;
  /** Of the archive, 64 hex digits. */
  readonly sha256: string;
  readonly homepage: string;
  /** The oldest Node that runs it, as package.json says it. */
  readonly node: string;
}

/** The manifest by which krew installs the program as `kubectl archipelago`. One archive serves every platform that has Node. */
export function krewManifest({ version, uri, sha256, homepage, node }: KrewRelease): JsonObject {
  return {
    apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
    kind: 'Plugin',
    metadata: { name: 'archipelago' },
    spec: {
      version: `v${version}`,
      homepage,
      shortDescription: 'Virtual machines on clusters of mixed CPUs',
      description: `Says how virtualization is doing on a cluster of several CPU architectures: the operator,
golden images of each architecture, images of node pools, findings and alerts, each with
what to do. Plans a change before it is made, renders and validates without a cluster.
`,
      caveats: `Needs Node ${node.replace('>=', '')} or newer as node in PATH.
Begin with: kubectl archipelago status
`,
      platforms: [
        {
          selector: { matchExpressions: [{ key: 'os', operator: 'In', values: ['darwin', 'linux'] }] },
          uri,
          sha256,
          bin: 'bin/archipelago',
        },
      ],
    },
  };
}
