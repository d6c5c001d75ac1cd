import { runDoctor } from './images/doctor.ts';
import { runImages } from './images/images.ts';
import { runInspect } from './images/inspect.ts';
import { runAssemble } from './layering/assemble.ts';
import { runReport } from './layering/report.ts';
import { runLayeringLogs } from './layering-live/logs.ts';
import { runLayeringPlan } from './layering-live/plan.ts';
import { runLayeringRebuild, runLayeringRetry } from './layering-live/retry.ts';
import { runLayeringStatus } from './layering-live/status.ts';
import { runPlan } from './plan/plan.ts';

/** The commands that ask a cluster or registries once. They are a bundle of their own, so that the offline commands start fast. */
export const liveCommands = {
  runAssemble,
  runDoctor,
  runImages,
  runInspect,
  runLayeringLogs,
  runLayeringPlan,
  runLayeringRebuild,
  runLayeringRetry,
  runLayeringStatus,
  runPlan,
  runReport,
};
