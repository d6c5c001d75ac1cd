import type { Environment } from '@archipelago/kube-sandbox';

/** An upload that has begun. */
export interface BlobUpload {
  readonly id: string;
  /** The repository it is for. */
  readonly name: string;
  readonly size: number;
}

interface OpenUpload extends BlobUpload {
  readonly chunks: readonly Uint8Array[];
}

/** Bytes of one blob. */
export const BLOB_LIMIT = 128 * 1024 * 1024;

/** Bytes of all uploads that are open. */
const OPEN_LIMIT = 2 * BLOB_LIMIT;

/** More are open only when clients forget them; the oldest gives way. */
const MOST_OPEN = 32;

/** Uploads between their first and last request. */
export class BlobUploads {
  readonly #open = new Map<string, OpenUpload>();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  begin(name: string): BlobUpload {
    const upload = { id: this.#environment.uuid(), name, size: 0, chunks: [] };
    this.#open.set(upload.id, upload);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MOST_OPEN && oldest !== undefined) this.#open.delete(oldest);
    return upload;
  }

  find(name: string, id: string): BlobUpload | undefined {
    const upload = this.#open.get(id);
    return upload?.name === name ? upload : undefined;
  }

  #openBytes(): number {
    return [...this.#open.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Undefined: the blob or all open ones together get too large, or the upload has ended. */
  append(id: string, bytes: Uint8Array): BlobUpload | undefined {
    const upload = this.#open.get(id);
    if (upload === undefined || upload.size + bytes.length > BLOB_LIMIT) return undefined;
    if (this.#openBytes() + bytes.length > OPEN_LIMIT) return undefined;
    const longer = { ...upload, size: upload.size + bytes.length, chunks: [...upload.chunks, bytes] };
    this.#open.set(id, longer);
    return longer;
  }

  /** Ends an upload; returns what it brought. */
  end(id: string): Uint8Array {
    const upload = this.#open.get(id);
    this.#open.delete(id);
    return Buffer.concat(upload?.chunks ?? []);
  }
}
