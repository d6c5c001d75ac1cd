import {
  dockerManifest,
  type ImageReference,
  normalizePlatform,
  ociManifest,
  type Platform,
  parseDigest,
  parseImageReference,
  printRefusal,
  refusal,
} from '@archipelago/oci-registry';
import { type Architecture, architectures, isArchitecture } from '../../../../api/architectures.ts';
import { UsageError } from '../../../process/io.ts';
import { namesTag } from '../../../registries/names-tag.ts';

/** The options that say what is assembled, as commander gives them. */
export interface AssemblyFlags {
  readonly target: string;
  readonly platform: readonly string[];
  readonly format?: 'oci' | 'docker';
  readonly base?: readonly string[];
  readonly publish?: 'index' | 'manifest';
  readonly childTags?: boolean;
}

/** An image, and what it is said to run on. */
export interface PromisedChild {
  readonly platform: Platform & { readonly architecture: Architecture };
  readonly reference: ImageReference;
  /** Digest of what it must have been built from; undefined: not known, and not checked. */
  readonly base: string | undefined;
}

/** What is assembled, and where it will be. */
export interface Assembly {
  readonly target: ImageReference;
  readonly children: readonly PromisedChild[];
  /** The media type that every child must have; undefined: what they have, as long as it is one. */
  readonly childType: string | undefined;
  /** `manifest`: the only child, as it is, gets the target's tag. */
  readonly publish: 'index' | 'manifest';
  /** Each child gets a tag of its own, too: some registries collect the children of an index that have none. */
  readonly childTags: boolean;
}

const childTypes = { oci: ociManifest, docker: dockerManifest } as const;

/** Reads the options; throws a `UsageError` for what nobody could mean. */
export function parseAssembly(flags: AssemblyFlags): Assembly {
  const { format, publish = 'index', childTags = false } = flags;
  const target = parseTarget(flags.target);
  const bases = parseBases(flags.base ?? []);
  const children = flags.platform.map((text) => child(text, bases));
  const stray = [...bases.keys()].find(
    (each) => !children.some(({ platform }) => platform.architecture === each),
  );
  if (stray !== undefined) throw wrong('--base', stray, 'is no --platform', 'name the image for it, too');
  if (publish === 'manifest' && children.length !== 1)
    throw wrong(
      '--publish',
      publish,
      `is for one --platform, there are ${children.length}`,
      'publish an index',
    );
  if (childTags && target.tag === undefined)
    throw wrong('--target', flags.target, 'has no tag to make --child-tags of', 'name the target by a tag');
  const childType = format === undefined ? undefined : childTypes[format];
  return { target, children, childType, publish, childTags };
}

function child(text: string, bases: ReadonlyMap<Architecture, string>): PromisedChild {
  const [named, image] = halves(text);
  const [name = '', variant, ...rest] = named.split('/');
  const odd = rest.length > 0 || (variant !== undefined && !/^\w+$/.test(variant));
  if (image === undefined || odd)
    throw wrong('--platform', text, 'is not ARCH[/VARIANT]=REF', 'write arm64=host/path@sha256:…');
  const { variant: meant, architecture: written } = normalizePlatform({
    os: 'linux',
    architecture: name,
    ...(variant === undefined ? {} : { variant }),
  });
  const architecture = known('--platform', written);
  return {
    platform: { os: 'linux', architecture, ...(meant === undefined ? {} : { variant: meant }) },
    reference: reference(`--platform ${named}`, image),
    base: bases.get(architecture),
  };
}

function parseBases(texts: readonly string[]): ReadonlyMap<Architecture, string> {
  const bases = new Map<Architecture, string>();
  for (const text of texts) {
    const [name, digest] = halves(text);
    if (digest === undefined) throw wrong('--base', text, 'is not ARCH=DIGEST', 'write arm64=sha256:…');
    const architecture = known('--base', name);
    if (bases.has(architecture)) throw wrong('--base', text, 'is there twice', 'name one');
    const parsed = parseDigest(digest, `--base ${name}`);
    if (parsed.kind === 'refused') throw new UsageError(printRefusal(parsed));
    bases.set(architecture, parsed.value);
  }
  return bases;
}

/** What is before and behind the first equals sign. */
function halves(text: string): readonly [before: string, behind: string | undefined] {
  const cut = text.indexOf('=');
  return cut === -1 ? [text, undefined] : [text.slice(0, cut), text.slice(cut + 1)];
}

function known(flag: string, name: string): Architecture {
  if (isArchitecture(name)) return name;
  throw wrong(flag, name, 'is no architecture of layered pools', `write one of ${architectures.join(', ')}`);
}

function parseTarget(text: string): ImageReference {
  const target = reference('--target', text);
  if (target.digest === undefined && !namesTag(text))
    throw wrong('--target', text, 'names neither a tag nor a digest', 'name the tag that is set');
  return target;
}

function reference(flag: string, text: string): ImageReference {
  const parsed = parseImageReference(text);
  if (parsed.kind === 'refused') throw new UsageError(`${flag}: ${printRefusal(parsed)}`);
  return parsed.value;
}

function wrong(flag: string, value: string, reason: string, fix: string): UsageError {
  return new UsageError(printRefusal(refusal(flag, value, reason, fix)));
}
