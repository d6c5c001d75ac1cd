import pins from './pins.json' with { type: 'json' };

/** One package of npm, by its content. */
export interface PinnedNode {
  readonly name: string;
  readonly version: string;
  /** As npm writes it: sha512 in base64. */
  readonly integrity: string;
}

/** One package of Debian, by its content. */
export interface PinnedPackage {
  readonly version: string;
  /** `all` where it is one for all. */
  readonly architecture: string;
  readonly sha256: string;
}

/** Everything of others that goes into the image. `npm run image -- --pin` writes the table anew. */
export interface PinnedSources {
  /** Node by architecture, where npm has it. */
  readonly node: Readonly<Record<string, PinnedNode>>;
  /** By Debian's name of the architecture, then by package. */
  readonly debian: Readonly<Record<string, Readonly<Record<string, PinnedPackage>>>>;
}

/** The committed table. */
export const pinnedSources: PinnedSources = pins;
