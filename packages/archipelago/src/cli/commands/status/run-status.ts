import { type AnswerFlags, answered } from '../../answers/answered.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { lookAtStatus } from './look-at-status.ts';
import { printStatus } from './print-status.ts';
import { type PartName, partNames, type StatusReport } from './status-schema.ts';

export interface StatusOptions extends ClusterOptions, Omit<AnswerFlags, 'snapshot'> {}

/** Prints how the installation is, or the parts of it that are named: 0 well, 1 not well or not all of it could be looked at, 3 the cluster was not reached. */
export async function runStatus(
  parts: readonly PartName[],
  options: StatusOptions,
  given: Io,
): Promise<number> {
  return answered(options, given, async (io) => {
    const report = await lookAtStatus(options, io);
    const names = partNames.filter((name) => parts.length === 0 || parts.includes(name));
    const data = partOf(report, names);
    return {
      data,
      print: (isWide) => printStatus(report, names, { isWide, color: io.outColor === true }),
      names,
      code: data.well ? 0 : 1,
      same: { ...data, at: '' },
    };
  });
}

/** Only the parts of these names, and whether they are well. */
function partOf(report: StatusReport, names: readonly PartName[]): Pick<StatusReport, 'well'> {
  const { namespace, at } = report;
  const well = names.every((name) => ['well', 'absent'].includes(report[name].state));
  return { well, ...{ namespace, at }, ...Object.fromEntries(names.map((name) => [name, report[name]])) };
}
