import type { Acts } from './command-line.ts';
import type { AlertsActs } from './commands/alerts/alerts-command.ts';
import type { DoctorActs } from './commands/doctor/doctor-command.ts';
import type { FixActs } from './commands/doctor/fix/fix-command.ts';
import type { GatherActs } from './commands/gather/gather-command.ts';
import type { LayeringActs } from './commands/layering/layering-command.ts';
import type { SandboxActs } from './commands/sandbox/sandbox-command.ts';
import type { SnapshotActs } from './commands/snapshot/snapshot-command.ts';
import type { ClusterChoice } from './input/load-input.ts';
import type { Io } from './process/io.ts';

/** Takes the exit code of a command that runs. */
type Finish = (running: Promise<number>) => Promise<void>;

/** What the commands do; each loads its modules when it is run. */
export function actsFor(io: Io, finish: Finish): Acts {
  return {
    ...offlineActs(io, finish),
    ...liveActs(io, finish),
    ...doctorActs(io, finish),
    ...layeringActs(io, finish),
    ...clusterActs(io, finish),
  };
}

function offlineActs(
  io: Io,
  finish: Finish,
): Pick<Acts, 'render' | 'validate' | 'explain' | 'manifests' | 'completion'> {
  // reading a snapshot is what the live commands know
  const seen = async <O extends ClusterChoice>(options: O): Promise<O> =>
    options.snapshot === undefined || options.cluster !== undefined
      ? options
      : { ...options, inputs: await (await live()).snapshotInputs(options, io) };
  return {
    render: async (options) =>
      finish((await import('./commands/render/run-render.ts')).runRender(await seen(options), io)),
    validate: async (options) =>
      finish((await import('./commands/validate/run-validate.ts')).runValidate(await seen(options), io)),
    explain: async (path, options) =>
      finish((await import('./commands/explain/run-explain.ts')).runExplain(path, await seen(options), io)),
    manifests: async (options) =>
      finish((await import('./commands/manifests/run-manifests.ts')).runManifests(options, io)),
    completion: async (shell) =>
      finish((await import('./commands/completion/run-completion.ts')).runCompletion(shell, io)),
  };
}

/** Of tens of thousands of objects these commands keep little. Said before anything is loaded: what has grown does not shrink. */
const live = async () => {
  (await import('./process/small-young-space.ts')).smallYoungSpace();
  return (await import('./live-commands.ts')).liveCommands;
};

function liveActs(
  io: Io,
  finish: Finish,
): Pick<
  Acts,
  | keyof AlertsActs
  | keyof GatherActs
  | keyof SnapshotActs
  | 'console'
  | 'plan'
  | 'status'
  | 'runbook'
  | 'dashboards'
  | 'images'
  | 'inspect'
  | 'machines'
  | 'imagesDoctor'
  | 'nodeAgent'
> {
  return {
    status: async (parts, options) => finish((await live()).runStatus(parts, options, io)),
    console: async (options) => finish((await live()).runConsole(options, io)),
    plan: async (options) => finish((await live()).runPlan(options, io)),
    alerts: async (names, options) => finish((await live()).runAlerts(names, options, io)),
    alertRules: async (options) => finish((await live()).runAlertRules(options, io)),
    runbook: async (name, options) => finish((await live()).runRunbook(name, options, io)),
    dashboards: async (name, options) => finish((await live()).runDashboards(name, options, io)),
    images: async (names, options) => finish((await live()).runImages(names, options, io)),
    inspect: async (reference, options) => finish((await live()).runInspect(reference, options, io)),
    machines: async (names, options) => finish((await live()).runMachines(names, options, io)),
    snapshot: async (folder, options) => finish((await live()).runSnapshot(folder, options, io)),
    gather: async (folder, options) => finish((await live()).runGather(folder, options, io)),
    snapshotSchema: async () => finish((await live()).runSnapshotSchema(io)),
    imagesDoctor: async (options) => finish((await live()).runImagesDoctor(options, io)),
    nodeAgent: async (options) => finish((await live()).runNodeAgent(options, io)),
  };
}

function doctorActs(io: Io, finish: Finish): DoctorActs & FixActs {
  return {
    doctor: async (options) => finish((await live()).runDoctor(options, io)),
    doctorList: async (options) => finish((await live()).runDoctorList(options, io)),
    doctorExplain: async (code, options) => finish((await live()).runDoctorExplain(code, options, io)),
    doctorRbac: async (options) => finish((await live()).runDoctorRbac(options, io)),
    doctorFix: async (code, options) => finish((await live()).runFix(code, options, io)),
    doctorUndo: async (file, options) => finish((await live()).runUndo(file, options, io)),
  };
}

function layeringActs(io: Io, finish: Finish): LayeringActs {
  return {
    layeringStatus: async (configs, options) =>
      finish((await live()).runLayeringStatus(configs, options, io)),
    layeringPlan: async (config, options) => finish((await live()).runLayeringPlan(config, options, io)),
    layeringLogs: async (config, options) => finish((await live()).runLayeringLogs(config, options, io)),
    layeringRetry: async (config, options) => finish((await live()).runLayeringRetry(config, options, io)),
    layeringRebuild: async (config, options) =>
      finish((await live()).runLayeringRebuild(config, options, io)),
    assemble: async (options) => finish((await live()).runAssemble(options, io)),
    login: async (options) => finish((await live()).runLogin(options, io)),
    push: async (options) => finish((await live()).runPush(options, io)),
    report: async (options) => finish((await live()).runReport(options, io)),
  };
}

const cluster = async () => (await import('./cluster-commands.ts')).clusterCommands;

function clusterActs(
  io: Io,
  finish: Finish,
): Pick<Acts, 'adopt' | 'version' | 'up' | keyof SandboxActs | 'operator'> {
  return {
    adopt: async (options) => finish((await live()).runAdopt(options, io)),
    version: async (options) => finish((await live()).runVersion(options, io)),
    up: async (options) => finish((await cluster()).runUp(options, io)),
    sandbox: async (options) => finish((await cluster()).runSandbox(options, io)),
    sandboxSnapshot: async (file, options) => finish((await cluster()).runSandboxSnapshot(file, options, io)),
    sandboxRestore: async (file, options) => finish((await cluster()).runSandboxRestore(file, options, io)),
    sandboxClock: async (advance, options) => finish((await cluster()).runSandboxClock(advance, options, io)),
    operator: async (options) =>
      finish((await import('./operator-command.ts')).operatorCommand.runOperator(options, io)),
  };
}
