import { snapshotInputs } from './cluster/snapshot-inputs.ts';
import { runAdopt } from './commands/adopt/run-adopt.ts';
import { runAlertRules } from './commands/alerts/run-alert-rules.ts';
import { runAlerts } from './commands/alerts/run-alerts.ts';
import { findWords } from './commands/completion/find-words.ts';
import { runConsole } from './commands/console/run-console.ts';
import { runDashboards } from './commands/dashboards/run-dashboards.ts';
import { runFix } from './commands/doctor/fix/run-fix.ts';
import { runUndo } from './commands/doctor/fix/run-undo.ts';
import { runDoctor } from './commands/doctor/run-doctor.ts';
import { runDoctorExplain } from './commands/doctor/run-doctor-explain.ts';
import { runDoctorList } from './commands/doctor/run-doctor-list.ts';
import { runDoctorRbac } from './commands/doctor/run-doctor-rbac.ts';
import { runGather } from './commands/gather/run-gather.ts';
import { runImages } from './commands/images/run-images.ts';
import { runImagesDoctor } from './commands/images/run-images-doctor.ts';
import { runInspect } from './commands/images/run-inspect.ts';
import { runAssemble } from './commands/layering/assemble/run-assemble.ts';
import { runLogin } from './commands/layering/login/run-login.ts';
import { runLayeringLogs } from './commands/layering/logs/run-layering-logs.ts';
import { runLayeringPlan } from './commands/layering/plan/run-layering-plan.ts';
import { runPush } from './commands/layering/push/run-push.ts';
import { runReport } from './commands/layering/report/run-report.ts';
import { runLayeringRebuild, runLayeringRetry } from './commands/layering/retry/run-layering-retry.ts';
import { runLayeringStatus } from './commands/layering/status/run-layering-status.ts';
import { runMachines } from './commands/machines/run-machines.ts';
import { runNodeAgent } from './commands/node-agent/run-node-agent.ts';
import { runPlan } from './commands/plan/run-plan.ts';
import { runRunbook } from './commands/runbook/run-runbook.ts';
import { runSnapshot, runSnapshotSchema } from './commands/snapshot/run-snapshot.ts';
import { runStatus } from './commands/status/run-status.ts';
import { runVersion } from './commands/version/run-version.ts';

/** The commands that ask a cluster or registries once. They are a bundle of their own, so that the offline commands start fast. */
export const liveCommands = {
  findWords,
  runAdopt,
  runAlertRules,
  runAlerts,
  runAssemble,
  runConsole,
  runDashboards,
  runDoctor,
  runDoctorExplain,
  runDoctorList,
  runDoctorRbac,
  runImagesDoctor,
  runImages,
  runFix,
  runGather,
  runInspect,
  runLayeringLogs,
  runLayeringPlan,
  runLayeringRebuild,
  runLayeringRetry,
  runLayeringStatus,
  runLogin,
  runMachines,
  runNodeAgent,
  runPlan,
  runPush,
  runReport,
  runRunbook,
  runSnapshot,
  runSnapshotSchema,
  runStatus,
  runUndo,
  runVersion,
  snapshotInputs,
};
