import type { ClusterView } from './cluster-view.ts';

/** Percent of the memory that is promised; 100: as much as there is. */
export function overcommit({ hyperConverged }: ClusterView): number {
  return hyperConverged.number('overcommit') ?? 100;
}

/** Where it is set. */
export function overcommitField({ hyperConverged }: ClusterView): string {
  return hyperConverged.fieldOf('overcommit');
}

/** What a check says that asks about more. */
export const notOvercommitted = { skipped: 'memory is not overcommitted' };
