import { closeSync, openSync, readSync } from 'node:fs';
import { type FileRecord, parseRecord } from './change-text.ts';
import { parseLine } from './record-line.ts';

/** One line of a file; `record` is undefined where it is damaged, or has no end. */
interface ReadRecord {
  readonly record: FileRecord | undefined;
  /** Bytes of the file before the line. */
  readonly offset: number;
  /** Whether the line has its end. */
  readonly complete: boolean;
}

const chunkBytes = 1024 * 1024;
const newline = 10;

/** Reads a file line by line, so that it need not be in memory as a whole. */
export function* readRecords(path: string): Generator<ReadRecord, void, undefined> {
  const file = openSync(path, 'r');
  try {
    let offset = 0;
    for (const line of readLines(file)) {
      const complete = line.at(-1) === newline;
      const text = complete ? parseLine(line.subarray(0, -1)) : undefined;
      yield { record: text === undefined ? undefined : parseRecord(text), offset, complete };
      offset += line.length;
    }
  } finally {
    closeSync(file);
  }
}

/** Lines with their ends; the last one may have none. */
function* readLines(file: number): Generator<Buffer, void, undefined> {
  let parts: Buffer[] = [];
  for (let chunk = readChunk(file); chunk.length > 0; chunk = readChunk(file)) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end + 1)]);
      parts = [];
      from = end + 1;
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

function readChunk(file: number): Buffer {
  const buffer = Buffer.allocUnsafe(chunkBytes);
  return buffer.subarray(0, readSync(file, buffer, 0, chunkBytes, null));
}
