import { type Architecture, architectures, isArchitecture } from '../../layering/architecture.ts';
import { dockerManifest, ociManifest } from '../../registry/manifests/media-types.ts';
import { normalizePlatform, type Platform } from '../../registry/manifests/platform.ts';
import { printRefusal, refusal } from '../../registry/parsed.ts';
import type { ImageReference } from '../../registry/references/image-reference.ts';
import { parseImageReference } from '../../registry/references/parse-image-reference.ts';
import { UsageError } from '../io.ts';

/** The options that say what is assembled, as commander gives them. */
export interface AssemblyFlags {
  readonly target: string;
  readonly platform: readonly string[];
  readonly format?: 'oci' | 'docker';
}

/** An image, and what it is said to run on. */
export interface PromisedChild {
  readonly platform: Platform & { readonly architecture: Architecture };
  readonly reference: ImageReference;
}

/** What is assembled, and where it will be. */
export interface Assembly {
  readonly target: ImageReference;
  readonly children: readonly PromisedChild[];
  /** The media type that every child must have; undefined: what they have, as long as it is one. */
  readonly childType: string | undefined;
}

const childTypes = { oci: ociManifest, docker: dockerManifest } as const;

/** Reads the options; throws a `UsageError` for what nobody could mean. */
export function parseAssembly({ target, platform, format }: AssemblyFlags): Assembly {
  return {
    target: reference('--target', target),
    children: platform.map(child),
    childType: format === undefined ? undefined : childTypes[format],
  };
}

function child(text: string): PromisedChild {
  const cut = text.indexOf('=');
  const named = cut === -1 ? text : text.slice(0, cut);
  const [name = '', variant, ...rest] = named.split('/');
  const odd = rest.length > 0 || (variant !== undefined && !/^\w+$/.test(variant));
  if (cut === -1 || odd) throw wrong(text, 'is not ARCH[/VARIANT]=REF', 'write arm64=host/path@sha256:…');
  const { architecture, ...more } = normalizePlatform({
    os: 'linux',
    architecture: name,
    ...(variant === undefined ? {} : { variant }),
  });
  if (!isArchitecture(architecture))
    throw wrong(named, 'is no architecture of layered pools', `write one of ${architectures.join(', ')}`);
  return {
    platform: { ...more, architecture },
    reference: reference(`--platform ${named}`, text.slice(cut + 1)),
  };
}

function reference(flag: string, text: string): ImageReference {
  const parsed = parseImageReference(text);
  if (parsed.kind === 'refused') throw new UsageError(`${flag}: ${printRefusal(parsed)}`);
  return parsed.value;
}

function wrong(value: string, reason: string, fix: string): UsageError {
  return new UsageError(printRefusal(refusal('--platform', value, reason, fix)));
}
