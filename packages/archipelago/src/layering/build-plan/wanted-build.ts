import type { Architecture } from '../../api/architectures.ts';
import type { MachineOsConfig } from '../api/machine-os-config.ts';
import { buildKey, platformKey } from '../platform-key.ts';
import { resolveBase } from '../resolve-base.ts';
import {
  type ResolvedContainerfile,
  resolveContainerfile,
  reviewContainerfiles,
} from '../resolve-containerfile.ts';
import { baseOf, type FoundBase, type NotResolved, refusedFor, waitingFor } from './found-base.ts';
import { kernelFor } from './kernel-type.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { PlanDraft } from './plan-draft.ts';
import type { RenderedConfig } from './rendered-config.ts';

/** What one architecture's image is to be made of. */
export interface WantedPlatform {
  readonly architecture: Architecture;
  readonly variant: string | undefined;
  readonly key: string;
  readonly containerfile: ResolvedContainerfile;
  readonly base: { readonly image: string; readonly digest: string };
  /** Pinned; undefined: no extension is asked for. */
  readonly extensionsImage: string | undefined;
  readonly extensions: readonly string[];
  readonly kernelType: string | undefined;
  readonly buildArguments: Readonly<Record<string, string>>;
}

/** What is to be built, or why that is not known. */
export type WantedBuild =
  | {
      readonly kind: 'resolved';
      readonly key: string;
      readonly publish: 'Manifest' | 'Index';
      /** Sorted by architecture. */
      readonly platforms: readonly WantedPlatform[];
      /** What it starts from. */
      readonly bases: readonly FoundBase[];
    }
  | NotResolved;

interface WantedInput {
  readonly config: MachineOsConfig;
  readonly rendered: RenderedConfig | undefined;
  readonly wanted: readonly Architecture[];
  /** Builds of the config that there were. */
  readonly builds: readonly ObservedBuild[];
}

/** Resolves everything a build depends on before any job starts (`docs/compatibility/layering.md#base-images`). */
export function wantedBuildOf(input: WantedInput, draft: PlanDraft): WantedBuild {
  const { config, rendered, wanted } = input;
  const problem = precondition(input) ?? containerfileProblem(config, wanted, draft);
  if (problem !== undefined) return problem;
  const base = baseOf(config.baseImage ?? rendered?.baseImage, 'base image', config, draft);
  if (base.kind !== 'found') return base;
  const extensions = extensionsOf(rendered, config, draft);
  if (extensions.kind !== 'found') return extensions;
  return resolved({ ...input, base: base.found, extensions: extensions.found });
}

function precondition({ config, rendered, wanted }: WantedInput): NotResolved | undefined {
  if (wanted.length === 0) return refusedFor('NoArchitectures', 'no architecture is known to build for');
  return config.members.kind === 'pool' && rendered === undefined
    ? waitingFor('NoRenderedConfig', 'the pool has no rendered configuration yet')
    : undefined;
}

function resolved(source: PlatformSource): WantedBuild {
  const platforms = source.wanted.map((architecture) => wantedPlatform(architecture, source));
  const bad = platforms.find((one): one is NotResolved => 'kind' in one);
  if (bad !== undefined) return bad;
  const good = platforms.filter((one): one is WantedPlatform => !('kind' in one));
  const publish = publishOf(source);
  const { format, repository } = source.config;
  return {
    kind: 'resolved',
    key: buildKey({ format, publish, repository, platforms: good }),
    publish,
    platforms: good,
    bases: [source.base, ...(source.extensions === undefined ? [] : [source.extensions])],
  };
}

/** Once an index was published it stays one: nodes need not learn another digest because a node of another kind came and went. */
function publishOf({ config, wanted, builds }: WantedInput): 'Manifest' | 'Index' {
  const wasIndex = builds.some(
    ({ spec, status }) => spec.publish === 'Index' && status.phase === 'Succeeded',
  );
  const isIndex = wanted.length > 1 || config.singleArchitecture === 'Index';
  return isIndex || wasIndex || config.status.multiArch === true ? 'Index' : 'Manifest';
}

function containerfileProblem(
  { containerfiles }: MachineOsConfig,
  wanted: readonly Architecture[],
  draft: PlanDraft,
): NotResolved | undefined {
  const findings = reviewContainerfiles(containerfiles, wanted);
  for (const { level, reason, message } of findings) draft.find(level, reason, message);
  const error = findings.find(({ level }) => level === 'error');
  return error === undefined ? undefined : refusedFor(error.reason, error.message);
}

type ExtensionsSearch = { readonly kind: 'found'; readonly found: FoundBase | undefined } | NotResolved;

function extensionsOf(
  rendered: RenderedConfig | undefined,
  config: MachineOsConfig,
  draft: PlanDraft,
): ExtensionsSearch {
  if (rendered === undefined || rendered.extensions.length + (rendered.kernelType ?? '').length === 0)
    return { kind: 'found', found: undefined };
  return baseOf(rendered.extensionsImage, 'extensions image', config, draft);
}

interface PlatformSource extends WantedInput {
  readonly base: FoundBase;
  readonly extensions: FoundBase | undefined;
}

function wantedPlatform(architecture: Architecture, source: PlatformSource): WantedPlatform | NotResolved {
  const { config, rendered } = source;
  const images = pinned(architecture, source);
  if ('kind' in images) return images;
  const kernel = kernelFor(architecture, rendered?.kernelType, config);
  if (!kernel.ok) return refusedFor('KernelTypeUnsupported', kernel.message);
  const { variant, buildArguments } = config.placements[architecture];
  const parts = {
    architecture,
    variant,
    containerfile: resolveContainerfile(config.containerfiles, architecture),
    base: images.base,
    extensionsImage: images.extensions?.image,
    extensions: rendered?.extensions ?? [],
    kernelType: kernel.type,
    buildArguments,
  };
  return { ...parts, key: keyOf(parts, source, images.extensions?.digest) };
}

interface PinnedImage {
  readonly image: string;
  readonly digest: string;
}

function pinned(
  architecture: Architecture,
  { base, extensions, wanted }: PlatformSource,
): { readonly base: PinnedImage; readonly extensions: PinnedImage | undefined } | NotResolved {
  const own = resolveBase(base.image, architecture, wanted);
  if (!own.ok) return refusedFor(own.refusal.reason, own.refusal.message);
  const { image, digest } = own;
  if (extensions === undefined) return { base: { image, digest }, extensions: undefined };
  const added = resolveBase(extensions.image, architecture, wanted);
  return added.ok
    ? { base: { image, digest }, extensions: { image: added.image, digest: added.digest } }
    : refusedFor(added.refusal.reason, added.refusal.message);
}

function keyOf(
  parts: Omit<WantedPlatform, 'key'>,
  { config, rendered }: PlatformSource,
  extensions: string | undefined,
): string {
  const { architecture, variant, kernelType, buildArguments } = parts;
  const rebuilds = config.rebuilds[architecture];
  return platformKey({
    architecture,
    variant,
    containerfile: parts.containerfile.text,
    configuration: rendered?.digest,
    base: parts.base.digest,
    extensions,
    kernelType,
    buildArguments,
    nonce: rebuilds === undefined ? undefined : String(rebuilds),
  });
}
