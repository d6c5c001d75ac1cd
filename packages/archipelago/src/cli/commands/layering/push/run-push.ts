import {
  contentSource,
  createRegistrySession,
  createRegistryWriter,
  type ImageReference,
  isInsecure,
  isSilence,
  parseImageReference,
  printFailure,
  printImageReference,
  printRefusal,
  type RegistryFailure,
  type RegistrySession,
  repositoryOf,
  withInsecure,
} from '@archipelago/oci-registry';
import type { RegistryFlags } from '../../../flags/registry-flags.ts';
import { type Io, UsageError } from '../../../process/io.ts';
import { namesTag } from '../../../registries/names-tag.ts';
import { proxyOf } from '../../../registries/proxy-of.ts';
import { type RegistryWays, registryWays } from '../../../registries/registry-ways.ts';
import { printBytes } from '../../../text/print-bytes.ts';
import { tagManifest } from '../assemble/publish-manifest.ts';
import { writeResult } from '../assemble/write-result.ts';
import { type ImageFolder, openImageFolder } from './image-folder.ts';

/** The flags of `layering push`, as commander gives them. */
export interface PushOptions extends RegistryFlags {
  readonly from: string;
  readonly target: string;
  readonly results?: string;
  readonly insecure?: boolean;
}

/**
 * Pushes an image from a folder that is not trusted: nothing is asked of a registry before all of it was checked. 0; 1 when the folder
 * holds no image as it should be, or the registry refuses it; 3 when the registry is not reached.
 */
export async function runPush(options: PushOptions, io: Io): Promise<number> {
  const target = parseTarget(options.target);
  const ways = await registryWays(options, io);
  const folder = await openImageFolder(options.from);
  if (folder.kind === 'refused') {
    io.err(`archipelago: --from ${options.from}: ${printRefusal(folder)}\n`);
    return 1;
  }
  try {
    const failure = await pushed(target, folder.value, { options, ways, io });
    if (failure === undefined) return 0;
    io.err(`archipelago: ${printFailure(failure)}\n`);
    return isSilence(failure) ? 3 : 1;
  } finally {
    await folder.value.close();
  }
}

interface Means {
  readonly options: PushOptions;
  readonly ways: RegistryWays;
  readonly io: Io;
}

async function pushed(
  target: Tagged,
  folder: ImageFolder,
  { options, ways, io }: Means,
): Promise<RegistryFailure | undefined> {
  const session = createRegistrySession({ proxy: proxyOf(process.env) });
  try {
    const rules = withInsecure(ways.rules, options.insecure === true ? [target.registry] : []);
    const insecure = isInsecure(rules, target.registry, target.repository);
    const place = { reference: target, insecure, access: ways.access, signal: new AbortController().signal };
    const failure = await pushFolder(session, place, folder, io);
    if (failure !== undefined) return failure;
    const { digest } = folder.manifest;
    if (options.results !== undefined) await writeResult(options.results, { digest });
    io.out(`pushed ${printImageReference(target)}, ${digest}\n`);
    return undefined;
  } finally {
    session.transport.close();
  }
}

type Tagged = ImageReference & { readonly tag: string };

function parseTarget(text: string): Tagged {
  const parsed = parseImageReference(text);
  if (parsed.kind === 'refused') throw new UsageError(`--target: ${printRefusal(parsed)}`);
  const { tag, digest } = parsed.value;
  if (tag === undefined || digest !== undefined || !namesTag(text))
    throw new UsageError(`--target ${text}: must have a tag and no digest, which is that of the image`);
  return { ...parsed.value, tag };
}

/** Blobs before the manifest that names them. Nothing is taken from other repositories: what is pushed was in the folder. */
async function pushFolder(
  session: RegistrySession,
  place: Parameters<typeof tagManifest>[1] & { readonly reference: Tagged },
  { manifest, blobs }: ImageFolder,
  io: Io,
): Promise<RegistryFailure | undefined> {
  const writer = createRegistryWriter(session);
  for (const blob of blobs) {
    const pushed = await writer.pushBlob(
      repositoryOf(place),
      blob,
      contentSource(() => blob.read()),
    );
    if (pushed.kind !== 'ok') return pushed;
    io.err(
      `archipelago: ${blob.digest} (${printBytes(blob.size)}) ${pushed.value === 'present' ? 'was there' : 'pushed'}\n`,
    );
  }
  const { tag } = place.reference;
  const tagged = await tagManifest(session, place, { manifest, tag });
  return tagged.kind === 'ok' ? undefined : tagged;
}
