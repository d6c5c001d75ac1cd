import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The temporary folder of this process until `remove`: what other processes leave in the machine's is not counted as ours. */
export interface OwnTemporaryFolder {
  /** Names in it that begin with `prefix`. */
  left(prefix: string): readonly string[];
  remove(): void;
}

export function ownTemporaryFolder(): OwnTemporaryFolder {
  const { TMPDIR } = process.env;
  const folder = mkdtempSync(join(tmpdir(), 'archipelago-test-'));
  process.env.TMPDIR = folder;
  return {
    left: (prefix) => readdirSync(folder).filter((name) => name.startsWith(prefix)),
    remove() {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
