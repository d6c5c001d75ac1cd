import type { ConfigView } from '../../../../layering/view/config-view.ts';
import type { LogWish } from './choose-logs.ts';
import { isBehind } from './is-behind.ts';

/**
 * Whether a job that is not there may come by itself, or when somebody mends what stands in the way: not where the config is refused
 * or its build has failed, where an image is used again, and where all is done.
 */
export function mayStillCome({ job, previous, architecture, assembly }: LogWish, view: ConfigView): boolean {
  if (job !== undefined || previous) return false;
  return isBehind(view) || (view.state !== 'failed' && mayBegin(architecture, assembly, view));
}

function mayBegin(
  architecture: string | undefined,
  assembly: boolean,
  { build, state }: ConfigView,
): boolean {
  if (build === undefined) return true;
  if (build.phase === 'Succeeded') return state === 'building';
  if (assembly || architecture === undefined) return true;
  const platform = build.platforms.find((one) => one.architecture === architecture);
  return platform !== undefined && platform.state !== 'Reused' && platform.state !== 'Succeeded';
}
