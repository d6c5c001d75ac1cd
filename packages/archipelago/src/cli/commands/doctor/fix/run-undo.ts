import type { KubernetesClient } from '@archipelago/kube-client';
import { withClient } from '../../../cluster/live-cluster.ts';
import type { Io } from '../../../process/io.ts';
import { paintChanges } from '../../../text/paint-changes.ts';
import type { DoctorOptions } from '../doctor-options.ts';
import { printUndo, refusalText, stepName } from './print-fix.ts';
import { takingBack } from './take-back.ts';
import { parseUndoFile, type UndoStep } from './undo-file.ts';

export interface UndoOptions extends DoctorOptions {
  readonly yes?: boolean;
}

/** Takes back what a fix wrote, unless somebody has changed it since. 0: done, or it could be; 1: not. */
export async function runUndo(file: string, options: UndoOptions, io: Io): Promise<number> {
  const { steps } = parseUndoFile(await io.read(file), file);
  return withClient(options, async (client) => {
    // the last write first
    for (const isTrial of options.yes === true ? [true, false] : [true])
      for (const step of steps.toReversed()) {
        const problem = await takeBack({ client, io }, step, isTrial);
        if (problem !== undefined) {
          io.err(`archipelago: ${problem}\n`);
          return 1;
        }
        if (!isTrial) io.out(`${stepName(step)} is as it was before the fix\n`);
      }
    if (options.yes !== true)
      io.out('The server would take it. Nothing was written; add --yes to carry it out.\n');
    return 0;
  });
}

interface Taking {
  readonly client: Pick<KubernetesClient, 'get' | 'patch' | 'delete'>;
  readonly io: Io;
}

/** Undefined: done. */
async function takeBack(
  { client, io }: Taking,
  step: UndoStep,
  dryRun: boolean,
): Promise<string | undefined> {
  const taking = await takingBack(client, step);
  switch (taking.kind) {
    case 'refused':
      return taking.why;
    case 'nothing':
      if (dryRun) io.out(`  = ${stepName(step)} ${taking.why}\n`);
      return undefined;
    case 'write': {
      if (dryRun) io.out(paintChanges(printUndo(step, taking.now, step.undo), io.outColor === true));
      const answer = await taking.run(dryRun);
      return answer.ok ? undefined : refusalText(step, answer.status);
    }
  }
}
