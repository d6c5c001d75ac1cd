import { crc32 } from 'node:zlib';

const digits = 8;

function sumOf(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(digits, '0');
}

/** A record as a line of a file: the checksum of its bytes, a space, the text, an end of line. */
export function printLine(text: string): Buffer {
  const bytes = Buffer.from(text);
  const line = Buffer.allocUnsafe(digits + 1 + bytes.length + 1);
  line.write(`${sumOf(bytes)} `, 'latin1');
  bytes.copy(line, digits + 1);
  line[line.length - 1] = 10;
  return line;
}

/** The text of a line without its end; undefined: these are not the bytes that were written. */
export function parseLine(line: Buffer): string | undefined {
  const bytes = line.subarray(digits + 1);
  const sum = line.toString('latin1', 0, digits + 1);
  return sum === `${sumOf(bytes)} ` ? bytes.toString() : undefined;
}
