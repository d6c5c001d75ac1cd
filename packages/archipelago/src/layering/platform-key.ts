import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '@archipelago/apimachinery';
import type { Architecture } from '../api/architectures.ts';
import type { Platform } from './architecture.ts';

/** All that decides the content of one architecture's image, and nothing else (`docs/compatibility/layering.md#keys`). */
export interface PlatformInputs extends Platform {
  /** The resolved text, wherever it came from. */
  readonly containerfile: string;
  /** Digest of the configuration that is baked in; undefined where there is none. */
  readonly configuration: string | undefined;
  /** Digest of the base image's child for this architecture, not of the index. */
  readonly base: string;
  /** The same of the extensions image. */
  readonly extensions: string | undefined;
  readonly kernelType: string | undefined;
  readonly buildArguments: Readonly<Record<string, string>>;
  /** Changes when a rebuild of this architecture is asked for. */
  readonly nonce: string | undefined;
}

/** 64 hex digits: equal keys mean that an image that is there can be used again. */
export function platformKey(inputs: PlatformInputs): string {
  const { architecture, variant, containerfile, configuration, base, extensions, kernelType } = inputs;
  return hexDigest({
    v: 1,
    architecture,
    variant: variant ?? '',
    containerfile,
    configuration: configuration ?? '',
    base,
    extensions: extensions ?? '',
    kernelType: kernelType ?? '',
    buildArguments: inputs.buildArguments,
    nonce: inputs.nonce ?? '',
  });
}

/** What decides the whole image. */
interface BuildInputs {
  readonly format: 'OCI' | 'Docker';
  /** An image of one architecture is published as it is, or in an index of one. */
  readonly publish: 'Manifest' | 'Index';
  /** `host/repository` of the final image. */
  readonly repository: string;
  readonly platforms: readonly { readonly architecture: Architecture; readonly key: string }[];
}

/** 64 hex digits; the order of the platforms says nothing. */
export function buildKey({ format, publish, repository, platforms }: BuildInputs): string {
  const sorted = platforms
    .map(({ architecture, key }) => ({ architecture, key }))
    .sort((a, b) => (a.architecture < b.architecture ? -1 : 1));
  return hexDigest({ v: 1, format, publish, repository, platforms: sorted });
}

function hexDigest(value: JsonObject): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
