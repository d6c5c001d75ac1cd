import type { Command } from 'commander';
import type { Act } from '../../../flags/act.ts';
import { inheritFlags } from '../../../flags/inherited-flags.ts';
import { withExamples } from '../../../flags/with-examples.ts';
import { withExitCodes } from '../../../flags/with-exit-codes.ts';
import type { FixOptions } from './run-fix.ts';
import type { UndoOptions } from './run-undo.ts';

export interface FixActs {
  readonly doctorFix: Act<[string, FixOptions]>;
  readonly doctorUndo: Act<[string, UndoOptions]>;
}

/** Adds `doctor fix` and `doctor undo`; which cluster is told by the flags of `doctor`. */
export function addFixCommands(doctor: Command, acts: FixActs): void {
  const fix = doctor
    .command('fix <code>')
    .description('Show what would mend a finding, try it on the server, and with --yes carry it out.')
    .option('--object <name>', 'only what is about this object: NAME, NAMESPACE/NAME or KIND/NAME')
    .option('--yes', 'carry it out; without it nothing is written')
    .option('--emit', 'print patches as YAML instead, for who keeps the objects in Git')
    .option('--force', 'also objects that a GitOps tool or Helm looks after, which would write them back')
    .option('--undo-file <file>', 'where the way back is written (default: doctor-undo-CODE-TIME.json)')
    .option('--timeout <duration>', 'how long to wait until the finding is gone (default: 30s)');
  withExitCodes(fix, {
    0: 'it can be done, or there is nothing to mend; with --yes: it is done, and the finding is gone',
    1: 'it cannot be done, or the finding is still there',
  });
  inheritFlags(fix, 'kubeconfig', 'context', 'snapshot', 'filename', 'verbose');
  withExamples(fix, [
    { does: 'what would be done', run: 'doctor fix VD301' },
    { does: 'do it', run: 'doctor fix VD301 --yes' },
    { does: 'for Git', run: 'doctor fix VD808 --emit' },
  ]).action((code, _, command: Command) => acts.doctorFix(code, command.optsWithGlobals()));
  const undo = doctor
    .command('undo <file>')
    .description('Take back what doctor fix did, as the file says that it wrote.')
    .option('--yes', 'carry it out; without it nothing is written');
  withExitCodes(undo, {
    0: 'it can be taken back; with --yes: it is',
    1: 'it cannot be',
  });
  inheritFlags(undo, 'kubeconfig', 'context', 'verbose');
  withExamples(undo, [
    { does: 'what would be taken back', run: 'doctor undo doctor-undo-VD301-20261123T120000Z.json' },
  ]).action((file, _, command: Command) => acts.doctorUndo(file, command.optsWithGlobals()));
}
