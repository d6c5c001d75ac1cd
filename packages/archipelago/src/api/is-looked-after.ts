import { objectAt, textsAt } from '@archipelago/apimachinery';
import { hyperConvergedFinalizer } from './hyper-converged-kind.ts';

/** Whether some operator, of whatever make, has laid hands on a HyperConverged. */
export function isLookedAfter(hyperConverged: object): boolean {
  return (
    textsAt(hyperConverged, 'metadata', 'finalizers').includes(hyperConvergedFinalizer) ||
    Object.keys(objectAt(hyperConverged, 'status')).length > 0
  );
}
