import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Act } from '../../flags/act.ts';
import { outputFlag } from '../../flags/output-flag.ts';
import { withExamples } from '../../flags/with-examples.ts';
import type { DoctorOptions } from './doctor-options.ts';
import type { DoctorListOptions } from './run-doctor-list.ts';

/** What the commands about a cluster's health do. */
export interface DoctorActs {
  readonly doctor: Act<[DoctorOptions]>;
  readonly doctorList: Act<[DoctorListOptions]>;
  readonly doctorExplain: Act<[string]>;
}

const levels = ['info', 'warning', 'critical'];

/** Adds `doctor`, `doctor list` and `doctor explain`. */
export function addDoctorCommands(program: Command, acts: DoctorActs): Command {
  const doctor = outputFlag(program.command('doctor'), ['wide', 'json', 'yaml'])
    .description('Say whether a cluster is ready for virtual machines of every architecture, and what to do.')
    .option('-f, --filename <file>', 'look at objects in a file (a List, or documents) instead of a cluster')
    .option(
      '--kubeconfig <file>',
      'kubeconfig (default: KUBECONFIG, ~/.kube/config, then the service account of the pod)',
    )
    .option('--context <name>', 'context of the kubeconfig (default: its current context)')
    .option('--snapshot <folder>', 'what archipelago snapshot wrote, instead of a live cluster')
    .option('--only <codes>', 'ask only these checks, separated by commas', codes)
    .option('--skip <codes>', 'do not ask these checks', codes)
    .addOption(new Option('--severity <level>', 'the least that is told').choices(levels).default('info'))
    .addOption(
      new Option('--fail-on <level>', 'the least that ends the command with 1')
        .choices(levels)
        .default('critical'),
    )
    .option('--exit-zero', 'end with 0 whatever is found')
    .addHelpText(
      'after',
      '\nExit codes: 0 nothing as serious as --fail-on, 1 something, 2 wrong use,\n3 not found, and something could not be looked at (or the cluster not reached)',
    );
  withExamples(doctor, [
    { does: 'is this cluster ready?', run: 'doctor' },
    { does: 'the same for objects in a file, for programs', run: 'doctor -f objects.yaml -o json' },
    { does: 'of a cluster as it was', run: 'doctor --snapshot ./cluster' },
    { does: 'what a check asks, and why', run: 'doctor explain VD301' },
  ]).action((options) => acts.doctor(options));
  addKnowledgeCommands(doctor, acts);
  return doctor;
}

/** About the checks themselves. */
function addKnowledgeCommands(doctor: Command, acts: DoctorActs): void {
  const list = outputFlag(doctor.command('list').description('Print every check.'));
  withExamples(list, [{ does: 'every check', run: 'doctor list' }]).action((_, command: Command) =>
    acts.doctorList(command.optsWithGlobals()),
  );
  const explain = doctor
    .command('explain <code>')
    .description('Print what a check asks, why, and what to do.');
  withExamples(explain, [{ does: 'about a default StorageClass', run: 'doctor explain VD301' }]).action(
    (code) => acts.doctorExplain(code),
  );
}

function codes(text: string): readonly string[] {
  const named = text
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');
  if (named.length === 0) throw new InvalidArgumentError('name at least one check, such as VD301.');
  return named;
}
