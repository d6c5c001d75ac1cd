import { type MachinesReport, machinesReport } from '../../../golden-images/view/machines-report.ts';
import type { Answer } from '../../answers/answer.ts';
import { type AnswerFlags, answered } from '../../answers/answered.ts';
import { demandKnown } from '../../answers/demand-known.ts';
import { withClient } from '../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../flags/cluster-flags.ts';
import type { Io } from '../../process/io.ts';
import { machineFits } from './machine-fits.ts';
import { printMachines } from './print-machines.ts';

export interface MachinesOptions extends ClusterOptions, Omit<AnswerFlags, 'snapshot'> {
  readonly arch?: string;
  /** Also those with which nothing is wrong. */
  readonly all?: boolean;
}

/** Prints machines by architecture, and which of them do not start or boot, with what to do: 0, or 1 where there are any. */
export async function runMachines(
  names: readonly string[],
  options: MachinesOptions,
  given: Io,
): Promise<number> {
  return answered(options, given, () =>
    withClient(options, async (client) => {
      const seen = await machineFits(client, options.namespace);
      demandKnown(
        'VirtualMachine',
        names,
        seen.fits.map(({ namespace, name }) => `${namespace}/${name}`),
      );
      return answerAbout(machinesReport(seen, { names, architecture: options.arch, all: options.all }));
    }),
  );
}

function answerAbout(report: MachinesReport): Answer {
  return {
    data: report,
    print: (isWide) => printMachines(report, isWide),
    names: report.machines.map(({ namespace, name }) => `${namespace}/${name}`),
    code: report.machines.some(({ findings }) => findings.length > 0) ? 1 : 0,
  };
}
