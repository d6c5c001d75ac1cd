import { Command } from 'commander';
import { addAdoptCommand } from './commands/adopt/adopt-command.ts';
import type { AdoptOptions } from './commands/adopt/adopt-options.ts';
import { type AlertsActs, addAlertsCommands } from './commands/alerts/alerts-command.ts';
import { addCompletionCommand } from './commands/completion/completion-command.ts';
import type { Shell } from './commands/completion/shells.ts';
import { addDashboardsCommand } from './commands/dashboards/dashboards-command.ts';
import type { DashboardsOptions } from './commands/dashboards/run-dashboards.ts';
import { addDoctorCommands, type DoctorActs } from './commands/doctor/doctor-command.ts';
import { addFixCommands, type FixActs } from './commands/doctor/fix/fix-command.ts';
import { addExplainCommand } from './commands/explain/explain-command.ts';
import type { ExplainOptions } from './commands/explain/run-explain.ts';
import { addGatherCommand, type GatherActs } from './commands/gather/gather-command.ts';
import { addImagesCommands, type ImagesActs } from './commands/images/images-command.ts';
import { addLayeringCommands, type LayeringActs } from './commands/layering/layering-command.ts';
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
  readonly manifests: Act<[ManifestsOptions]>;
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
  const program = new Command(name)
    .description('Virtualization on Kubernetes clusters of several CPU architectures.')
    .version(version)
    .exitOverride()
    // flags behind a sub-command are its own, also those that the command has, too
    .enablePositionalOptions()
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError(`(see ${name} --help)`);
  addStatusCommand(program, acts.status);
  addRenderCommand(program, acts.render);
  addValidateCommand(program, acts.validate);
  addExplainCommand(program, acts.explain);
  addManifestsCommand(program, acts.manifests);
  addPlanCommand(program, acts.plan);
  addAdoptCommand(program, acts.adopt);
  addFixCommands(addDoctorCommands(program, acts), acts);
  addAlertsCommands(program, acts);
  addRunbookCommand(program, acts.runbook);
  addDashboardsCommand(program, acts.dashboards);
  addSnapshotCommand(program, acts);
  addGatherCommand(program, acts);
  addImagesCommands(program, acts);
  addLayeringCommands(program, acts);
  addNodeAgentCommand(program, acts);
  addRunningCommands(program, acts);
  return withHelpPages(program);
}

/** Those that run until they are ended, and what is about the program itself. */
function addRunningCommands(program: Command, acts: Acts): void {
  addUpCommand(program, acts.up);
  addOperatorCommand(program, acts.operator);
  addSandboxCommand(program, acts);
  addVersionCommand(program, acts.version);
  addCompletionCommand(program, acts.completion);
}
