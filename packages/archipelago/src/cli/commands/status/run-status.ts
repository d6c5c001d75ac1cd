import { answered } from '../../answers/answered.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { type Output, printData } from '../../text/print-data.ts';
import { lookAtStatus } from './look-at-status.ts';
import { printStatus } from './print-status.ts';

export interface StatusOptions extends ClusterOptions {
  readonly output?: Output | 'wide';
  readonly watch?: boolean;
}

/** Prints how the installation is: 0 well, 1 not well or not all of it could be looked at, 3 the cluster was not reached. */
export async function runStatus(options: StatusOptions, io: Io): Promise<number> {
  const { output, watch } = options;
  return answered({ output, watch, io }, async () => {
    const report = await lookAtStatus(options, io);
    const text =
      output === 'json' || output === 'yaml'
        ? printData(report, output)
        : printStatus(report, { isWide: output === 'wide', color: io.outColor === true });
    return { text, code: report.well ? 0 : 1, same: { ...report, at: '' } };
  });
}
