import { timestamp } from '@archipelago/apimachinery';
import type { MachineOsBuildStatus } from '../api/machine-os-build-status-schema.ts';
import { conditionsAt, type WantedCondition } from './conditions.ts';
import { failedCredentials } from './credentials.ts';
import type { ObservedBuild } from './observed-build.ts';
import type { PlanContext } from './plan-context.ts';

type BuildPhase = NonNullable<MachineOsBuildStatus['phase']>;

/** What a build's status is to say; times and conditions follow. */
export interface BuildOutcome
  extends Omit<MachineOsBuildStatus, 'conditions' | 'buildStart' | 'buildEnd' | 'phase'> {
  readonly phase: BuildPhase;
}

/** The whole status: with times that stay, and the conditions that users of the Machine Config Operator know. */
export function buildStatus(
  context: PlanContext,
  build: ObservedBuild,
  outcome: BuildOutcome,
): MachineOsBuildStatus {
  const { draft } = context;
  const { status: before } = build;
  const buildStart = before.buildStart ?? draft.stamp();
  const ends = ['Succeeded', 'Failed', 'Interrupted', 'Superseded'].includes(outcome.phase);
  const end = () => timestamp(Math.max(draft.now, Date.parse(buildStart) + 1000));
  return {
    ...outcome,
    ...(outcome.message === undefined ? {} : { message: outcome.message.slice(0, 4000) }),
    conditions: conditionsAt(conditionsOf(outcome), before.conditions, () => draft.stamp()),
    buildStart,
    ...(ends ? { buildEnd: before.buildEnd ?? end() } : {}),
    ...(outcome.phase === 'Failed' ? { credentials: failedCredentials(context, outcome) } : {}),
  };
}

/** Which of the five known conditions is True. */
function knownCondition(phase: BuildPhase): string {
  switch (phase) {
    case 'Pending':
    case 'WaitingForNodes':
      return 'Prepared';
    case 'Building':
    case 'Assembling':
    case 'Verifying':
      return 'Building';
    case 'Succeeded':
    case 'Failed':
      return phase;
    case 'Interrupted':
    case 'Superseded':
      return 'Interrupted';
  }
}

function conditionsOf({ phase, reason, message = '', assembly, verification }: BuildOutcome) {
  const known = knownCondition(phase);
  const five = ['Prepared', 'Building', 'Failed', 'Interrupted', 'Succeeded'].map(
    (type): WantedCondition => ({
      type,
      status: type === known ? 'True' : 'False',
      reason: type === known ? (reason ?? phase) : phase,
      message: type === known ? message : '',
    }),
  );
  const assembled = assembly?.published !== undefined;
  return [
    ...five,
    conditionOf('Assembled', assembled, phase, assembled ? 'published' : 'not published'),
    conditionOf(
      'Verified',
      verification?.ok === true,
      verification === undefined ? 'NotYet' : verification.ok ? 'AllChecks' : 'CheckFailed',
      verification?.ok === false ? message : '',
    ),
  ];
}

function conditionOf(type: string, is: boolean, reason: string, message: string): WantedCondition {
  return { type, status: is ? 'True' : 'False', reason, message };
}
