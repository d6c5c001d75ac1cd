import {
  accepted,
  isInsecure,
  refusedImage,
  type WrittenManifest,
  writeIndex,
} from '@archipelago/oci-registry';
import { type Assembled, type AssemblyFailure, assembled, failed } from './assembly-failure.ts';
import { findTwice, findWrong } from './check-children.ts';
import type { Assembly } from './parse-assembly.ts';
import { type AssemblyStep, publishImage } from './publish-image.ts';
import { type AssemblyWays, type ReadChild, readChild } from './read-child.ts';

/** An image of several platforms. */
export interface AssembledImage {
  /** The index; or the only child, published as it is. */
  readonly root: WrittenManifest;
  /** In the order of the index. */
  readonly children: readonly ReadChild[];
}

/** How an assembly is done. */
interface AssemblyRun {
  readonly ways: AssemblyWays;
  /** For those who watch. */
  readonly said: (step: AssemblyStep) => void;
}

/**
 * Makes one image of several. All children are read and judged before anything is pushed; what then goes to the target's
 * repository goes there by digest (blobs, children, index), is read back, and only what is right gets the tag. Doing it again
 * pushes nothing.
 */
export async function assembleImage(
  { ways, said }: AssemblyRun,
  assembly: Assembly,
): Promise<Assembled<AssembledImage>> {
  const twice = findTwice(assembly.children);
  if (twice.length > 0) return failed(...twice);
  const read = await readChildren(ways, assembly);
  if (read.kind === 'failed') return read;
  const root = rootOf(assembly, read.value);
  if (root.kind === 'failed') return root;
  const image = { root: root.value, children: read.value };
  const { target: reference, childTags } = assembly;
  const insecure = isInsecure(ways.rules, reference.registry, reference.repository);
  const target = { reference, insecure, access: ways.target, signal: ways.signal };
  const failure = await publishImage({ session: ways.session, target, childTags, said }, image);
  return failure === undefined ? assembled(image) : failure;
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
    else {
      const architecture = children[index]?.platform.architecture;
      failures.push({ architecture, failure: outcome, side: 'source' });
    }
  }
  failures.push(...findWrong(read, assembly));
  return failures.length > 0 ? failed(...failures) : assembled(read.sort(byArchitecture));
}

function byArchitecture(one: ReadChild, other: ReadChild): number {
  return one.platform.architecture < other.platform.architecture ? -1 : 1;
}

/** What gets the target's tag. */
function rootOf({ target, publish }: Assembly, children: readonly ReadChild[]): Assembled<WrittenManifest> {
  const [only] = children;
  const written = publish === 'manifest' && only !== undefined ? accepted(only) : writeIndex(children);
  if (written.kind === 'refused')
    return whole(refusedImage(target, `${written.field} ${written.reason}`, written.fix));
  const { digest } = written.value;
  if (target.digest === undefined || target.digest === digest) return written;
  return whole(refusedImage(target, `would have the digest ${digest}`, 'name the target by a tag'));
}

function whole(failure: AssemblyFailure['failure']) {
  return failed({ architecture: undefined, failure, side: 'target' });
}
