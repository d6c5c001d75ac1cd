import { architectures, isArchitecture } from '../../../../api/architectures.ts';
import type { BuildView, ConfigView, PlatformView } from '../../../../layering/view/config-view.ts';
import { type LayeringWords, layeringCommands } from '../../../../layering/view/layering-words.ts';
import { UsageError } from '../../../process/io.ts';

export type Request = 'retry' | 'rebuild';

export type RequestedBuild =
  | {
      readonly kind: 'asked';
      /** Key of `names`. */
      readonly annotation: Request;
      /** `all`, or architectures. */
      readonly value: string;
      readonly builds: readonly string[];
      readonly reuses: readonly string[];
      /** What comes of it: `arm64 will be built, amd64 used again`. */
      readonly follows: string;
      readonly says: string;
    }
  /** Why it would do nothing. */
  | { readonly kind: 'refused'; readonly because: string };

/** What is to be written so that a build begins; architectures that the config has no image for are a mistake of use. */
export function requestBuild(
  request: Request,
  wanted: readonly string[],
  view: ConfigView,
  words = layeringCommands,
): RequestedBuild {
  const known = knownOf(view);
  const odd = wanted.find((name) => !isArchitecture(name));
  if (odd !== undefined)
    throw new UsageError(
      ({ architecture }) => `${architecture(odd.slice(0, 80))}: is none of ${architectures.join(', ')}`,
    );
  const foreign = wanted.find((name) => !known.includes(name));
  if (foreign !== undefined)
    throw new UsageError(
      ({ architecture }) =>
        `${architecture(foreign)}: ${view.name} is built for ${known.length === 0 ? 'nothing yet' : known.join(', ')}`,
    );
  const chosen = [...new Set(wanted)].sort();
  return request === 'retry' ? retry(chosen, view, words) : rebuild(chosen, known, view);
}

/** Architectures that are wanted or built. */
function knownOf({ architectures: wanted, build }: ConfigView): readonly string[] {
  const named = wanted.filter(({ source }) => source !== undefined).map(({ name }) => name);
  const built = build?.platforms.map(({ architecture }): string => architecture) ?? [];
  return [...new Set([...named, ...built])].sort();
}

function retry(
  chosen: readonly string[],
  { name, build, conditions }: ConfigView,
  words: LayeringWords,
): RequestedBuild {
  if (build === undefined) return nothing(`there is no build to retry${whyNone(conditions)}`);
  if (build.phase === 'Succeeded')
    return nothing(
      `${build.name} has succeeded, there is nothing to retry; to build again: ${words.rebuild(name)}`,
    );
  if (!ended.has(build.phase))
    return nothing(`${build.name} is still ${build.phase}, there is nothing to retry`);
  const there = build.platforms.filter(hasImage).map(({ architecture }) => architecture);
  const done = chosen.find((architecture) => there.includes(architecture));
  if (done !== undefined)
    return nothing(`${done} has its image in ${build.name}; ${words.rebuild(name, done)}`);
  const missing = build.platforms.filter((one) => !hasImage(one));
  const left = missing.filter((one) => isLeft(one, chosen)).map(({ architecture }) => architecture);
  const builds = missing.filter((one) => !isLeft(one, chosen)).map(({ architecture }) => architecture);
  const follows = `${whatFollows(builds, there)}${others(left)}`;
  return {
    kind: 'asked',
    annotation: 'retry',
    value: chosen.length === 0 ? 'all' : chosen.join(','),
    builds,
    reuses: there,
    follows,
    says: `asked for a retry of ${build.name}: ${follows}`,
  };
}

const ended: ReadonlySet<BuildView['phase']> = new Set(['Failed', 'Interrupted', 'Superseded', 'Succeeded']);

function hasImage({ state, digest }: PlatformView): boolean {
  return digest !== undefined && (state === 'Succeeded' || state === 'Reused');
}

/** What has failed is tried again where it is asked for; the operator leaves the rest of it alone. */
function isLeft({ state, architecture }: PlatformView, chosen: readonly string[]): boolean {
  return state === 'Failed' && chosen.length > 0 && !chosen.includes(architecture);
}

function others(left: readonly string[]): string {
  return left.length === 0 ? '' : `; ${left.join(', ')} failed, too, and there is no image without it`;
}

function rebuild(
  chosen: readonly string[],
  known: readonly string[],
  { name, conditions }: ConfigView,
): RequestedBuild {
  if (known.length === 0) return nothing(`there is nothing to build${whyNone(conditions)}`);
  const builds = chosen.length === 0 ? known : chosen;
  const reuses = known.filter((each) => !builds.includes(each));
  const blocked = conditions.find(({ type }) => type === 'Blocked');
  const later = blocked === undefined ? '' : `; not before this is over: ${blocked.message}`;
  const follows = `${whatFollows(builds, reuses)}${later}`;
  return {
    kind: 'asked',
    annotation: 'rebuild',
    value: chosen.length === 0 ? 'all' : chosen.join(','),
    builds,
    reuses,
    follows,
    says: `asked for a rebuild of ${name}: ${follows}`,
  };
}

function whatFollows(builds: readonly string[], reuses: readonly string[]): string {
  const built =
    builds.length === 0 ? 'the images are put together again' : `${builds.join(', ')} will be built`;
  return reuses.length === 0 ? built : `${built}, ${reuses.join(', ')} used again`;
}

function nothing(because: string): RequestedBuild {
  return { kind: 'refused', because };
}

function whyNone(conditions: ConfigView['conditions']): string {
  const messages = conditions.map(({ message }) => message).filter((message) => message !== '');
  return messages.length === 0 ? '' : `: ${messages.join('; ')}`;
}
