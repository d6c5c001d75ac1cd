import { objectKey } from '../config/framework/operand.ts';
import type { Rendered } from '../config/render.ts';
import type { Live } from './live.ts';
import { type Plan, plan } from './plan.ts';

/** What to delete now, and whether anything is left to wait for. */
interface Uninstall {
  readonly actions: Plan;
  readonly done: boolean;
}

/** Operands go in waves, as each says: a wave begins when the one before is gone. */
export function planUninstall(objects: readonly Rendered[], live: (key: string) => Live): Uninstall {
  for (const wave of wavesOf(objects)) {
    const unwanted = objects.filter(({ operand }) => operand.removal === wave);
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

function wavesOf(objects: readonly Rendered[]): readonly number[] {
  const waves = objects.flatMap(({ operand: { removal } }) => (removal === 'stays' ? [] : [removal]));
  return [...new Set(waves)].sort((a, b) => a - b);
}
