import { valueAt } from '@archipelago/apimachinery';
import type { Operand } from '../config/framework/operand.ts';
import type { Rendered } from '../config/render.ts';
import { keyOf } from '../engine/plan/action.ts';
import type { Identified } from './desired-objects.ts';
import { isTerminating } from './is-terminating.ts';
import type { Live } from './live.ts';
import { inTheWay, type OperandFinding } from './operand-finding.ts';
import type { OperandPlan } from './operand-plan.ts';
import { type OperandsInput, planOperands } from './plan-operands.ts';
import type { UninstallStrategy } from './uninstall-permit.ts';

/** What decides what is to be removed. */
export interface UninstallInput extends Pick<OperandsInput, 'live' | 'remembered' | 'defaulting'> {
  /** Every object that may be ours. */
  readonly objects: readonly Identified[];
  /** Operands as they are wanted while they are there; none where no configuration is in force. */
  readonly wanted: readonly Rendered[];
  /** What is to become of workloads. */
  readonly strategy: UninstallStrategy;
}

/** One step of a removal. */
export interface UninstallPlan extends OperandPlan {
  /** What has its turn later, as `Kind/namespace/name`. */
  readonly left: readonly string[];
}

/**
 * What to do now. First operands hear what is to become of workloads, because they go by what they were told last; then operands go
 * in waves, as each says: a wave begins when the one before is gone. Where there is nothing to do and nothing in the way, nothing is left.
 */
export function planUninstall(input: UninstallInput): UninstallPlan {
  const { objects } = input;
  const plans = wavesOf(objects).map((wave) =>
    planWave(
      objects.filter(({ operand }) => operand.removal === wave),
      input.live,
    ),
  );
  const plan = plans.find((each) => !isEmpty(each)) ?? planWave([], input.live);
  const later = plans.slice(plans.indexOf(plan) + 1).flatMap(keysOf);
  const telling = planTelling(input);
  return telling.actions.length > 0
    ? { ...telling, left: [...keysOf(plan), ...later] }
    : { ...plan, left: later };
}

/** Operands that would go by another strategy than ours. */
function planTelling({ wanted, strategy, live, remembered, defaulting }: UninstallInput): OperandPlan {
  const untold = wanted.filter(({ operand, manifest }) => {
    const found = live(operand);
    return (
      valueAt(manifest, ...strategyPath) === strategy &&
      found.state === 'present' &&
      !isTerminating(found.object) &&
      valueAt(found.object, ...strategyPath) !== strategy
    );
  });
  return planOperands({ wanted: untold, unwanted: [], live, remembered, defaulting });
}

const strategyPath = ['spec', 'uninstallStrategy'] as const;

function wavesOf(objects: readonly Identified[]): readonly number[] {
  const waves = objects.flatMap(({ operand: { removal } }) => (removal === 'stays' ? [] : [removal]));
  return [...new Set(waves)].sort((a, b) => a - b);
}

function isEmpty({ actions, findings }: OperandPlan): boolean {
  return actions.length === 0 && findings.length === 0;
}

function keysOf({ actions, findings }: OperandPlan): readonly string[] {
  return [...actions.map(keyOf), ...findings.map(({ at }) => at)];
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
