import type { ImagePlace } from '../../registry/inspecting/image-place.ts';
import { type WrittenManifest, writeIndex } from '../../registry/manifests/write-index.ts';
import { isInsecure } from '../../registry/mirrors/pull-sources.ts';
import type { Outcome } from '../../registry/outcome.ts';
import type { CopiedImage } from '../../registry/pushing/copied-image.ts';
import { atDigest } from '../../registry/references/image-reference.ts';
import { type Assembled, type AssemblyFailure, assembled, failed, refusedImage } from './assembly-failure.ts';
import { bringChild } from './bring-child.ts';
import { findTwice, findWrong } from './check-children.ts';
import type { Assembly } from './parse-assembly.ts';
import { putIndex, tagIndex } from './publish-index.ts';
import { type AssemblyWays, type ReadChild, readChild } from './read-child.ts';
import { verifyPublished } from './verify-published.ts';

/** An image of several platforms that is in its registry. */
export interface AssembledImage {
  readonly index: WrittenManifest;
  /** In the order of the index. */
  readonly children: readonly ReadChild[];
}

/** What happened to a part, for those who watch. */
export type AssemblyStep =
  | { readonly kind: 'child'; readonly child: ReadChild; readonly copied: CopiedImage | undefined }
  | { readonly kind: 'index'; readonly digest: string; readonly fresh: boolean }
  | { readonly kind: 'tag'; readonly tag: string; readonly fresh: boolean };

/** How an assembly is done. */
export interface AssemblyRun {
  readonly ways: AssemblyWays;
  readonly said: (step: AssemblyStep) => void;
}

/**
 * Makes one image of several. All children are read and judged before anything is pushed; what then goes to the target's
 * repository goes there by digest (blobs, children, index), is read back, and only what is right gets the tag. Doing it again
 * pushes nothing.
 */
export async function assembleImage(
  run: AssemblyRun,
  assembly: Assembly,
): Promise<Assembled<AssembledImage>> {
  const twice = findTwice(assembly.children);
  if (twice.length > 0) return failed(...twice);
  const read = await readChildren(run.ways, assembly);
  if (read.kind === 'failed') return read;
  const written = writeIndex(read.value);
  if (written.kind === 'refused')
    return whole(refusedImage(assembly.target, `${written.field} ${written.reason}`, written.fix));
  const image = { index: written.value, children: read.value };
  const named = assembly.target.digest;
  if (named !== undefined && named !== image.index.digest)
    return whole(
      refusedImage(
        assembly.target,
        `would have the digest ${image.index.digest}`,
        'name the target by a tag',
      ),
    );
  return publish(run, image, assembly);
}

async function readChildren(
  ways: AssemblyWays,
  assembly: Assembly,
): Promise<Assembled<readonly ReadChild[]>> {
  const { children } = assembly;
  const outcomes = await Promise.all(children.map((child) => readChild(ways, child)));
  const read: ReadChild[] = [];
  const failures: AssemblyFailure[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.kind === 'ok') read.push(outcome.value);
    else failures.push({ architecture: children[index]?.platform.architecture, failure: outcome });
  }
  failures.push(...findWrong(read, assembly));
  return failures.length > 0 ? failed(...failures) : assembled(read.sort(byArchitecture));
}

function byArchitecture(one: ReadChild, other: ReadChild): number {
  return one.platform.architecture < other.platform.architecture ? -1 : 1;
}

async function publish(
  { ways, said }: AssemblyRun,
  image: AssembledImage,
  { target: reference }: Assembly,
): Promise<Assembled<AssembledImage>> {
  const { session, access, rules, signal } = ways;
  const insecure = isInsecure(rules, reference.registry, reference.repository);
  const target: ImagePlace = { reference, insecure, access, signal };
  const { index, children } = image;
  for (const child of children) {
    const brought = await bringChild(session, child, target);
    if (brought.kind !== 'ok')
      return failed({ architecture: child.promised.platform.architecture, failure: brought });
    said({ kind: 'child', child, copied: brought.value });
  }
  const put = await putIndex(session, target, index);
  if (put.kind !== 'ok') return whole(put);
  said({ kind: 'index', digest: index.digest, fresh: put.value });
  const place = { ...target, reference: atDigest(reference, index.digest) };
  const verified = await verifyPublished(session, place, children);
  if (verified.kind === 'failed') return verified;
  const tagged = await tagIndex(session, target, index);
  if (tagged.kind !== 'ok') return whole(tagged);
  if (reference.tag !== undefined) said({ kind: 'tag', tag: reference.tag, fresh: tagged.value });
  return assembled(image);
}

function whole(failure: Exclude<Outcome<never>, { kind: 'ok' }>) {
  return failed({ architecture: undefined, failure });
}
