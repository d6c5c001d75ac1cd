import { readElf } from './read-elf.ts';

const sectionTable = { offset: 40, offsetBytes: 8, count: 60, countBytes: 4 } as const;

/**
 * A program without what only debuggers and linkers read: everything behind what is loaded, and the table of sections. Written here
 * because the `strip` of one architecture does not know the others, and each version of it writes other bytes.
 */
export function stripElf(program: Uint8Array): Uint8Array {
  const elf = readElf(program);
  if (elf === undefined) return program;
  const stripped = program.slice(0, elf.loadedBytes);
  stripped.fill(0, sectionTable.offset, sectionTable.offset + sectionTable.offsetBytes);
  stripped.fill(0, sectionTable.count, sectionTable.count + sectionTable.countBytes);
  return stripped;
}
