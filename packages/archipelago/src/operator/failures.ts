import { isMissingPermission } from '@archipelago/kube-client';
import type { FieldFinding } from '../config/framework/setting.ts';
import type { Done } from '../engine/verdict.ts';
import type { Failure } from '../reconcile/conditions.ts';
import type { OperandFinding } from '../reconcile/operand-finding.ts';
import type { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import { manifestsCommand } from './rights/manifests-command.ts';
import type { Installation } from './rights/permission.ts';

type Told = Exclude<Failure, { kind: 'notServed' }>;

/** A setting, or a patch annotation, that cannot be brought about. */
export function failureOf({ at, message, fix }: FieldFinding): Failure {
  return { kind: 'failed', message: `${at} ${message}: ${fix}` };
}

/** What the server refused, and what we could not ask it. */
export function refusedFailure({ verdict }: Pick<Done, 'verdict'>, fix: string): readonly Told[] {
  if (verdict.verdict === 'failed')
    return [{ kind: 'failed', message: `${verdict.because}; report it as a bug of the operator` }];
  if (verdict.verdict !== 'refused') return [];
  const { because: message, forbidden } = verdict;
  return [forbidden ? { kind: 'forbidden', message, fix } : { kind: 'failed', message }];
}

/** What somebody has to remove; the rest passes by itself. */
export function obstacleFailure(finding: OperandFinding, fix: string): readonly Failure[] {
  const { operand, message } = finding;
  switch (finding.reason) {
    case 'NotServed':
      return [{ kind: 'notServed', operand, definition: finding.definition, lack: finding.lack }];
    case 'Forbidden':
      return [{ kind: 'forbidden', message, fix, unseen: operand }];
    case 'ImageMissing':
      return [{ kind: 'failed', message: `${message}. Fix: ${finding.fix}` }];
    case 'Unread':
    case 'Terminating':
      return [];
  }
}

/** What the server said when it would not take a write to the HyperConverged. */
export function refusalFailure({ message, status }: HyperConvergedRefusal, fix: string): Told {
  return isMissingPermission(status) ? { kind: 'forbidden', message, fix } : { kind: 'failed', message };
}

/** How to give the operator what it lacks. */
export function grantFix(installation: Installation): string {
  return `grant it with: ${manifestsCommand(installation)}`;
}
