import { isMissingPermission } from '@archipelago/kube-client';
import type { Finding } from '../api/finding.ts';
import type { FieldFinding } from '../config/framework/setting.ts';
import type { Done } from '../engine/verdict.ts';
import type { Failure } from '../reconcile/failure.ts';
import type { OperandFinding } from '../reconcile/operand-finding.ts';
import type { HyperConvergedRefusal } from './hyper-converged-refusal.ts';
import { manifestsCommand } from './rights/manifests-command.ts';
import type { Installation } from './rights/permission.ts';

type Told = Exclude<Failure, { kind: 'notServed' }>;

/** A patch annotation of the configuration in force that keeps its operand from being written. */
export function heldFailure({ at, message, fix }: FieldFinding): Failure {
  return {
    kind: 'refused',
    message: `its operand stays as it is: ${at} ${message}: ${fix}`,
    leaves: 'operand',
  };
}

/** For an event: a configuration that is refused. */
export function refusedFinding({ message }: Extract<Failure, { kind: 'refused' }>): Finding {
  return { level: 'error', reason: 'ConfigurationRefused', message };
}

/** For an event: what holds as it was accepted once, and would not be accepted any more. */
export function sparedFinding({ at, message, fix }: FieldFinding): Finding {
  const said = `${message}, and holds as it was accepted before that was refused`;
  return { level: 'warning', reason: 'ConfigurationOutdated', at, message: said, fix };
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

/** As `refusalFailure`; that the server takes no write to a refused configuration, either, says nothing about operands. */
export function unadoptedFailure(
  refusal: HyperConvergedRefusal,
  refused: Failure | undefined,
  fix: string,
): Failure {
  const failure = refusalFailure(refusal, fix);
  return refused === undefined || failure.kind !== 'failed'
    ? failure
    : { kind: 'refused', message: failure.message, leaves: 'nothing' };
}

/** How to give the operator what it lacks. */
export function grantFix(installation: Installation): string {
  return `grant it with: ${manifestsCommand(installation)}`;
}
