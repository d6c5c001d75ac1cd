/** What is built, and from what. */
export interface Release {
  readonly version: string;
  /** The commit that it was built from; with `-dirty` where the checkout differs from it. */
  readonly revision: string;
  /** When that was committed, in seconds: the time of everything in the image. */
  readonly seconds: number;
}

/** The time of a release as text. */
export function releaseTime({ seconds }: Release): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
