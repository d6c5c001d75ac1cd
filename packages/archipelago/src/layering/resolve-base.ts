import { type Architecture, architectures } from '../api/architectures.ts';
import { isSameVariant } from './architecture.ts';

/** A base image as its registry shows it. */
export type BaseImage =
  | {
      readonly kind: 'index';
      /** `host/repository`, without tag and digest. */
      readonly repository: string;
      readonly digest: string;
      readonly children: readonly BaseChild[];
    }
  | {
      readonly kind: 'manifest';
      readonly repository: string;
      readonly digest: string;
      readonly os: string;
      /** Of the image's config. */
      readonly architecture: string;
    };

interface BaseChild {
  readonly digest: string;
  readonly os: string;
  readonly architecture: string;
  readonly variant?: string | undefined;
}

/** Why no job may be started, with the condition's reason. */
interface BaseRefusal {
  readonly reason: 'BaseImageNotMultiArch' | 'BaseImageMissingArchitecture' | 'BaseImageWrongArchitecture';
  readonly architecture: Architecture;
  readonly message: string;
}

type ResolvedBase =
  | { readonly ok: true; readonly digest: string; readonly image: string }
  | { readonly ok: false; readonly refusal: BaseRefusal };

/**
 * The base image of one architecture, pinned by digest: a builder that is given an index without the architecture, or a plain
 * manifest of another one, builds wrong content without an error (`docs/compatibility/layering.md#what-builders-do`).
 */
export function resolveBase(
  base: BaseImage,
  architecture: Architecture,
  wanted: readonly Architecture[],
): ResolvedBase {
  switch (base.kind) {
    case 'index': {
      const child = childOf(base.children, architecture);
      const message = `the base image ${base.repository}@${base.digest} has no ${architecture}; it has ${listOf(base.children)}`;
      if (child !== undefined) return pinned(base.repository, child.digest);
      return { ok: false, refusal: { reason: 'BaseImageMissingArchitecture', architecture, message } };
    }
    case 'manifest': {
      const name = `${base.repository}@${base.digest}`;
      if (base.os === 'linux' && base.architecture === architecture)
        return wanted.length === 1
          ? pinned(base.repository, base.digest)
          : notMulti(name, base, architecture, wanted);
      if (wanted.length > 1) return notMulti(name, base, architecture, wanted);
      const message = `the base image ${name} is ${base.os}/${base.architecture}, the pool needs linux/${architecture}`;
      return { ok: false, refusal: { reason: 'BaseImageWrongArchitecture', architecture, message } };
    }
  }
}

function pinned(repository: string, digest: string): ResolvedBase {
  return { ok: true, digest, image: `${repository}@${digest}` };
}

function notMulti(
  name: string,
  base: Extract<BaseImage, { kind: 'manifest' }>,
  architecture: Architecture,
  wanted: readonly Architecture[],
): ResolvedBase {
  const message = `the base image ${name} is a single image for ${base.os}/${base.architecture}, the pool needs an index of ${[...wanted].sort().join(', ')}`;
  return { ok: false, refusal: { reason: 'BaseImageNotMultiArch', architecture, message } };
}

/** What of a base image anybody can be built from, as linux images by architecture: of an index one for each. */
export function usableChildren(
  children: readonly BaseChild[],
): readonly (BaseChild & { readonly architecture: Architecture })[] {
  return architectures.flatMap((architecture) => {
    const child = childOf(children, architecture);
    return child === undefined ? [] : [{ ...child, architecture }];
  });
}

/** The one without a variant, or of the variant that is meant without saying so, before any other. */
function childOf(children: readonly BaseChild[], architecture: Architecture): BaseChild | undefined {
  const fitting = children.filter((child) => child.os === 'linux' && child.architecture === architecture);
  return fitting.find(({ variant }) => isSameVariant(architecture, undefined, variant)) ?? fitting[0];
}

function listOf(children: readonly BaseChild[]): string {
  const names = children
    .filter(({ os }) => os !== 'unknown')
    .map(({ os, architecture }) => (os === 'linux' ? architecture : `${os}/${architecture}`));
  return names.length === 0 ? 'none' : [...new Set(names)].sort().join(', ');
}
