/** What a made program says of itself. */
interface MadeElf {
  readonly machine?: number;
  readonly needed?: readonly string[];
  readonly interpreter?: string;
  readonly isBigEndian?: boolean;
}

const at = { programHeaders: 64, dynamic: 400, strings: 800, end: 1400 } as const;
/** Where the file is in memory: elsewhere than in the file, as usual. */
const base = 0x400000;
const usual = { machine: 62, needed: [], isBigEndian: false };

/** For tests: a file of ELF that nothing can run, with debugging aids behind what is loaded. */
export function madeElf(made: MadeElf = {}): Uint8Array {
  const { machine, needed, isBigEndian } = { ...usual, ...made };
  const writer = new ElfWriter(isBigEndian);
  writer.half(18, machine);
  writer.long(32, at.programHeaders);
  writer.long(40, at.end + 10);
  writer.half(54, 56);
  writer.half(60, 7);
  writer.half(62, 6);
  const places = needed.map((library) => writer.string(library));
  const dynamic = [...places.map((place) => [1, place]), [5, base + at.strings], [0, 0]];
  for (const [index, [tag = 0, value = 0]] of dynamic.entries()) {
    writer.long(at.dynamic + index * 16, tag);
    writer.long(at.dynamic + index * 16 + 8, value);
  }
  writer.segment(1, 0, at.end);
  writer.segment(2, at.dynamic, dynamic.length * 16);
  const { interpreter } = made;
  if (interpreter !== undefined)
    writer.segment(3, at.strings + writer.string(interpreter), interpreter.length + 1);
  return writer.bytes;
}

class ElfWriter {
  readonly bytes = Buffer.alloc(at.end + 100, 0);
  readonly #view = new DataView(this.bytes.buffer, this.bytes.byteOffset);
  readonly #isLittle: boolean;
  #segments = 0;
  #strings = 1;

  constructor(isBigEndian: boolean) {
    this.#isLittle = !isBigEndian;
    this.bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, isBigEndian ? 2 : 1]);
    this.bytes.write('names for debuggers', at.end, 'latin1');
  }

  half(place: number, value: number): void {
    this.#view.setUint16(place, value, this.#isLittle);
  }

  long(place: number, value: number): void {
    this.#view.setBigUint64(place, BigInt(value), this.#isLittle);
  }

  /** Adds a text to the table of strings, and says where in it. */
  string(text: string): number {
    const place = this.#strings;
    this.#strings += this.bytes.write(`${text}\0`, at.strings + place, 'latin1');
    return place;
  }

  segment(type: number, offset: number, size: number): void {
    const place = at.programHeaders + this.#segments * 56;
    this.#segments += 1;
    this.half(56, this.#segments);
    this.#view.setUint32(place, type, this.#isLittle);
    this.long(place + 8, offset);
    this.long(place + 16, base + offset);
    this.long(place + 32, size);
  }
}
