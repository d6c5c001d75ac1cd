import type { Operand } from '../config/framework/operand.ts';
import type { Identified } from './desired-objects.ts';
import type { Live } from './live.ts';
import { inTheWay, type OperandFinding } from './operand-finding.ts';
import type { OperandPlan } from './operand-plan.ts';
import { planOperands } from './plan-operands.ts';

/**
 * What to delete now. Operands go in waves, as each says: a wave begins when the one before is gone. Where there is nothing to do
 * and nothing in the way, nothing is left.
 */
export function planUninstall(objects: readonly Identified[], live: (operand: Operand) => Live): OperandPlan {
  for (const wave of wavesOf(objects)) {
    const plan = planWave(
      objects.filter(({ operand }) => operand.removal === wave),
      live,
    );
    if (plan.actions.length > 0 || plan.findings.length > 0) return plan;
  }
  return planWave([], live);
}

function wavesOf(objects: readonly Identified[]): readonly number[] {
  const waves = objects.flatMap(({ operand: { removal } }) => (removal === 'stays' ? [] : [removal]));
  return [...new Set(waves)].sort((a, b) => a - b);
}

function planWave(objects: readonly Identified[], live: (operand: Operand) => Live): OperandPlan {
  const plan = planOperands({
    wanted: [],
    unwanted: objects.map((one) => ({ ...one, because: 'the HyperConverged is being deleted' })),
    live,
    remembered: () => undefined,
    defaulting: () => (object) => object,
  });
  const hidden = objects.flatMap((one) => hiddenOne(one, live(one.operand)));
  return { ...plan, findings: [...plan.findings, ...hidden] };
}

/** Not read yet, or going with its definition: machines that still run need their storage. */
function hiddenOne(one: Identified, live: Live): readonly OperandFinding[] {
  const mayBeThere = live.state === 'unknown' || (live.state === 'notServed' && live.remains === true);
  const finding = mayBeThere ? inTheWay(one, live) : undefined;
  return finding === undefined ? [] : [finding];
}
