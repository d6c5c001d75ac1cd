import { type Operand, objectKey } from '../config/framework/operand.ts';
import { cdi } from '../config/operands/cdi/cdi.ts';
import { kubevirt } from '../config/operands/kubevirt/kubevirt.ts';
import { priorityClass } from '../config/operands/priority-class/priority-class.ts';
import type { Rendered } from '../config/render.ts';
import type { Live } from './live.ts';
import { type Plan, plan } from './plan.ts';

/** What to delete now, and whether anything is left to wait for. */
interface Uninstall {
  readonly actions: Plan;
  readonly done: boolean;
}

/**
 * Operands go in waves: those that build on KubeVirt, then KubeVirt, whose machines need storage to the end,
 * then CDI. A wave begins when the one before is gone. The priority class stays: pods that are still
 * terminating name it.
 */
export function planUninstall(objects: readonly Rendered[], live: (key: string) => Live): Uninstall {
  for (const wave of [0, 1, 2]) {
    const unwanted = objects.filter(({ operand }) => waveOf(operand) === wave);
    const actions = plan({
      wanted: [],
      unwanted,
      live,
      remembered: () => undefined,
      defaulting: () => (object) => object,
    });
    const isHeldUp = unwanted.some(({ manifest }) => mayBeThere(live(objectKey(manifest))));
    if (actions.length > 0 || isHeldUp) return { actions, done: false };
  }
  return { actions: [], done: true };
}

/** Not read yet, or going with its definition: machines that still run need their storage. */
function mayBeThere(live: Live): boolean {
  return live.state === 'unknown' || (live.state === 'notServed' && live.remains === true);
}

function waveOf(operand: Operand): number | undefined {
  switch (operand) {
    case priorityClass:
      return undefined;
    case kubevirt:
      return 1;
    case cdi:
      return 2;
    default:
      return 0;
  }
}
