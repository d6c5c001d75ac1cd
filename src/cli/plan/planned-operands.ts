import type { JsonValue } from '../../api/json-value.ts';
import { printCause } from '../../config/cause.ts';
import { printFieldPath } from '../../config/field-path.ts';
import { type Operand, objectKey } from '../../config/operand.ts';
import { ownerOf } from '../../operator/hyper-converged.ts';
import { unwantedObjects } from '../../reconcile/desired-objects.ts';
import type { Live } from '../../reconcile/live.ts';
import { type Action, type Defaulting, type Difference, type Obstacle, plan } from '../../reconcile/plan.ts';
import type { DesiredNow } from '../cluster/desired-now.ts';

/** What would be done to an operand. */
export interface PlannedOperand {
  /** `KubeVirt/namespace/name`. */
  readonly object: string;
  readonly verb: 'create' | 'update' | 'recreate' | 'delete' | 'wait';
  readonly fields: readonly {
    readonly field: string;
    readonly before: JsonValue | undefined;
    readonly after: JsonValue | undefined;
    readonly because: string;
  }[];
  /** Why nothing can be done now. */
  readonly obstacle?: string;
}

/** What is known of the operands on a cluster. */
export interface OperandsSeen {
  live(operand: Operand): Live;
  defaulting(operand: Operand): Defaulting;
}

/** What the operator would do to operands, by the same pure functions. */
export function plannedOperands(
  { desired, object }: DesiredNow,
  namespace: string,
  seen: OperandsSeen,
): readonly PlannedOperand[] {
  const unwanted = unwantedObjects(desired, ownerOf(object, namespace));
  const byKey = new Map(
    [...desired.operands, ...unwanted].map((one) => [objectKey(one.manifest), one.operand]),
  );
  const actions = plan({
    wanted: desired.operands,
    unwanted,
    live: (key) => {
      const operand = byKey.get(key);
      return operand === undefined ? { state: 'absent' } : seen.live(operand);
    },
    remembered: () => undefined,
    defaulting: (operand) => seen.defaulting(operand),
  });
  return actions.flatMap(plannedOperand);
}

function plannedOperand(action: Action): readonly PlannedOperand[] {
  const { key: object, verb } = action;
  switch (action.verb) {
    case 'unchanged':
      return [];
    case 'create':
    case 'delete':
      return [{ object, verb: action.verb, fields: [] }];
    case 'update':
    case 'recreate':
      return [{ object, verb: action.verb, fields: action.differences.map(plannedField) }];
    case 'wait':
      return verb === 'wait' ? [{ object, verb, fields: [], obstacle: obstacleText(action.obstacle) }] : [];
  }
}

function plannedField({ path, before, after, cause }: Difference) {
  const because = cause === undefined ? 'it has no place in the operand' : printCause(cause);
  return { field: printFieldPath(path), before, after, because };
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
