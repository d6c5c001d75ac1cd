import { type ImageInfo, type Outcome, printFailure } from '@archipelago/oci-registry';
import {
  type ImageKnowledge,
  lastProbed,
  type ProbedImage,
  type ProbeFailure,
} from '../../golden-images/images/image-knowledge.ts';

/** What a registry's answer makes of what was known; `now` is RFC 3339. */
export function toKnowledge(
  outcome: Outcome<ImageInfo>,
  before: ImageKnowledge,
  now: string,
): ImageKnowledge {
  const last = lastProbed(before);
  const image = outcome.kind === 'ok' ? probedImage(outcome.value, now) : undefined;
  if (image !== undefined && image.platforms.length > 0)
    return last !== undefined && isSameImage(last, image) ? { ...image, at: last.at } : image;
  return {
    kind: 'failed',
    ...reasonOf(outcome),
    at: before.kind === 'failed' ? before.at : now,
    ...(last === undefined ? {} : { last }),
  };
}

/** It stands in the status of the HyperConverged, which has room for a megabyte; registries may answer at length. */
function shortened(text: string): string {
  return text.length <= longestMessage ? text : `${text.slice(0, longestMessage)}…`;
}

const longestMessage = 500;

/** An index that lists nothing for Linux is most likely a mistake that will be mended; nothing is taken away for it. */
function reasonOf(outcome: Outcome<ImageInfo>): { readonly reason: ProbeFailure; readonly message: string } {
  if (outcome.kind !== 'ok')
    return { reason: failureReason(outcome.kind), message: shortened(printFailure(outcome)) };
  const message = `${outcome.value.digest} has no platform of linux; push the image again for the architectures it is for`;
  return { reason: 'malformed', message };
}

/** Nobody is told of a question that was given up; as a reason it counts as no answer. */
function failureReason(kind: Exclude<Outcome<ImageInfo>['kind'], 'ok'>): ProbeFailure {
  return kind === 'aborted' ? 'unreachable' : kind;
}

function probedImage({ digest, single, platforms }: ImageInfo, at: string): ProbedImage {
  return {
    kind: 'probed',
    digest,
    single,
    // KubeVirt's nodes run Linux; what the disk holds is another matter
    platforms: platforms
      .filter(({ os }) => os === 'linux')
      .map(({ architecture, variant, digest: child, downloadSize }) => ({
        architecture,
        ...(variant === undefined ? {} : { variant }),
        digest: child,
        size: downloadSize,
      })),
    at,
  };
}

function isSameImage(one: ProbedImage, other: ProbedImage): boolean {
  return one.digest === other.digest && one.single === other.single;
}

/** Whether nobody would notice the difference. */
export function sameKnowledge(one: ImageKnowledge, other: ImageKnowledge): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
