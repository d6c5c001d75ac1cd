import { digestOf } from '@archipelago/apimachinery';
import { names } from '../api/layering-names.ts';
import type { MachineOsBuildStatus } from '../api/machine-os-build-status-schema.ts';
import type { ObservedJob } from './observed-job.ts';
import type { PlanContext } from './plan-context.ts';

/** Stands for the logins that the config's jobs would have now. */
export function credentialsOf({ config, reading }: PlanContext): string {
  const used = [
    config.basePullSecret,
    config.pushSecret,
    config.intermediate.pushSecret,
    config.intermediate.pullSecret,
  ];
  const versions = used.flatMap((name) =>
    name === undefined ? [] : [[name, reading.secretVersion(name) ?? '']],
  );
  return digestOf(versions);
}

/**
 * Stands for the logins that failed: those there were when the jobs began that ended the build. They may have been corrected while
 * the jobs ran; where one of several jobs had others than there are now, it is these.
 */
export function failedCredentials(context: PlanContext, outcome: MachineOsBuildStatus): string {
  const now = credentialsOf(context);
  const failed = (outcome.platforms ?? []).filter(({ state }) => state === 'Failed');
  const parts = failed.length > 0 ? failed : [outcome.assembly ?? {}];
  const had = parts
    .flatMap(({ attempts = [] }) => jobOf(context, attempts.at(-1)?.uid))
    .map(({ object }) => object.metadata.annotations?.[names.credentials] ?? now);
  return had.find((one) => one !== now) ?? now;
}

function jobOf({ reading }: PlanContext, uid: string | undefined): readonly ObservedJob[] {
  const job = uid === undefined ? undefined : reading.job(uid);
  return job === undefined ? [] : [job];
}
