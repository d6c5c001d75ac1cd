import { type JsonObject, valueAt } from '@archipelago/apimachinery';
import { type Workloads, workloadsText } from './workloads.ts';

/** What a deletion of the HyperConverged does to workloads. */
export type UninstallStrategy = 'BlockUninstallIfWorkloadsExist' | 'RemoveWorkloads';

/**
 * The strategy that counts. Workloads go only where what is written says so, and the configuration in force, too: while the one is
 * refused, the other is what somebody meant before or after.
 */
export function strategyOf(written: JsonObject, inForce: JsonObject): UninstallStrategy {
  const removes = [written, inForce].every(
    (spec) => valueAt(spec, 'uninstallStrategy') === 'RemoveWorkloads',
  );
  return removes ? 'RemoveWorkloads' : 'BlockUninstallIfWorkloadsExist';
}

/** What is known when a removal is about to begin, or to go on. */
export interface RemovalFacts {
  readonly strategy: UninstallStrategy;
  /** Those that exist. */
  readonly workloads: readonly Workloads[];
  /** What operands answered when they were asked whether they may be deleted; empty: nothing against it. */
  readonly objections: readonly string[];
  /** Why it could not be found out which ones do. */
  readonly unknown: readonly string[];
}

type RemovalPermit =
  | { readonly is: 'granted' }
  /** `because`: what stands in the way, and what an administrator can do. */
  | { readonly is: 'refused'; readonly because: string };

/** Whether operands may be removed now. Where it is not known that nothing would be lost, they may not. */
export function removalPermit({ strategy, workloads, objections, unknown }: RemovalFacts): RemovalPermit {
  if (strategy === 'RemoveWorkloads') return { is: 'granted' };
  const reasons = [
    ...(workloads.length === 0 ? [] : [`${workloadsText(workloads)} exist`]),
    ...objections,
    ...unknown.map((each) => `it is not known whether workloads exist: ${each}`),
  ];
  if (reasons.length === 0) return { is: 'granted' };
  return { is: 'refused', because: `${reasons.join('; ')}. ${wayOut}` };
}

const wayOut =
  'Nothing is removed, and operands are looked after as before. A deletion cannot be taken back: it goes on when these are deleted, or, with all of them, when spec.uninstallStrategy is RemoveWorkloads in a spec that is not refused';
