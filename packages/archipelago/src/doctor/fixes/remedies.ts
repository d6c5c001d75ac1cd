import type { FactName } from '../facts/fact-kinds.ts';
import { hyperConvergedRemedies } from './hyper-converged-remedies.ts';
import { objectRemedies } from './object-remedies.ts';
import type { Remedying } from './remedy.ts';

/** Kinds that fixes change; a file that says how to go back can name no others. */
export const writtenFacts = [
  'hyperConvergeds',
  'storageClasses',
  'storageProfiles',
  'subscriptions',
  'hostPathProvisioners',
  'deschedulers',
  'l2Advertisements',
] as const satisfies readonly FactName[];

/** The one kind of which fixes make objects. */
export const createdFact = 'l2Advertisements' satisfies (typeof writtenFacts)[number];

/**
 * What `doctor fix` can do, by code. Not among it, ever: a reboot, a MachineConfig, a deletion, the approval of an InstallPlan, a placement
 * that running machines would fall out of, and anything below the HyperConverged, which its operator would write back.
 */
export const remedies: ReadonlyMap<string, Remedying> = new Map(
  Object.entries({ ...hyperConvergedRemedies, ...objectRemedies }),
);
