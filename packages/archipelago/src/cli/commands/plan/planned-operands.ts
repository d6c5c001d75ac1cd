import type { Desired } from '../../../config/desire.ts';
import { type Operand, objectKey } from '../../../config/framework/operand.ts';
import type { Owner, Rendered } from '../../../config/render.ts';
import { settings } from '../../../config/settings.ts';
import { unwantedObjects } from '../../../reconcile/desired-objects.ts';
import type { Live } from '../../../reconcile/live.ts';
import { type Action, type Defaulting, type Obstacle, plan } from '../../../reconcile/plan.ts';
import { type PlannedChange, plannedChanges } from './planned-changes.ts';

/** What would be done to an operand. */
export interface PlannedOperand {
  /** `KubeVirt/namespace/name`. */
  readonly object: string;
  readonly verb: 'create' | 'update' | 'recreate' | 'delete' | 'wait';
  /** Why it comes, goes, or is written; of updates the fields tell. */
  readonly because?: string;
  readonly fields: readonly PlannedChange[];
  /** Why nothing can be done now. */
  readonly obstacle?: string;
}

/** What is known of the operands on a cluster. */
export interface OperandsSeen {
  live(operand: Operand): Live;
  defaulting(operand: Operand): Defaulting;
}

interface OperandsInput {
  /** As the stored HyperConverged has them; undefined: there is none. */
  readonly before: Desired | undefined;
  readonly after: Desired;
  readonly owner: Owner;
  readonly seen: OperandsSeen;
}

/** What the operator would do to operands, by the same pure functions. */
export function plannedOperands({ before, after, owner, seen }: OperandsInput): readonly PlannedOperand[] {
  const unwanted = unwantedObjects(after, owner);
  const operands = new Map(
    [...after.operands, ...unwanted].map((one) => [objectKey(one.manifest), one.operand]),
  );
  const actions = plan({
    wanted: after.operands,
    unwanted,
    live: (key) => {
      const operand = operands.get(key);
      return operand === undefined ? { state: 'absent' } : seen.live(operand);
    },
    remembered: () => undefined,
    defaulting: (operand) => seen.defaulting(operand),
  });
  const [former, wanted] = [byKey(before), byKey(after)];
  return actions.flatMap((action) =>
    plannedOperand(action, { former: former.get(action.key), wanted: wanted.get(action.key), after }),
  );
}

function byKey(now: Desired | undefined): ReadonlyMap<string, Rendered> {
  return new Map((now?.operands ?? []).map((one) => [objectKey(one.manifest), one]));
}

interface Reasons {
  readonly former: Rendered | undefined;
  readonly wanted: Rendered | undefined;
  readonly after: Desired;
}

function plannedOperand(action: Action, reasons: Reasons): readonly PlannedOperand[] {
  const { key: object, verb } = action;
  switch (action.verb) {
    case 'unchanged':
      return [];
    case 'create':
      return [{ object, verb: action.verb, because: 'it is missing', fields: [] }];
    case 'delete':
      return [
        { object, verb: action.verb, because: reasonOfDeletion(action.operand, reasons.after), fields: [] },
      ];
    case 'update':
    case 'recreate':
      return [{ object, verb: action.verb, fields: changes(action, reasons) }];
    case 'wait':
      return verb === 'wait' ? [{ object, verb, fields: [], obstacle: obstacleText(action.obstacle) }] : [];
  }
}

function changes(
  { differences, live }: Extract<Action, { verb: 'update' | 'recreate' }>,
  { former, wanted: rendered }: Reasons,
): readonly PlannedChange[] {
  return rendered === undefined ? [] : plannedChanges({ differences, live, rendered, former });
}

/** Settings decide whether some operands are there; others are for some clusters only. */
function reasonOfDeletion(operand: Operand, { facts }: Desired): string {
  const names = settings
    .filter(({ landings }) =>
      landings.some((landing) => landing.kind === 'existence' && landing.operand === operand),
    )
    .map(({ name }) => name);
  return names.length > 0 && operand.fits(facts)
    ? `${names.join(' and ')} ${names.length === 1 ? 'does' : 'do'} not ask for it`
    : 'clusters like this one have none';
}

function obstacleText(obstacle: Obstacle): string {
  switch (obstacle.because) {
    case 'unknown':
      return 'it has not been read';
    case 'notServed':
      return `the cluster has no ${obstacle.definition}`;
    case 'forbidden':
      return obstacle.message;
    case 'terminating':
      return 'it is being deleted';
  }
}
