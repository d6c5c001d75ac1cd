import { createRegistrySession } from '../../registry/create-registry-client.ts';
import { printPlatform } from '../../registry/manifests/platform.ts';
import { withInsecure } from '../../registry/mirrors/with-insecure.ts';
import { printImageReference } from '../../registry/references/image-reference.ts';
import { printBytes } from '../images/print-bytes.ts';
import { type RegistryFlags, registryWays } from '../images/registry-ways.ts';
import type { Io } from '../io.ts';
import { type Output, printData } from '../print-data.ts';
import { proxyOf } from '../proxy-of.ts';
import { textTable } from '../up/text-table.ts';
import { type AssembledImage, type AssemblyStep, assembleImage } from './assemble-image.ts';
import { exitCodeOf, printAssemblyFailure } from './assembly-failure.ts';
import { type Assembly, type AssemblyFlags, parseAssembly } from './parse-assembly.ts';

export interface AssembleOptions extends AssemblyFlags, RegistryFlags {
  readonly insecure?: boolean;
  readonly output?: Output;
}

/**
 * Makes one image of several that are in registries, and prints what it came to; 0, or 1 when a child or the result is not what
 * it has to be, and then the target's tag is as it was; 3 when a registry is not reached.
 */
export async function runAssemble(options: AssembleOptions, io: Io): Promise<number> {
  const assembly = parseAssembly(options);
  const { access, rules } = await registryWays(options, io);
  const session = createRegistrySession({ proxy: proxyOf(process.env) });
  try {
    const ways = {
      session,
      access,
      rules: withInsecure(rules, options.insecure === true ? registriesOf(assembly) : []),
      // Each request has its own time; layers may take long, and who starts this decides how long all of it may.
      signal: new AbortController().signal,
    };
    const said = (step: AssemblyStep) => io.err(`archipelago: ${sentence(step)}\n`);
    const done = await assembleImage({ ways, said }, assembly);
    if (done.kind === 'failed') {
      for (const failure of done.failures) io.err(`archipelago: ${printAssemblyFailure(failure)}\n`);
      return exitCodeOf(done.failures);
    }
    const result = shown(assembly, done.value);
    io.out(options.output === undefined ? table(assembly, done.value) : printData(result, options.output));
    return 0;
  } finally {
    session.transport.close();
  }
}

function registriesOf({ target, children }: Assembly): readonly string[] {
  return [
    ...new Set([target, ...children.map(({ reference }) => reference)].map(({ registry }) => registry)),
  ];
}

function shown({ target }: Assembly, { index, children }: AssembledImage) {
  return {
    reference: printImageReference(target),
    digest: index.digest,
    mediaType: index.mediaType,
    manifests: children.map(({ digest, size, platform }) => ({ digest, size, platform })),
  };
}

function table({ target }: Assembly, { index, children }: AssembledImage): string {
  const head = [
    ['image', printImageReference(target)],
    ['digest', index.digest],
    ['kind', index.mediaType],
  ];
  const rows = children.map(({ platform, digest }) => [printPlatform(platform), digest]);
  return `${textTable(head)}\n${textTable([['PLATFORM', 'DIGEST'], ...rows])}`;
}

function sentence(step: AssemblyStep): string {
  switch (step.kind) {
    case 'child':
      return `${step.child.platform.architecture}: ${step.child.digest} ${fate(step)}`;
    case 'index':
      return `index ${step.digest} ${step.fresh ? 'pushed' : 'was there'}`;
    case 'tag':
      return `tag ${step.tag} ${step.fresh ? 'set' : 'was right'}`;
  }
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
