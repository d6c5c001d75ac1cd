import type { JsonObject } from '@archipelago/apimachinery';
import { loadManifest } from '../../../input/load-manifest.ts';
import { type Io, UsageError } from '../../../process/io.ts';

/** The one object in a YAML or JSON file; anything else is a mistake of use. */
export async function readManifest(file: string, io: Io): Promise<JsonObject> {
  const { object } = await loadManifest(file, { read: () => textOf(file, io) });
  return object;
}

async function textOf(file: string, io: Io): Promise<string> {
  try {
    return await io.read(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
