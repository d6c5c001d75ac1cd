import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../../../process/io.ts';
import type { AssemblyVerdict } from './assembly-verdict.ts';

/** What an assembly came to: the digest of what was published, or why nothing was. */
type AssemblyResult = { readonly digest: string } | AssemblyVerdict;

/** The result goes into a ConfigMap, and registries may talk much. */
const longestMessage = 4000;

/**
 * Leaves the result in a folder, for whoever reports it: the file `digest`; or `reason`, `message` and, when it is about one,
 * `architecture`. A folder that cannot be written is a `UsageError`.
 */
export async function writeResult(folder: string, result: AssemblyResult): Promise<void> {
  try {
    for (const [name, text] of Object.entries(filesOf(result))) await writeFile(join(folder, name), text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const outcome =
      'digest' in result ? `the image is published, with the digest ${result.digest}` : result.message;
    throw new UsageError(`--results ${folder}: ${reason}; ${outcome}`);
  }
}

function filesOf(result: AssemblyResult): Readonly<Record<string, string>> {
  if ('digest' in result) return { digest: `${result.digest}\n` };
  const { reason, architecture, message } = result;
  return {
    reason,
    message: message.slice(0, longestMessage),
    ...(architecture === undefined ? {} : { architecture }),
  };
}
