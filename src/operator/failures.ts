import type { Finding } from '../config/setting.ts';
import type { Failure } from '../reconcile/conditions.ts';
import type { Plan } from '../reconcile/plan.ts';
import type { Done } from './operand-work.ts';

type Refusal = Extract<Failure, { kind: 'failed' }>;

/** A setting, or a patch annotation, that cannot be brought about. */
export function failureOf({ at, message, fix }: Finding): Failure {
  return { kind: 'failed', message: `${at} ${message}: ${fix}` };
}

/** What the server refused. */
export function refusedFailure({ action, verdict }: Done): readonly Refusal[] {
  if (verdict.verdict !== 'refused') return [];
  return [{ kind: 'failed', message: `cannot ${action.verb} ${action.key}: ${verdict.because}` }];
}

/** A kind that the server does not have. */
export function obstacleFailure(action: Plan[number]): readonly Failure[] {
  if (action.verb !== 'wait' || action.obstacle.because !== 'notServed') return [];
  const { definition } = action.obstacle;
  return [{ kind: 'notServed', operand: action.operand.kind, definition }];
}
