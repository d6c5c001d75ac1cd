import type { Io } from '../../../process/io.ts';

/** An Io whose standard error goes into `notes`. */
export function heardBy(io: Io, notes: string[]): Io {
  return {
    out: () => undefined,
    err: (text) => notes.push(text.trim().replace(/^note: /, '')),
    read: (path) => io.read(path),
    find: async (path) => io.find?.(path),
    color: false,
  };
}
