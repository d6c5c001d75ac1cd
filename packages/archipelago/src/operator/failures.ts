import { isMissingPermission } from '@archipelago/kube-client';
import type { FieldFinding } from '../config/framework/setting.ts';
import type { Failure } from '../reconcile/conditions.ts';
import type { Plan } from '../reconcile/plan.ts';
import { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import type { Done } from './operand-work.ts';
import type { Installation } from './rights/permission.ts';

type Told = Exclude<Failure, { kind: 'notServed' }>;

/** A setting, or a patch annotation, that cannot be brought about. */
export function failureOf({ at, message, fix }: FieldFinding): Failure {
  return { kind: 'failed', message: `${at} ${message}: ${fix}` };
}

/** What the server refused. */
export function refusedFailure({ verdict }: Pick<Done, 'verdict'>, fix: string): readonly Told[] {
  if (verdict.verdict !== 'refused') return [];
  const { because: message, forbidden } = verdict;
  return [forbidden ? { kind: 'forbidden', message, fix } : { kind: 'failed', message }];
}

/** What keeps an operand from being looked at: the server does not have the kind, or not for us. */
export function obstacleFailure({ operand, ...action }: Plan[number], fix: string): readonly Failure[] {
  if (action.verb !== 'wait') return [];
  const { obstacle } = action;
  switch (obstacle.because) {
    case 'notServed':
      return [
        {
          kind: 'notServed',
          operand: operand.kind,
          definition: obstacle.definition,
          lack: obstacle.lack,
        },
      ];
    case 'forbidden':
      return [{ kind: 'forbidden', message: obstacle.message, fix, unseen: operand.kind }];
    case 'unknown':
    case 'terminating':
      return [];
  }
}

/** What the server said when it would not take a write to the HyperConverged. */
export function refusalFailure({ message, status }: HyperConvergedRefusal, fix: string): Told {
  return isMissingPermission(status) ? { kind: 'forbidden', message, fix } : { kind: 'failed', message };
}

/** A write to the HyperConverged that a grant would mend. */
export function isUngranted(error: unknown): error is HyperConvergedRefusal {
  return error instanceof HyperConvergedRefusal && isMissingPermission(error.status);
}

/** How to give the operator what it lacks. */
export function grantFix({ namespace, platform, importer }: Installation): string {
  const chosen = importer === 'auto' ? '' : ` --golden-images ${importer}`;
  return `grant it with: archipelago manifests --namespace ${namespace} --platform ${platform}${chosen} | kubectl apply -f -`;
}
