import {
  dockerManifest,
  isSamePlatform,
  printImageReference,
  printPlatform,
  refusedImage,
} from '@archipelago/oci-registry';
import type { AssemblyFailure } from './assembly-failure.ts';
import type { Assembly, PromisedChild } from './parse-assembly.ts';
import type { ReadChild } from './read-child.ts';

/** Architectures that are promised more than once: of an index, a node takes one of them by chance. */
export function findTwice(children: readonly PromisedChild[]): readonly AssemblyFailure[] {
  return children.flatMap(({ platform: { architecture }, reference }, index) => {
    const of = children.filter((each) => each.platform.architecture === architecture);
    if (of.length === 1 || of[0] !== children[index]) return [];
    const names = of.map((each) => printImageReference(each.reference)).join(' and ');
    const failure = refusedImage(
      reference,
      `is promised as ${architecture} ${of.length} times: ${names}`,
      'name one',
    );
    return [{ architecture, failure, side: 'source' as const }];
  });
}

/**
 * What is wrong with children that were read, before anything is pushed: registries check none of it. Each is judged by its own
 * config, whatever an index or a tag's name says of it.
 */
export function findWrong(
  children: readonly ReadChild[],
  { childType }: Pick<Assembly, 'childType'>,
): readonly AssemblyFailure[] {
  const expected = childType ?? children[0]?.mediaType;
  return children.flatMap((child) =>
    [
      wrongPlatform(child),
      wrongBase(child),
      wrongLayers(child),
      wrongFormat(child, expected),
      incomplete(child),
    ].filter((each) => each !== undefined),
  );
}

function wrongPlatform(child: ReadChild): AssemblyFailure | undefined {
  const { platform, promised } = child;
  if (isSamePlatform(platform, promised.platform)) return undefined;
  const [is, wanted] = [printPlatform(platform), printPlatform(promised.platform)];
  return wrong(child, `says in its config that it is ${is}, not ${wanted}`, `build it for ${wanted}`);
}

/** A right config says nothing of what is in the layers: a builder that took another architecture's base gives itself away here. */
function wrongBase(child: ReadChild): AssemblyFailure | undefined {
  const { baseDigest, promised } = child;
  if (promised.base === undefined || promised.base === baseDigest) return undefined;
  const reason = `was built from ${baseDigest ?? 'an image that it does not name'}, not from ${promised.base}`;
  return wrong(child, reason, 'build it again from that base, in an empty store');
}

/** Whoever puts a config over other content may at least miscount. */
function wrongLayers(child: ReadChild): AssemblyFailure | undefined {
  const { named, described } = child.layers;
  if (described === undefined || described === named) return undefined;
  const reason = `has ${named} layers where its config describes ${described}`;
  return wrong(child, reason, 'build it again: its config is of another image');
}

function wrongFormat(child: ReadChild, expected: string | undefined): AssemblyFailure | undefined {
  if (child.mediaType === expected || expected === undefined) return undefined;
  const [is, wanted] = [child.mediaType, expected].map(format);
  return wrong(
    child,
    `is ${is} image where ${wanted} image is needed; it is not converted, which would change its digest`,
    'build all children in one format',
  );
}

function format(mediaType: string): string {
  return mediaType === dockerManifest ? 'a Docker' : 'an OCI';
}

function incomplete(child: ReadChild): AssemblyFailure | undefined {
  const { missingBlobs } = child;
  if (missingBlobs.length === 0) return undefined;
  const failure = wrong(child, `its registry does not have ${missingBlobs.join(', ')}`, 'push it again');
  return { ...failure, failure: { ...failure.failure, kind: 'absent' } };
}

function wrong({ promised, place }: ReadChild, reason: string, fix: string): AssemblyFailure {
  const { architecture } = promised.platform;
  return { architecture, failure: refusedImage(place.reference, reason, fix), side: 'source' };
}
