import { fileURLToPath } from 'node:url';
import { systemClock } from '@archipelago/apimachinery';
import { loadSite } from '../../../console/files/load-site.ts';
import { type Console, startConsole } from '../../../console/start-console.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { consoleAsks } from './console-asks.ts';
import { consolePages } from './console-pages.ts';

/** Serves the console of a cluster, with the rights of its kubeconfig. Rejects when the port is taken; 0 takes a free one. */
export async function serveConsole(port: number, options: LayeringClusterOptions, io: Io): Promise<Console> {
  // beside the bundle
  const site = await loadSite(fileURLToPath(new URL('./console', import.meta.url)));
  const onBug = (error: unknown) => io.err(`error: ${error instanceof Error ? error.stack : error}\n`);
  const [pages, asks] = [consolePages(options, io), consoleAsks(options, io)];
  return startConsole({ port, site, pages, asks, clock: systemClock, onBug });
}
