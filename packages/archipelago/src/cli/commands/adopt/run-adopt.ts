import { type Clock, systemClock } from '@archipelago/apimachinery';
import { withCluster } from '../../cluster/live-cluster.ts';
import { parseTimeout } from '../../flags/parse-timeout.ts';
import { type Io, UsageError } from '../../process/io.ts';
import type { AdoptOptions } from './adopt-options.ts';
import { runReturn } from './run-return.ts';
import { runTakeover } from './run-takeover.ts';

/** How a run reaches a cluster, and the time; tests have their own. */
interface Ways {
  readonly open: typeof withCluster;
  readonly clock: Clock;
}

/**
 * Shows what taking a cluster over, or giving it back, would do, and with `--yes` does it. 0: nothing is to be done, or it was done; 1:
 * there is something to do, or it could not be done.
 */
export async function runAdopt(
  options: AdoptOptions,
  io: Io,
  { open, clock }: Ways = { open: withCluster, clock: systemClock },
): Promise<number> {
  refuseTogether(options);
  const timeoutMs = parseTimeout(options.timeout ?? '2m');
  return open(options, io, (cluster) => {
    const adopting = { cluster, options, io, clock, timeoutMs };
    return options.back === undefined ? runTakeover(adopting) : runReturn(adopting, options.back);
  });
}

function refuseTogether({ plan, yes, snapshot, back, undoFile }: AdoptOptions): void {
  if (plan === true && yes === true) throw new UsageError('--plan: only shows; leave out --plan or --yes');
  if (snapshot !== undefined && yes === true)
    throw new UsageError(`--snapshot ${snapshot}: a snapshot cannot be written to; leave --yes out`);
  if (back !== undefined && undoFile !== undefined)
    throw new UsageError(`--undo-file ${undoFile}: giving back writes none; --back ${back} is the file`);
}
