import type { Command } from 'commander';
import { addAdoptCommand } from './commands/adopt/adopt-command.ts';
import type { AdoptOptions } from './commands/adopt/adopt-options.ts';
import { type AlertsActs, addAlertsCommands } from './commands/alerts/alerts-command.ts';
import { addCompletionCommand } from './commands/completion/completion-command.ts';
import type { Shell } from './commands/completion/shells.ts';
import { addConsoleCommand } from './commands/console/console-command.ts';
import type { ConsoleOptions } from './commands/console/run-console.ts';
import { addDashboardsCommand } from './commands/dashboards/dashboards-command.ts';
import type { DashboardsOptions } from './commands/dashboards/run-dashboards.ts';
import { addDoctorCommands, type DoctorActs } from './commands/doctor/doctor-command.ts';
import { addFixCommands, type FixActs } from './commands/doctor/fix/fix-command.ts';
import { addExplainCommand } from './commands/explain/explain-command.ts';
import type { ExplainOptions } from './commands/explain/run-explain.ts';
import { addGatherCommand, type GatherActs } from './commands/gather/gather-command.ts';
import { addImagesCommands, type ImagesActs } from './commands/images/images-command.ts';
import { addLayeringCommands, type LayeringActs } from './commands/layering/layering-command.ts';
import { addMachinesCommand } from './commands/machines/machines-command.ts';
import type { MachinesOptions } from './commands/machines/run-machines.ts';
import { addManifestsCommand } from './commands/manifests/manifests-command.ts';
import type { ManifestsOptions } from './commands/manifests/run-manifests.ts';
import { addNodeAgentCommand, type NodeAgentActs } from './commands/node-agent/node-agent-command.ts';
import { addOperatorCommand } from './commands/operator/operator-command.ts';
import type { OperatorCommandOptions } from './commands/operator/operator-options.ts';
import { addPlanCommand } from './commands/plan/plan-command.ts';
import type { PlanOptions } from './commands/plan/plan-options.ts';
import { addRenderCommand } from './commands/render/render-command.ts';
import type { RenderOptions } from './commands/render/run-render.ts';
import type { RunbookOptions } from './commands/runbook/run-runbook.ts';
import { addRunbookCommand } from './commands/runbook/runbook-command.ts';
import { addSandboxCommand, type SandboxActs } from './commands/sandbox/sandbox-command.ts';
import { addSnapshotCommand, type SnapshotActs } from './commands/snapshot/snapshot-command.ts';
import type { StatusOptions } from './commands/status/run-status.ts';
import { addStatusCommand } from './commands/status/status-command.ts';
import type { PartName } from './commands/status/status-schema.ts';
import { addUpCommand } from './commands/up/up-command.ts';
import type { UpOptions } from './commands/up/up-options.ts';
import type { ValidateOptions } from './commands/validate/run-validate.ts';
import { addValidateCommand } from './commands/validate/validate-command.ts';
import type { VersionOptions } from './commands/version/run-version.ts';
import { addVersionCommand } from './commands/version/version-command.ts';
import type { Act } from './flags/act.ts';
import type { Io } from './process/io.ts';
import { programName } from './process/program-name.ts';
import { ToldCommand } from './told-command.ts';
import { withHelpPages } from './with-help-pages.ts';

/** What each command does. */
export interface Acts
  extends AlertsActs,
    DoctorActs,
    FixActs,
    GatherActs,
    ImagesActs,
    LayeringActs,
    NodeAgentActs,
    SandboxActs,
    SnapshotActs {
  readonly render: Act<[RenderOptions]>;
  readonly validate: Act<[ValidateOptions]>;
  readonly explain: Act<[string, ExplainOptions]>;
  readonly machines: Act<[readonly string[], MachinesOptions]>;
  readonly manifests: Act<[ManifestsOptions]>;
  readonly console: Act<[ConsoleOptions]>;
  readonly dashboards: Act<[string | undefined, DashboardsOptions]>;
  readonly plan: Act<[PlanOptions]>;
  readonly adopt: Act<[AdoptOptions]>;
  readonly status: Act<[readonly PartName[], StatusOptions]>;
  readonly version: Act<[VersionOptions]>;
  readonly completion: Act<[Shell]>;
  readonly runbook: Act<[string | undefined, RunbookOptions]>;
  readonly up: Act<[UpOptions]>;
  readonly operator: Act<[OperatorCommandOptions]>;
}

/** The whole command line: what it understands, and its help. What the commands do is given. */
export function commandLine(version: string, acts: Acts, io: Pick<Io, 'out' | 'err' | 'calledAs'>): Command {
  const name = programName(io.calledAs);
  const program = new ToldCommand(name)
    .description('Virtualization on Kubernetes clusters of several CPU architectures.')
    .version(version)
    .exitOverride()
    // flags behind a sub-command are its own, also those that the command has, too
    .enablePositionalOptions()
    .configureOutput({ writeOut: io.out, writeErr: io.err });
  addLookingCommands(program, acts);
  addChangingCommands(program, acts);
  addOfflineCommands(program, acts);
  addObservingCommands(program, acts);
  addSandboxCommands(program, acts);
  program.commandsGroup('Node images:');
  addLayeringCommands(program, acts);
  addNodeAgentCommand(program, acts);
  program.commandsGroup('This program:').helpCommand(true);
  addVersionCommand(program, acts.version);
  addCompletionCommand(program, acts.completion);
  return withHelpPages(program);
}

function addLookingCommands(program: Command, acts: Acts): void {
  program.commandsGroup('Look at a cluster:');
  addStatusCommand(program, acts.status);
  addFixCommands(addDoctorCommands(program, acts), acts);
  addImagesCommands(program, acts);
  addMachinesCommand(program, acts.machines);
  addAlertsCommands(program, acts);
  addRunbookCommand(program, acts.runbook);
  addConsoleCommand(program, acts.console);
}

function addChangingCommands(program: Command, acts: Acts): void {
  program.commandsGroup('Install and change:');
  addPlanCommand(program, acts.plan);
  addManifestsCommand(program, acts.manifests);
  addAdoptCommand(program, acts.adopt);
  addOperatorCommand(program, acts.operator);
}

function addOfflineCommands(program: Command, acts: Acts): void {
  program.commandsGroup('Without a cluster:');
  addValidateCommand(program, acts.validate);
  addRenderCommand(program, acts.render);
  addExplainCommand(program, acts.explain);
  addDashboardsCommand(program, acts.dashboards);
}

function addObservingCommands(program: Command, acts: Acts): void {
  program.commandsGroup('Show a cluster to others:');
  addSnapshotCommand(program, acts);
  addGatherCommand(program, acts);
}

function addSandboxCommands(program: Command, acts: Acts): void {
  program.commandsGroup('Try it out:');
  addUpCommand(program, acts.up);
  addSandboxCommand(program, acts);
}
