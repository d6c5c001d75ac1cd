import { fileURLToPath } from 'node:url';
import { systemClock } from '@archipelago/apimachinery';
import { loadSite } from '../../../console/files/load-site.ts';
import type { ConsoleMeans } from '../../../console/serve-requests.ts';
import type { Io } from '../../process/io.ts';

/** What every console needs: its pages, which lie beside the bundle, the time, and who hears of mistakes. */
export async function consoleMeans(io: Pick<Io, 'err'>): Promise<ConsoleMeans> {
  const site = await loadSite(fileURLToPath(new URL('./console', import.meta.url)));
  const onBug = (error: unknown) => io.err(`error: ${error instanceof Error ? error.stack : error}\n`);
  return { site, clock: systemClock, onBug };
}
