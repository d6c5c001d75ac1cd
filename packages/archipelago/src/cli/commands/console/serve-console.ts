import { type Console, startConsole } from '../../../console/start-console.ts';
import type { LayeringClusterOptions } from '../../flags/layering-cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { consoleMeans } from './console-means.ts';
import { consoleViews } from './console-views.ts';

/** Serves the console of a cluster, with the rights of its kubeconfig. Rejects when the port is taken; 0 takes a free one. */
export async function serveConsole(port: number, options: LayeringClusterOptions, io: Io): Promise<Console> {
  const means = await consoleMeans(io);
  return startConsole({ port, ...consoleViews(options, io), ...means });
}
