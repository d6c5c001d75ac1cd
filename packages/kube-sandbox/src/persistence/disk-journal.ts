import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../storage/change.ts';
import type { Journal } from '../storage/journal.ts';
import type { MemoryStore } from '../storage/memory-store.ts';
import { printRecord } from './change-text.ts';
import { checkpointLines } from './checkpoint-lines.ts';
import { checkpointName, dataFormat, fileNumbers, logName } from './file-names.ts';
import { LogFile } from './log-file.ts';
import { printLine } from './record-line.ts';
import { writeCheckpoint } from './write-checkpoint.ts';

/** Where a journal is written, and when it makes room. */
interface DiskJournalOptions {
  readonly folder: string;
  /** Of the log that is written on, and how much of it is good; the whole file when absent. */
  readonly number: number;
  readonly size: number | undefined;
  readonly store: Pick<MemoryStore, 'revision' | 'contents'>;
  /** A log of so many bytes, and as many as the last checkpoint has, is replaced by a checkpoint and a new one. */
  readonly mostBytes: number;
  /** The longest that what was written waits for its way to the disk, in milliseconds. */
  readonly settleMs: number;
  /** Something went wrong that no request is answered with. */
  readonly onProblem: (problem: string) => void;
}

/**
 * Writes each change to a file before it is made: a killed process loses none. On the disk, where they outlive a loss of power, they
 * are a moment later. A log that has become long is followed by a new one, and replaced by a checkpoint that is written beside it.
 */
export class DiskJournal implements Journal {
  readonly #options: DiskJournalOptions;
  #number: number;
  #log: LogFile;
  #checkpoint: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #mostBytes: number;

  constructor(options: DiskJournalOptions) {
    this.#options = options;
    this.#number = options.number;
    const { folder, mostBytes, size } = options;
    const checkpoint = statSync(join(folder, checkpointName(this.#number)), { throwIfNoEntry: false });
    // a large cluster is not written anew for each small change
    this.#mostBytes = Math.max(mostBytes, checkpoint?.size ?? 0);
    this.#log = LogFile.open(join(folder, logName(this.#number)), size);
    if (this.#log.size === 0) this.#begin(this.#log);
  }

  #begin(log: LogFile): void {
    const { revision } = this.#options.store;
    log.append(printLine(printRecord({ type: 'header', file: 'log', format: dataFormat, revision })));
  }

  /** A log that begins as one, or none: a full disk leaves no file behind. */
  #newLog(path: string): LogFile {
    const log = LogFile.open(path, 0);
    try {
      this.#begin(log);
      return log;
    } catch (error) {
      log.discard();
      rmSync(path, { force: true });
      throw error;
    }
  }

  append(change: Change): void {
    if (this.#log.size > this.#mostBytes && this.#checkpoint === undefined) this.#rotate();
    this.#log.append(printLine(printRecord(change)));
    this.#timer ??= setTimeout(() => this.#settleLater(), this.#options.settleMs).unref();
  }

  #settleLater(): void {
    this.#timer = undefined;
    this.#log
      .settle()
      .catch((error: Error) => this.#options.onProblem(`cannot write to the disk: ${error.message}`));
  }

  /** Resolves when all changes so far are on the disk. */
  settle(): Promise<void> {
    return this.#log.settle();
  }

  /** What comes goes into a new log; what was is a checkpoint as soon as that is written. */
  #rotate(): void {
    const { folder, store, onProblem } = this.#options;
    const before = this.#log;
    before.settleNow();
    const next = this.#number + 1;
    this.#log = this.#newLog(join(folder, logName(next)));
    this.#number = next;
    const lines = checkpointLines({ revision: store.revision, changes: store.contents() });
    this.#checkpoint = before
      .close()
      .then(() => this.#write(next, lines))
      .catch((error: Error) => onProblem(`cannot write a checkpoint in ${folder}: ${error.message}`))
      .finally(() => {
        this.#checkpoint = undefined;
      });
  }

  async #write(number: number, lines: Iterable<Buffer>): Promise<void> {
    const { folder, mostBytes } = this.#options;
    let size = 0;
    const counted = function* () {
      for (const line of lines) {
        size += line.length;
        yield line;
      }
    };
    await writeCheckpoint(join(folder, checkpointName(number)), counted());
    this.#mostBytes = Math.max(mostBytes, size);
    removeBefore(folder, number);
  }

  /** Says that nothing is missing, and ends. */
  async close(): Promise<void> {
    await this.#checkpoint;
    clearTimeout(this.#timer);
    this.#log.append(printLine(printRecord({ type: 'closed' })));
    await this.#log.close();
  }
}

/** What a checkpoint has made superfluous. */
export function removeBefore(folder: string, number: number): void {
  const { logs, checkpoints } = fileNumbers(folder);
  for (const old of logs) if (old < number) rmSync(join(folder, logName(old)), { force: true });
  for (const old of checkpoints) if (old < number) rmSync(join(folder, checkpointName(old)), { force: true });
}
