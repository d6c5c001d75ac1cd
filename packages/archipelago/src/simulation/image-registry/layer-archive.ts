import { crc32 } from 'node:zlib';

const BLOCK = 512;

/** Octal digits closed by a zero byte, as tar writes numbers. */
function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

function tarHeader(name: string, size: number, checksum: string): Buffer {
  const header = Buffer.alloc(BLOCK);
  const fields: readonly (readonly [offset: number, text: string])[] = [
    [0, name],
    [100, octal(0o644, 8)],
    [108, octal(0, 8)],
    [116, octal(0, 8)],
    [124, octal(size, 12)],
    [136, octal(0, 12)],
    [148, checksum],
    [156, '0'],
    [257, 'ustar\0' + '00'],
  ];
  for (const [offset, text] of fields) header.write(text, offset, 'latin1');
  return header;
}

/** A tar archive of one small file. */
export function tarOf(name: string, content: string): Uint8Array {
  const bytes = Buffer.from(content);
  const blank = tarHeader(name, bytes.length, ' '.repeat(8));
  const sum = blank.reduce((total, byte) => total + byte, 0);
  const header = tarHeader(name, bytes.length, `${octal(sum, 7)} `);
  const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
  return Buffer.concat([header, bytes, padding, Buffer.alloc(2 * BLOCK)]);
}

/**
 * Gzip without compressing: what a compressor makes differs between its versions and processors, and with it the digest.
 * One stored block holds up to 65,535 bytes.
 */
export function storedGzip(bytes: Uint8Array): Uint8Array {
  if (bytes.length > 0xffff) throw new Error(`${bytes.length} bytes do not fit one stored block`);
  const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
  const block = Buffer.alloc(5);
  block.writeUInt8(1, 0);
  block.writeUInt16LE(bytes.length, 1);
  block.writeUInt16LE(0xffff - bytes.length, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(bytes), 0);
  trailer.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([header, block, bytes, trailer]);
}
