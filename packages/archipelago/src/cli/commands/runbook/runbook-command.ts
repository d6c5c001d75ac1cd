import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { listFlag } from '../../flags/output-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { RunbookOptions } from './run-runbook.ts';

/** Adds `runbook`. */
export function addRunbookCommand(program: Command, act: Act<[string | undefined, RunbookOptions]>): void {
  const command = listFlag(
    program
      .command('runbook [alert]')
      .description(
        'Print what to do about an alert: meaning, impact, diagnosis, mitigation; without one, every alert.',
      )
      .option(
        '-n, --namespace <name>',
        'namespace of the operator, for the commands',
        'kubevirt-hyperconverged',
      ),
  );
  withExamples(command, [
    { does: 'every alert there is', run: 'runbook' },
    { does: 'what to do about one', run: 'runbook HCOMultiArchGoldenImagesDisabled' },
    { does: 'with the commands for OpenShift', run: 'runbook KubeVirtCRModified --namespace openshift-cnv' },
  ]).action((name, options) => act(name, options));
}
