import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { join } from 'node:path';
import { accepted, type Parsed, refusal } from '@archipelago/oci-registry';

/** A file that was opened to be read, of which is known how long it is. */
interface OpenContent {
  readonly handle: FileHandle;
  readonly size: number;
}

const buildAgain = 'build again; if it comes again, look at what the Containerfile runs';

/**
 * Opens a regular file of a folder that somebody else has written. Links are not followed (they may lead to a login), and pipes
 * and devices are neither opened nor waited for. The name must have no folder in it. What was opened is looked at, not what
 * the name stood for before.
 */
export async function openContent(folder: string, name: string): Promise<Parsed<OpenContent>> {
  const path = join(folder, name);
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    const before = await lstat(path);
    if (!before.isFile()) return notRegular(path);
    const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const { size, ...opened } = await handle.stat().catch(async (error: unknown) => {
      await handle.close();
      throw error;
    });
    const isSame = (opened.mode & constants.S_IFMT) === constants.S_IFREG && opened.ino === before.ino;
    if (isSame && opened.dev === before.dev) return accepted({ handle, size });
    await handle.close();
    return notRegular(path);
  } catch (error) {
    return refusal(
      path,
      '',
      `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      buildAgain,
    );
  }
}

function notRegular(path: string) {
  return refusal(path, '', 'is no regular file', buildAgain);
}
