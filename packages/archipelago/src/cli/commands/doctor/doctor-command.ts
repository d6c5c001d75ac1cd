import type { Command } from 'commander';
import type { Act } from '../../flags/act.ts';
import { inheritFlags } from '../../flags/inherited-flags.ts';
import { withExamples } from '../../flags/with-examples.ts';
import { doctorFlags } from './doctor-flags.ts';
import type { DoctorOptions } from './doctor-options.ts';
import type { DoctorExplainOptions } from './run-doctor-explain.ts';
import type { DoctorListOptions } from './run-doctor-list.ts';
import type { DoctorRbacOptions } from './run-doctor-rbac.ts';

/** What the commands about a cluster's health do. */
export interface DoctorActs {
  readonly doctor: Act<[DoctorOptions]>;
  readonly doctorList: Act<[DoctorListOptions]>;
  readonly doctorExplain: Act<[string, DoctorExplainOptions]>;
  readonly doctorRbac: Act<[DoctorRbacOptions]>;
}

const where = ['kubeconfig', 'context', 'snapshot', 'filename', 'verbose'] as const;

const help = `
A finding that names no place of a sort (namespace, architecture, node) is in
none of them: --namespace, --arch and --node leave it out.

Exit codes: 0 nothing as serious as --fail-on, 1 something, 2 wrong use,
3 not found, and something could not be looked at (or the cluster not reached)`;

/** Adds `doctor` and its sub-commands. */
export function addDoctorCommands(program: Command, acts: DoctorActs): Command {
  const doctor = doctorFlags(
    program
      .command('doctor')
      // its flags stand wherever they like, also behind a sub-command, which reads them from here
      .enablePositionalOptions(false)
      .description(
        'Say whether a cluster is ready for virtual machines of every architecture, and what to do.',
      ),
  ).addHelpText('after', help);
  withExamples(doctor, [
    { does: 'is this cluster ready?', run: 'doctor' },
    { does: 'the same for objects in a file, for programs', run: 'doctor -f objects.yaml -o json' },
    { does: 'of a cluster as it was', run: 'doctor --snapshot ./cluster' },
    { does: 'before the installation', run: 'doctor --pre' },
    { does: 'what a check asks, and why', run: 'doctor explain VD301' },
  ]).action((options) => acts.doctor(options));
  addList(doctor, acts.doctorList);
  addExplain(doctor, acts.doctorExplain);
  addRbac(doctor, acts.doctorRbac);
  return doctor;
}

function addList(doctor: Command, act: DoctorActs['doctorList']): void {
  const list = doctor
    .command('list')
    .description('Print every check, or those of --topic and --only; -o wide, name, yaml or json.');
  inheritFlags(list, 'only', 'skip', 'topic', 'output', 'language');
  withExamples(list, [
    { does: 'every check', run: 'doctor list' },
    { does: 'those of storage, with what they read', run: 'doctor list --topic storage -o wide' },
  ]).action((_, command: Command) => act(command.optsWithGlobals()));
}

function addExplain(doctor: Command, act: DoctorActs['doctorExplain']): void {
  const explain = doctor
    .command('explain <code>')
    .description('Print what a check asks, why, what to do, and when it is wrong; -o json or yaml.');
  inheritFlags(explain, ...where, 'output', 'language');
  withExamples(explain, [
    { does: 'about a default StorageClass', run: 'doctor explain VD301' },
    { does: 'the same, with what it finds in these objects', run: 'doctor explain VD301 -f objects.yaml' },
  ]).action((code, _, command: Command) => act(code, command.optsWithGlobals()));
}

function addRbac(doctor: Command, act: DoctorActs['doctorRbac']): void {
  const rbac = doctor
    .command('rbac')
    .description(
      'Print the ClusterRole that the checks need, or those of --only, --skip and --topic; -o yaml or json.',
    )
    .option('--bind <who>', 'also a binding: to a user, or to system:serviceaccount:NAMESPACE:NAME');
  inheritFlags(rbac, 'only', 'skip', 'topic', 'output');
  withExamples(rbac, [
    { does: 'for kubectl apply: what lets somebody run the doctor', run: 'doctor rbac --bind jane' },
    { does: 'only the checks of storage', run: 'doctor rbac --topic storage' },
  ]).action((_, command: Command) => act(command.optsWithGlobals()));
}
