/** What the loader of Linux reads of a program or a library. */
export interface ElfFile {
  /** The machine it was made for: `e_machine`. */
  readonly machine: number;
  /** The loader that a program asks for. */
  readonly interpreter: string | undefined;
  /** The libraries that it asks for, by their names. */
  readonly needed: readonly string[];
  /** Where that ends which is loaded: debugging aids lie behind it. */
  readonly loadedBytes: number;
  readonly isLittleEndian: boolean;
}

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly size: number;
}

const segmentType = { load: 1, dynamic: 2, interpreter: 3 } as const;
const dynamicTag = { end: 0, needed: 1, strings: 5 } as const;
const headerBytes = 64;

/** Reads a file in the 64 bit format of ELF; nothing where it is something else. */
export function readElf(bytes: Uint8Array): ElfFile | undefined {
  const isElf = bytes.length >= headerBytes && Buffer.from(bytes.subarray(0, 4)).equals(magic);
  if (!isElf || bytes[4] !== 2) return undefined;
  const reader = new ElfReader(bytes);
  const segments = reader.segments();
  const interpreter = segments.find(({ type }) => type === segmentType.interpreter);
  return {
    machine: reader.half(18),
    interpreter: interpreter && reader.text(interpreter.offset),
    needed: neededLibraries(reader, segments),
    loadedBytes: Math.max(headerBytes, ...segments.map(({ offset, size }) => offset + size)),
    isLittleEndian: reader.isLittleEndian,
  };
}

const magic = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);

function neededLibraries(reader: ElfReader, segments: readonly Segment[]): readonly string[] {
  const entries = segments
    .filter(({ type }) => type === segmentType.dynamic)
    .flatMap((dynamic) => reader.dynamicEntries(dynamic));
  const strings = entries.find(({ tag }) => tag === dynamicTag.strings)?.value;
  if (strings === undefined) return [];
  const holder = segments.find(
    ({ type, address, size }) => type === segmentType.load && strings >= address && strings < address + size,
  );
  if (holder === undefined) return [];
  const start = strings - holder.address + holder.offset;
  return entries
    .filter(({ tag }) => tag === dynamicTag.needed)
    .map(({ value }) => reader.text(start + value));
}

class ElfReader {
  readonly isLittleEndian: boolean;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.isLittleEndian = bytes[5] === 1;
  }

  half(place: number): number {
    return this.#view.getUint16(place, this.isLittleEndian);
  }

  word(place: number): number {
    return this.#view.getUint32(place, this.isLittleEndian);
  }

  long(place: number): number {
    return Number(this.#view.getBigUint64(place, this.isLittleEndian));
  }

  text(place: number): string {
    return Buffer.from(this.#bytes.subarray(place, this.#bytes.indexOf(0, place))).toString('latin1');
  }

  segments(): readonly Segment[] {
    const start = this.long(32);
    const bytesEach = this.half(54);
    return Array.from({ length: this.half(56) }, (_, index) => {
      const place = start + index * bytesEach;
      return {
        type: this.word(place),
        offset: this.long(place + 8),
        address: this.long(place + 16),
        size: this.long(place + 32),
      };
    });
  }

  dynamicEntries({ offset, size }: Segment): readonly { readonly tag: number; readonly value: number }[] {
    const entries = Array.from({ length: Math.floor(size / 16) }, (_, index) => ({
      tag: this.long(offset + index * 16),
      value: this.long(offset + index * 16 + 8),
    }));
    const end = entries.findIndex(({ tag }) => tag === dynamicTag.end);
    return end < 0 ? entries : entries.slice(0, end);
  }
}
