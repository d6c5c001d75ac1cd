import type { ExecutionPolicy } from './execution-policy.ts';
import type { Action } from './plan/action.ts';
import type { Verdict } from './verdict.ts';

/** Actions that may be under way at the same time; a batch begins when the one before has ended. */
export function batchesOf(
  actions: readonly Action[],
  { parallel }: ExecutionPolicy,
): readonly (readonly Action[])[] {
  if (parallel === 'all') return actions.length === 0 ? [] : [actions];
  const made: Action[][] = [];
  for (const action of actions) {
    const last = made.at(-1);
    if (last && last.length < parallel.creates && [...last, action].every(isMadeWithOthers))
      last.push(action);
    else made.push([action]);
  }
  return made;
}

/** A namespace has to be there before what goes into it. */
function isMadeWithOthers({ kind, object }: Action): boolean {
  return kind === 'create' && object.kind !== 'Namespace';
}

/** Whether an action is still to be tried after what became of those before it. */
export function isStillMeant(action: Action, before: readonly Verdict[], policy: ExecutionPolicy): boolean {
  const has = (verdict: Verdict['verdict']) => before.some((each) => each.verdict === verdict);
  if (has('unanswered')) return false;
  if (has('stale') && isEndedByStale(action, policy)) return false;
  return !(has('refused') || has('failed')) || policy.onRefusal === 'continue' || action.kind === 'status';
}

function isEndedByStale({ kind }: Action, { onStale }: ExecutionPolicy): boolean {
  return onStale === 'stop' || (onStale === 'deleteNothing' && (kind === 'delete' || kind === 'recreate'));
}
