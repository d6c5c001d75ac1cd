import { type Workloads, workloadsText } from './workloads.ts';

/** How far a removal is. */
interface UninstallProgress {
  /** What is being removed. */
  readonly going: readonly string[];
  /** What has its turn later. */
  readonly left: readonly string[];
  /** Workloads that are still there. */
  readonly workloads: readonly Workloads[];
}

/** What is being removed, and what is left after it. */
export function uninstallText({ going, left, workloads }: UninstallProgress): string {
  const now = going.length === 0 ? 'preparing' : `being removed: ${going.join(', ')}`;
  const after = left.length === 0 ? '' : `; after that: ${left.join(', ')}`;
  const lost =
    workloads.length === 0 ? '' : `; still there, and going with them: ${workloadsText(workloads)}`;
  return `${now}${after}${lost}`;
}
