import type { Clock } from '@archipelago/apimachinery';
import type { LiveCluster } from '../../cluster/live-cluster.ts';
import type { Io } from '../../process/io.ts';
import type { AdoptOptions } from './adopt-options.ts';

/** One run of `adopt`. */
export interface Adopting {
  readonly cluster: LiveCluster;
  readonly options: AdoptOptions;
  readonly io: Io;
  readonly clock: Clock;
  readonly timeoutMs: number;
}
