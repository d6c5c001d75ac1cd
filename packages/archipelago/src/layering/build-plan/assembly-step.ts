import type { MachineOsBuildStatus } from '../api/machine-os-build-status-schema.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { ObservedJob } from './observed-job.ts';
import type { PlanContext } from './plan-context.ts';
import type { Attempt, PlatformStatus } from './platform-status.ts';
import { type FatalEnd, jobReference } from './platform-step.ts';

type Assembly = NonNullable<MachineOsBuildStatus['assembly']>;

/** What the assembly of a build comes to. */
export interface AssemblyProgress {
  readonly phase: 'Building' | 'Assembling' | 'Verifying' | 'Succeeded';
  readonly message: string;
  readonly platforms: readonly PlatformStatus[];
  readonly assembly: Assembly;
  readonly index?: NonNullable<MachineOsBuildStatus['index']>;
  readonly verification?: NonNullable<MachineOsBuildStatus['verification']>;
  readonly fatal?: FatalEnd;
}

/** One assembly that goes on; every platform has its image. */
export interface AssemblyStep {
  readonly context: PlanContext;
  readonly build: ObservedBuild;
  readonly platforms: readonly PlatformStatus[];
  readonly attempts: readonly Attempt[];
}

/** The images are not together yet. */
export function assembling(step: AssemblyStep, message: string, job?: ObservedJob): AssemblyProgress {
  const { attempts, platforms } = step;
  const assembly = {
    ...(job === undefined ? {} : { job: jobReference(job) }),
    ...(attempts.length === 0 ? {} : { attempts }),
  };
  return { phase: 'Assembling', message, platforms, assembly };
}
