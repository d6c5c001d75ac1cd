import type { ConfigView } from '../../../../layering/view/config-view.ts';
import type { LogWish } from './choose-logs.ts';

/**
 * Whether a job that is not there may come by itself, or when somebody mends what stands in the way: not where the config is refused
 * or its build has failed, where an image is used again, and where all is done.
 */
export function mayStillCome({ job, previous, architecture, assembly }: LogWish, view: ConfigView): boolean {
  if (job !== undefined || previous || view.state === 'failed') return false;
  const { build } = view;
  if (build === undefined) return true;
  if (build.phase === 'Succeeded') return isLagging(view);
  if (assembly || architecture === undefined) return true;
  const platform = build.platforms.find((one) => one.architecture === architecture);
  return platform !== undefined && platform.state !== 'Reused' && platform.state !== 'Succeeded';
}

/** The config was changed, and the operator has not looked at it yet, or is about to begin. */
function isLagging({ state, findings }: ConfigView): boolean {
  return state === 'building' || findings.some(({ reason }) => reason === 'NotObserved');
}
