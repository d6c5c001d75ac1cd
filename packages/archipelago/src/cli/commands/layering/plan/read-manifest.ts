import type { JsonObject } from '@archipelago/apimachinery';
import { place } from '../../../input/load-input.ts';
import { parseManifest } from '../../../input/manifest.ts';
import { type Io, UsageError } from '../../../process/io.ts';

/** The one object in a YAML or JSON file; anything else is a mistake of use. */
export async function readManifest(file: string, io: Io): Promise<JsonObject> {
  const parsed = parseManifest(await textOf(file, io));
  if (parsed.ok) return parsed.manifest.object;
  throw new UsageError(
    parsed.problems
      .map(({ position, message, fix }) => `${place(file, position)}: ${message}; ${fix}`)
      .join('\n'),
  );
}

async function textOf(file: string, io: Io): Promise<string> {
  try {
    return await io.read(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
