import {
  type ImageKnowledge,
  lastProbed,
  type ProbedImage,
  type ProbeFailure,
} from '../../golden-images/image-knowledge.ts';
import type { ImageInfo } from '../../registry/inspecting/image-info.ts';
import { type Outcome, printFailure } from '../../registry/outcome.ts';

/** What a registry's answer makes of what was known; `now` is RFC 3339. */
export function toKnowledge(
  outcome: Outcome<ImageInfo>,
  before: ImageKnowledge,
  now: string,
): ImageKnowledge {
  const last = lastProbed(before);
  if (outcome.kind === 'ok') {
    const image = probedImage(outcome.value, now);
    return last !== undefined && isSameImage(last, image) ? { ...image, at: last.at } : image;
  }
  return {
    kind: 'failed',
    reason: failureReason(outcome.kind),
    message: shortened(printFailure(outcome)),
    at: before.kind === 'failed' ? before.at : now,
    ...(last === undefined ? {} : { last }),
  };
}

/** It stands in the status of the HyperConverged, which has room for a megabyte; registries may answer at length. */
function shortened(text: string): string {
  return text.length <= longestMessage ? text : `${text.slice(0, longestMessage)}…`;
}

const longestMessage = 500;

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
