import { type Io, UsageError } from '../process/io.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { problemText } from './manifest-problem.ts';

/** The one object in a file, of at most `limit` characters; anything else is a mistake in the command's use. */
export async function loadManifest(file: string, io: Pick<Io, 'read'>, limit?: number): Promise<Manifest> {
  const parsed = parseManifest(await io.read(file), limit);
  if (parsed.ok) return parsed.manifest;
  throw new UsageError(problemText(file, parsed));
}
