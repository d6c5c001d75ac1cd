import { hyperConvergedRemedies } from './hyper-converged-remedies.ts';
import { objectRemedies } from './object-remedies.ts';
import type { Remedying } from './remedy.ts';

/**
 * What `doctor fix` can do, by code. Not among it, ever: a reboot, a MachineConfig, a deletion, the approval of an InstallPlan, a placement
 * that running machines would fall out of, and anything below the HyperConverged, which its operator would write back.
 */
export const remedies: ReadonlyMap<string, Remedying> = new Map(
  Object.entries({ ...hyperConvergedRemedies, ...objectRemedies }),
);
