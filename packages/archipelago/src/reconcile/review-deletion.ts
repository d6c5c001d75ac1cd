import type { FieldFinding } from '../config/framework/setting.ts';
import { type Workloads, workloadsText } from './workloads.ts';

interface Counted {
  /** Those that exist. */
  readonly workloads: readonly Workloads[];
  /** Why some could not be counted. */
  readonly unknown: readonly string[];
}

/** What is said of deleting a HyperConverged that blocks its removal while workloads exist. */
export function reviewDeletion({ workloads, unknown }: Counted): readonly FieldFinding[] {
  const at = 'spec.uninstallStrategy';
  if (workloads.length > 0) {
    const message = `keeps it while ${workloadsText(workloads)} exist`;
    const fix = 'delete these first, or set it to RemoveWorkloads, which deletes them with it';
    return [
      { level: 'error', at, value: 'BlockUninstallIfWorkloadsExist', reason: 'Forbidden', message, fix },
    ];
  }
  return unknown.map((because) => ({
    level: 'warning',
    at,
    reason: 'Unknown',
    message: `nothing is removed as long as it is not known whether workloads exist: ${because}`,
    fix: 'let the operator list them',
  }));
}
