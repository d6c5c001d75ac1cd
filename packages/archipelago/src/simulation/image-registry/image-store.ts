import type { BuiltImage, StoredManifest } from './build-image.ts';
import { digestOf } from './content-digest.ts';

interface Repository {
  readonly manifests: Map<string, StoredManifest>;
  readonly tags: Map<string, string>;
  /** Digests of the blobs it may show; the bytes are held once for all repositories. */
  readonly blobs: Set<string>;
}

/** Bytes a registry holds at most: a test that pushes more has lost its way. */
const MOST_BYTES = 512 * 1024 * 1024;

/** What the registry holds, in memory. */
export class ImageStore {
  readonly #repositories = new Map<string, Repository>();
  readonly #blobs = new Map<string, Uint8Array>();
  #size = 0;

  #repository(name: string): Repository {
    const found = this.#repositories.get(name);
    if (found !== undefined) return found;
    const made = { manifests: new Map(), tags: new Map(), blobs: new Set<string>() };
    this.#repositories.set(name, made);
    return made;
  }

  /** Whether that many more bytes fit. */
  fits(bytes: number): boolean {
    return this.#size + bytes <= MOST_BYTES;
  }

  manifest(name: string, digest: string): StoredManifest | undefined {
    return this.#repositories.get(name)?.manifests.get(digest);
  }

  tag(name: string, tag: string): string | undefined {
    return this.#repositories.get(name)?.tags.get(tag);
  }

  /** In order; undefined: no such repository. */
  tags(name: string): readonly string[] | undefined {
    const repository = this.#repositories.get(name);
    return repository === undefined ? undefined : [...repository.tags.keys()].sort();
  }

  blob(name: string, digest: string): Uint8Array | undefined {
    return this.#repositories.get(name)?.blobs.has(digest) === true ? this.#blobs.get(digest) : undefined;
  }

  /** Returns the digest. */
  putBlob(name: string, bytes: Uint8Array): string {
    const digest = digestOf(bytes);
    if (!this.#blobs.has(digest)) this.#size += bytes.length;
    this.#blobs.set(digest, bytes);
    this.#repository(name).blobs.add(digest);
    return digest;
  }

  /** Makes a blob of one repository one of another, too; false when the first has none. */
  mountBlob(from: string, digest: string, to: string): boolean {
    if (this.blob(from, digest) === undefined) return false;
    this.#repository(to).blobs.add(digest);
    return true;
  }

  /** Returns the digest. */
  putManifest(name: string, manifest: StoredManifest): string {
    const digest = digestOf(manifest.bytes);
    const { manifests } = this.#repository(name);
    if (!manifests.has(digest)) this.#size += manifest.bytes.length;
    manifests.set(digest, manifest);
    return digest;
  }

  putTag(name: string, tag: string, digest: string): void {
    this.#repository(name).tags.set(tag, digest);
  }

  /** False: there was none. */
  deleteTag(name: string, tag: string): boolean {
    return this.#repositories.get(name)?.tags.delete(tag) ?? false;
  }

  /** Takes the tags that point to it along. False: there was none. */
  deleteManifest(name: string, digest: string): boolean {
    const repository = this.#repositories.get(name);
    const manifest = repository?.manifests.get(digest);
    if (repository === undefined || manifest === undefined) return false;
    repository.manifests.delete(digest);
    this.#size -= manifest.bytes.length;
    for (const [tag, target] of repository.tags) if (target === digest) repository.tags.delete(tag);
    return true;
  }

  /** Holds an image under a tag; returns its digest. */
  putImage(name: string, tag: string, image: BuiltImage): string {
    for (const blob of image.blobs) this.putBlob(name, blob);
    const digests = image.manifests.map((manifest) => this.putManifest(name, manifest));
    const digest = digests.at(-1);
    if (digest === undefined) throw new Error('an image has at least one manifest');
    this.putTag(name, tag, digest);
    return digest;
  }
}
