import {
  createRegistrySession,
  type ImageReference,
  printImageReference,
  printPlatform,
  withInsecure,
} from '@archipelago/oci-registry';
import type { RegistryFlags } from '../../../flags/registry-flags.ts';
import type { Io } from '../../../process/io.ts';
import { proxyOf } from '../../../registries/proxy-of.ts';
import { registryWays } from '../../../registries/registry-ways.ts';
import { printBytes } from '../../../text/print-bytes.ts';
import { type Output, printData } from '../../../text/print-data.ts';
import { textTable } from '../../../text/text-table.ts';
import { type AssembledImage, assembleImage } from './assemble-image.ts';
import { exitCodeOf, printAssemblyFailure } from './assembly-failure.ts';
import { verdictOf } from './assembly-verdict.ts';
import { type Assembly, type AssemblyFlags, parseAssembly } from './parse-assembly.ts';
import type { AssemblyStep } from './publish-image.ts';
import type { AssemblyWays } from './read-child.ts';
import { writeResult } from './write-result.ts';

export interface AssembleOptions extends AssemblyFlags, RegistryFlags {
  /** Logins for where children are read; those of `authfile` when absent. */
  readonly sourceAuthfile?: string;
  /** Folder for the digest, or the reason why there is none, for whoever reports it. */
  readonly results?: string;
  readonly insecure?: boolean;
  readonly output?: Output;
}

/**
 * Makes one image of several that are in registries, and prints what it came to; 0, or 1 when a child or the result is not what
 * it has to be, and then the target's tag is as it was; 3 when a registry is not reached. With `results` these are 0, too: the
 * folder has the reason, and the container after this one of a pod, which tells the controller, only starts after a 0.
 */
export async function runAssemble(options: AssembleOptions, io: Io): Promise<number> {
  const assembly = parseAssembly(options);
  const ways = await assemblyWays(options, assembly, io);
  try {
    const said = (step: AssemblyStep) => io.err(`archipelago: ${sentence(step)}\n`);
    const done = await assembleImage({ ways, said }, assembly);
    const { output, results } = options;
    if (done.kind === 'failed') {
      for (const failure of done.failures) io.err(`archipelago: ${printAssemblyFailure(failure)}\n`);
      if (results === undefined) return exitCodeOf(done.failures);
      await writeResult(results, verdictOf(done.failures));
      return 0;
    }
    if (results !== undefined) await writeResult(results, { digest: done.value.root.digest });
    const { target } = assembly;
    io.out(output === undefined ? table(target, done.value) : printData(shown(target, done.value), output));
    return 0;
  } finally {
    ways.session.transport.close();
  }
}

async function assemblyWays(options: AssembleOptions, assembly: Assembly, io: Io): Promise<AssemblyWays> {
  const { sourceAuthfile = options.authfile } = options;
  const [target, source] = await Promise.all([
    registryWays(options, io),
    registryWays({ ...options, ...(sourceAuthfile === undefined ? {} : { authfile: sourceAuthfile }) }, io),
  ]);
  return {
    session: createRegistrySession({ proxy: proxyOf(process.env) }),
    source: source.access,
    target: target.access,
    rules: withInsecure(target.rules, options.insecure === true ? registriesOf(assembly) : []),
    // Each request has its own time; layers may take long, and who starts this decides how long all of it may.
    signal: new AbortController().signal,
  };
}

function registriesOf({ target, children }: Assembly): readonly string[] {
  return [
    ...new Set([target, ...children.map(({ reference }) => reference)].map(({ registry }) => registry)),
  ];
}

/** The image as it is in the registry. */
export interface AssembledReport {
  readonly reference: string;
  readonly digest: string;
  readonly mediaType: string;
  readonly manifests: readonly Pick<AssembledImage['children'][number], 'digest' | 'size' | 'platform'>[];
}

function shown(target: ImageReference, { root, children }: AssembledImage): AssembledReport {
  return {
    reference: printImageReference(target),
    digest: root.digest,
    mediaType: root.mediaType,
    manifests: children.map(({ digest, size, platform }) => ({ digest, size, platform })),
  };
}

function table(target: ImageReference, { root, children }: AssembledImage): string {
  const head = [
    ['image', printImageReference(target)],
    ['digest', root.digest],
    ['kind', root.mediaType],
  ];
  const rows = children.map(({ platform, digest }) => [printPlatform(platform), digest]);
  return `${textTable(head)}\n${textTable([['PLATFORM', 'DIGEST'], ...rows])}`;
}

function sentence(step: AssemblyStep): string {
  switch (step.kind) {
    case 'child':
      return `${step.child.platform.architecture}: ${step.child.digest} ${fate(step)}${left(step)}`;
    case 'root':
      return `image ${step.digest} ${step.fresh ? 'pushed' : 'was there'}`;
    case 'tag':
      return `tag ${step.tag} ${step.fresh ? 'set' : 'was right'}`;
  }
}

function left({ child: { attestations } }: Extract<AssemblyStep, { kind: 'child' }>): string {
  return attestations === 0 ? '' : `; ${attestations} attestations stay in the index it is from`;
}

function fate({ copied }: Extract<AssemblyStep, { kind: 'child' }>): string {
  if (copied === undefined) return 'was there';
  const { copied: moved, mounted, present } = copied.blobs;
  const parts = [
    `${moved.blobs} blobs copied (${printBytes(moved.bytes)})`,
    `${mounted.blobs} mounted`,
    `${present.blobs} there`,
  ];
  return parts.join(', ');
}
