import type { Descriptor } from '../manifests/descriptor.ts';
import { type Outcome, succeeded } from '../outcomes/outcome.ts';
import { hasBlob } from '../pulling/has-blob.ts';
import { blobPhrase, type RepositoryPlace } from '../pulling/repository-place.ts';
import type { RegistrySession } from '../requests/registry-session.ts';
import type { BegunUpload } from './begin-upload.ts';
import { type LostUpload, type Sent, sendChunk } from './send-chunk.ts';

/** A registry may ask for large chunks, but not for more memory than this. */
const mostChunkBytes = 64 * 1024 * 1024;

/** One upload of a blob: collects bytes and sends them a chunk at a time, one chunk in memory. */
export class BlobUpload {
  readonly #session: RegistrySession;
  readonly #place: RepositoryPlace;
  readonly #blob: Descriptor;
  readonly #buffer: Buffer;
  #filled = 0;
  #sent = 0;
  #address: URL;
  #problem: Exclude<Outcome<Sent>, { kind: 'ok' }> | LostUpload | undefined;

  constructor(
    session: RegistrySession,
    place: RepositoryPlace,
    { blob, begun }: { readonly blob: Descriptor; readonly begun: BegunUpload },
  ) {
    this.#session = session;
    this.#place = place;
    this.#blob = blob;
    this.#address = begun.address;
    const wanted = Math.max(session.limits.chunkBytes, Math.min(begun.leastBytes, mostChunkBytes));
    this.#buffer = Buffer.allocUnsafe(Math.min(wanted, Math.max(blob.size, 1)));
  }

  /** Takes the next bytes; false when the upload has failed, which `finish` then tells. */
  async write(piece: Uint8Array): Promise<boolean> {
    let left = piece;
    while (left.length > 0) {
      // Only when more comes is a full chunk not the last one.
      if (this.#filled === this.#buffer.length && !(await this.#send(undefined))) return false;
      const fits = left.subarray(0, this.#buffer.length - this.#filled);
      this.#buffer.set(fits, this.#filled);
      this.#filled += fits.length;
      left = left.subarray(fits.length);
    }
    return true;
  }

  /** Sends what is left and lets the registry check the whole. */
  async finish(): Promise<Outcome<undefined> | LostUpload> {
    if (this.#problem === undefined) await this.#send(this.#blob.digest);
    if (this.#problem?.kind !== 'lost') return this.#problem ?? succeeded(undefined);
    // The last chunk may have arrived and only the answer not.
    const there = await hasBlob(this.#session, this.#place, this.#blob);
    return there.kind === 'ok' && there.value ? succeeded(undefined) : this.#problem;
  }

  async #send(digest: string | undefined): Promise<boolean> {
    const sent = await sendChunk(this.#session, this.#place, {
      bytes: this.#buffer.subarray(0, this.#filled),
      start: this.#sent,
      address: this.#address,
      digest,
      asked: `upload of ${blobPhrase(this.#place, this.#blob.digest)}`,
    });
    if (sent.kind !== 'ok') this.#problem = sent;
    else if (sent.value.kind === 'lost') this.#problem = sent.value;
    else {
      this.#address = sent.value.address;
      this.#sent += this.#filled;
      this.#filled = 0;
    }
    return this.#problem === undefined;
  }
}
