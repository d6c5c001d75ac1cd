/** An image in a registry. At least one of tag and digest is there; where both are, the digest decides. */
export interface ImageReference {
  /** Host in lower case, with its port when one was given; IPv6 addresses in brackets. */
  readonly registry: string;
  readonly repository: string;
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/** A repository of a registry. */
export type Repository = Pick<ImageReference, 'registry' | 'repository'>;

/** The reference without a transport: `host:port/path:tag@digest`. */
export function printImageReference({ registry, repository, tag, digest }: ImageReference): string {
  const name = `${registry}/${repository}`;
  return `${name}${tag === undefined ? '' : `:${tag}`}${digest === undefined ? '' : `@${digest}`}`;
}

/** What the registry is asked for: the digest, or else the tag. */
export function identifierOf({ tag, digest }: ImageReference): string {
  return digest ?? tag ?? 'latest';
}

/** The same repository, by digest. */
export function atDigest({ registry, repository }: Repository, digest: string): ImageReference {
  return { registry, repository, tag: undefined, digest };
}
