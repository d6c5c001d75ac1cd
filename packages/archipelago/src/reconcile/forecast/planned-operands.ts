import type { Desired } from '../../config/desire.ts';
import { objectKey } from '../../config/framework/operand.ts';
import type { Owner, Rendered } from '../../config/render.ts';
import { type Action, keyOf } from '../../engine/plan/action.ts';
import { doWord } from '../../engine/plan/print-action.ts';
import { unwantedObjects } from '../desired-objects.ts';
import type { OperandFinding } from '../operand-finding.ts';
import { type OperandsInput, planOperands } from '../plan-operands.ts';
import { type PlannedChange, plannedChanges } from './planned-changes.ts';

/** What would be done to an operand. */
export interface PlannedOperand {
  /** `KubeVirt/namespace/name`. */
  readonly object: string;
  readonly verb: ReturnType<typeof doWord> | 'wait';
  /** Why it comes or goes; of updates the fields tell. */
  readonly because?: string;
  readonly fields: readonly PlannedChange[];
  /** Why nothing can be done now. */
  readonly obstacle?: string;
}

/** What is known of the operands on a cluster. */
export type OperandsSeen = Pick<OperandsInput, 'live' | 'defaulting'>;

interface Forecast {
  /** As the stored HyperConverged has it; undefined: there is none. */
  readonly before: Desired | undefined;
  readonly after: Desired;
  readonly owner: Owner;
  readonly seen: OperandsSeen;
}

/** What the operator would do to operands, by its own planner, in the order in which they are handled. */
export function plannedOperands({ before, after, owner, seen }: Forecast): readonly PlannedOperand[] {
  const { live, defaulting } = seen;
  const [wanted, unwanted] = [after.operands, unwantedObjects(after, owner)];
  const plan = planOperands({ wanted, unwanted, live, remembered: () => undefined, defaulting });
  const former = before?.operands ?? [];
  const steps = [
    ...plan.actions.map((action) => plannedAction(action, changesOf(action, { wanted, former, live }))),
    ...plan.findings.map(plannedWait),
  ];
  return [...wanted, ...unwanted].flatMap(({ manifest }) =>
    steps.filter(({ object }) => object === objectKey(manifest)),
  );
}

function plannedAction(action: Action, fields: readonly PlannedChange[]): PlannedOperand {
  const [object, verb] = [keyOf(action), doWord(action)];
  return 'changes' in action ? { object, verb, fields } : { object, verb, because: action.because, fields };
}

function plannedWait({ at, message }: OperandFinding): PlannedOperand {
  return { object: at, verb: 'wait', fields: [], obstacle: message };
}

interface Reasons extends Pick<OperandsInput, 'wanted' | 'live'> {
  readonly former: readonly Rendered[];
}

function changesOf(action: Action, { wanted, former, live }: Reasons): readonly PlannedChange[] {
  const isMeant = ({ manifest }: Rendered) => objectKey(manifest) === keyOf(action);
  const rendered = wanted.find(isMeant);
  if (!('changes' in action) || rendered === undefined) return [];
  const known = live(rendered.operand);
  const object = known.state === 'present' ? known.object : {};
  return plannedChanges({ changes: action.changes, live: object, rendered, former: former.find(isMeant) });
}
