import { objectAt, textsAt } from '@archipelago/apimachinery';

/** Keeps a HyperConverged until its operands are gone. */
export const hyperConvergedFinalizer = 'kubevirt.io/hyperconverged';

/** Whether some operator, of whatever make, has laid hands on a HyperConverged. */
export function isLookedAfter(hyperConverged: object): boolean {
  return (
    textsAt(hyperConverged, 'metadata', 'finalizers').includes(hyperConvergedFinalizer) ||
    Object.keys(objectAt(hyperConverged, 'status')).length > 0
  );
}
