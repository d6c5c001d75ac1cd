import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Descriptor, digestOf, ociIndex, type WrittenManifest } from '@archipelago/oci-registry';

/** A folder with images in it, laid out as the OCI image specification says. */
export class ImageFolder {
  readonly path: string;
  /** What was written so far, config and layers of all images; each once. */
  readonly blobs = new Map<string, Descriptor>();

  constructor(path: string) {
    this.path = path;
    rmSync(path, { recursive: true, force: true });
    mkdirSync(join(path, 'blobs', 'sha256'), { recursive: true });
    writeFileSync(join(path, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  }

  /** Writes config or layer. */
  addBlob(mediaType: string, bytes: Uint8Array): Descriptor {
    const blob = { mediaType, digest: digestOf(bytes), size: bytes.length };
    this.blobs.set(blob.digest, blob);
    this.#write(blob.digest, bytes);
    return blob;
  }

  addManifest({ digest, bytes }: WrittenManifest): void {
    this.#write(digest, bytes);
  }

  /** Says which index the folder is for, under a name. */
  finish({ digest, size }: WrittenManifest, name: string): void {
    const annotations = { 'org.opencontainers.image.ref.name': name };
    const manifests = [{ mediaType: ociIndex, digest, size, annotations }];
    const text = JSON.stringify({ schemaVersion: 2, mediaType: ociIndex, manifests });
    writeFileSync(join(this.path, 'index.json'), text);
  }

  /** Where a blob's content is. */
  pathOf(digest: string): string {
    return join(this.path, 'blobs', ...digest.split(':'));
  }

  #write(digest: string, bytes: Uint8Array): void {
    writeFileSync(this.pathOf(digest), bytes);
  }
}
