import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../io.ts';

/** Leaves the digest of what was published in a folder, as the file `digest`. A folder that cannot be written is a `UsageError`. */
export async function writeResult(folder: string, digest: string): Promise<void> {
  try {
    await writeFile(join(folder, 'digest'), `${digest}\n`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--results ${folder}: ${reason}; the image is published, with the digest ${digest}`);
  }
}
