import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import {
  accepted,
  type Descriptor,
  digestOf,
  type Parsed,
  parseManifest,
  refusal,
  type WrittenManifest,
} from '@archipelago/oci-registry';
import { openContent } from './open-content.ts';

/** An image in a folder, of which every byte has been checked; its files stay open until `close`. */
export interface ImageFolder {
  readonly manifest: WrittenManifest;
  /** Config and layers, each digest once. */
  readonly blobs: readonly FolderBlob[];
  close(): Promise<void>;
}

interface FolderBlob extends Descriptor {
  /** Its content from the start. */
  read(): AsyncIterable<Uint8Array>;
}

const largestManifest = 4 * 1024 * 1024;
/** More than any image has; each is a file that stays open. */
const mostBlobs = 500;
/** Of all blobs together: a file with holes says to be of any size, and is read to its end. */
const largestImage = 256 * 1024 ** 3;
const buildAgain = 'build again; if it comes again, look at what the Containerfile runs';

/**
 * Reads an image as `buildah push dir:` leaves it: `manifest.json`, and each blob under the hex digits of its digest. Whoever wrote the
 * folder may have put anything there: only regular files count, with the size and the digest that the manifest says.
 */
export async function openImageFolder(folder: string): Promise<Parsed<ImageFolder>> {
  const handles: FileHandle[] = [];
  const close = async () => {
    for (const handle of handles.splice(0)) await handle.close();
  };
  try {
    const read = await readFolder(folder, handles);
    if (read.kind === 'refused') await close();
    return read.kind === 'refused' ? read : accepted({ ...read.value, close });
  } catch (error) {
    await close();
    throw error;
  }
}

async function readFolder(
  folder: string,
  handles: FileHandle[],
): Promise<Parsed<Omit<ImageFolder, 'close'>>> {
  const opened = await openContent(folder, 'manifest.json');
  if (opened.kind === 'refused') return opened;
  const { handle, size } = opened.value;
  handles.push(handle);
  if (size > largestManifest)
    return refusal(
      `${folder}/manifest.json`,
      `${size} bytes`,
      `is longer than ${largestManifest}`,
      buildAgain,
    );
  const bytes = await gathered(contentOf(handle, size));
  const parsed = parseManifest(bytes, undefined);
  if (parsed.kind === 'refused') return parsed;
  if (parsed.value.kind === 'index')
    return refusal(`${folder}/manifest.json`, '', 'is an index, not one image', buildAgain);
  const { mediaType, config, layers } = parsed.value;
  const blobs = await openBlobs(folder, [config, ...layers], handles);
  if (blobs.kind === 'refused') return blobs;
  const manifest = { mediaType, bytes, digest: digestOf(bytes), size: bytes.length };
  return accepted({ manifest, blobs: blobs.value });
}

async function openBlobs(
  folder: string,
  descriptors: readonly Descriptor[],
  handles: FileHandle[],
): Promise<Parsed<readonly FolderBlob[]>> {
  const wanted = [...new Map(descriptors.map((each) => [`${each.digest} ${each.size}`, each])).values()];
  const whole = wanted.reduce((sum, { size }) => sum + size, 0);
  if (wanted.length > mostBlobs)
    return refusal('layers', String(wanted.length), `are more than ${mostBlobs}`, buildAgain);
  if (whole > largestImage)
    return refusal('layers', `${whole} bytes`, `are more than ${largestImage}`, buildAgain);
  const blobs: FolderBlob[] = [];
  for (const descriptor of wanted) {
    const blob = await openBlob(folder, descriptor, handles);
    if (blob.kind === 'refused') return blob;
    blobs.push(blob.value);
  }
  return accepted(blobs);
}

async function openBlob(
  folder: string,
  descriptor: Descriptor,
  handles: FileHandle[],
): Promise<Parsed<FolderBlob>> {
  const { digest, size } = descriptor;
  const [, name] = /^sha256:([0-9a-f]{64})$/.exec(digest) ?? [];
  if (name === undefined) return refusal('digest', digest, 'is no sha256', buildAgain);
  const opened = await openContent(folder, name);
  if (opened.kind === 'refused') return opened;
  const { handle } = opened.value;
  handles.push(handle);
  if (opened.value.size !== size)
    return refusal(`${folder}/${name}`, `${opened.value.size} bytes`, `should have ${size}`, buildAgain);
  const read = () => contentOf(handle, size);
  const hash = createHash('sha256');
  for await (const piece of read()) hash.update(piece);
  const found = `sha256:${hash.digest('hex')}`;
  return found === digest
    ? accepted({ ...descriptor, read })
    : refusal(`${folder}/${name}`, found, 'is the digest of what it has in it', buildAgain);
}

const pieceBytes = 1024 * 1024;

/** No more than `size` bytes, by place, so that it can be read again. */
async function* contentOf(handle: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let place = 0; place < size; ) {
    const wanted = Math.min(pieceBytes, size - place);
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(wanted), 0, wanted, place);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    place += bytesRead;
  }
}

async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
