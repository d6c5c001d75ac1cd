import { closeSync, fdatasync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fdatasync);

/** A file that only grows. What was appended outlives this process; what was settled outlives the machine. */
export class LogFile {
  readonly #file: number;
  #size: number;
  #settled = 0;
  #settling: Promise<void> | undefined;
  #broken: Error | undefined;

  private constructor(file: number, size: number) {
    this.#file = file;
    this.#size = size;
  }

  /** Opens or makes a file for its owner only; what is behind `size` bytes is cut off. */
  static open(path: string, size: number | undefined): LogFile {
    const file = openSync(path, 'a', 0o600);
    if (size !== undefined) ftruncateSync(file, size);
    return new LogFile(file, fstatSync(file).size);
  }

  get size(): number {
    return this.#size;
  }

  /** Appends all of it or nothing; throws when that failed. */
  append(bytes: Uint8Array): void {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      for (let written = 0; written < bytes.length; )
        written += writeSync(this.#file, bytes, written, bytes.length - written);
    } catch (error) {
      this.#takeBack(error);
    }
    this.#size += bytes.length;
  }

  /** A part of a record would spoil those behind it. */
  #takeBack(error: unknown): never {
    const cause = error instanceof Error ? error : new Error(String(error));
    try {
      ftruncateSync(this.#file, this.#size);
    } catch {
      this.#broken = cause;
    }
    throw cause;
  }

  /** Resolves when everything appended so far is on the disk; those who wait at the same time share one turn of it. */
  async settle(): Promise<void> {
    if (this.#broken !== undefined) throw this.#broken;
    const goal = this.#size;
    while (this.#settled < goal) {
      this.#settling ??= this.#flush();
      await this.#settling;
    }
  }

  async #flush(): Promise<void> {
    const size = this.#size;
    try {
      await sync(this.#file);
      // what was settled at once meanwhile stays so
      this.#settled = Math.max(this.#settled, size);
    } finally {
      this.#settling = undefined;
    }
  }

  /** Has everything on the disk and lets the file go. Nothing more is taken: its number may be another file's soon. */
  async close(): Promise<void> {
    this.#broken ??= new Error('the cluster has ended');
    while (this.#settling !== undefined) await this.#settling.catch(() => undefined);
    fsyncSync(this.#file);
    closeSync(this.#file);
  }

  /** Lets a file go in which nothing of use stands. */
  discard(): void {
    this.#broken ??= new Error('the log was given up');
    closeSync(this.#file);
  }

  /** The same at once, for a log that another one follows on. */
  settleNow(): void {
    fsyncSync(this.#file);
    this.#settled = this.#size;
  }
}
