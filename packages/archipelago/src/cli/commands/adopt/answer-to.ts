import { printData } from '../../text/print-data.ts';
import type { Adopting } from './adopting.ts';
import type { AdoptionReport } from './adoption-report.ts';
import { printAdoption, refusalLine } from './print-adoption.ts';

/** Shows a report where nothing is to be written, and gives the exit code; undefined: it is to be carried out. */
export function answerTo(report: AdoptionReport, { options, io }: Adopting): number | undefined {
  const { refusals, steps } = report;
  const isRefused = refusals.length > 0;
  if (options.yes !== true) {
    io.out(
      options.output === undefined
        ? `${printAdoption(report, io.outColor)}${next(report)}`
        : printData(report, options.output),
    );
    return steps.length > 0 || isRefused ? 1 : 0;
  }
  for (const { at, message, fix } of refusals)
    io.err(`archipelago: ${refusalLine({ at, message })}\n${fix === undefined ? '' : `  fix: ${fix}\n`}`);
  if (isRefused) return 1;
  if (steps.length > 0) return undefined;
  io.out('nothing is to be done\n');
  return 0;
}

function next({ steps, refusals }: AdoptionReport): string {
  if (refusals.length > 0) return '\nNothing is done while something is not possible.\n';
  return steps.length === 0 ? '' : '\nNothing was written; add --yes to carry it out.\n';
}
