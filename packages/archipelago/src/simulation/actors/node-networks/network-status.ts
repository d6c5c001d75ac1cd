import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { type PlainCondition, timedConditions } from '../timed-conditions.ts';
import type { NodeOutcome } from './configure-nodes.ts';

const enactmentTypes = ['Available', 'Failing', 'Pending', 'Progressing', 'Aborted'] as const;

/** What is true of an enactment, and why. */
function verdict(outcome: NodeOutcome): Omit<PlainCondition, 'status'> {
  switch (outcome.is) {
    case 'configured':
      return { type: 'Available', reason: 'SuccessfullyConfigured', message: 'successfully reconciled' };
    case 'failed':
      return { type: 'Failing', reason: 'FailedToConfigure', message: outcome.message };
    case 'aborted':
      return {
        type: 'Aborted',
        reason: 'ConfigurationAborted',
        message: 'simulated: another node failed before this one was begun',
      };
  }
}

/** Status of a NodeNetworkConfigurationEnactment. */
export function enactmentStatus(
  outcome: NodeOutcome,
  policy: KubernetesObject,
  { before, now }: { readonly before: KubernetesObject | undefined; readonly now: string },
): JsonObject {
  const held = verdict(outcome);
  const conditions = enactmentTypes.map(
    (type): PlainCondition =>
      type === held.type ? { ...held, status: 'True' } : { type, status: 'False', reason: held.reason },
  );
  return {
    conditions: timedConditions(conditions, before, now),
    policyGeneration: policy.metadata.generation ?? 1,
  };
}

/** Status of a NodeNetworkConfigurationPolicy. */
export function policyStatus(
  outcomes: readonly NodeOutcome[],
  before: KubernetesObject,
  now: string,
): JsonObject {
  return { conditions: timedConditions(conditionsOf(outcomes), before, now) };
}

function conditionsOf(outcomes: readonly NodeOutcome[]): readonly PlainCondition[] {
  const all = outcomes.length;
  if (all === 0) {
    const none = { reason: 'NoMatchingNode', message: 'Policy does not match any node' };
    return [
      ...(['Available', 'Degraded', 'Progressing'] as const).map(
        (type) => ({ type, status: 'False', ...none }) as const,
      ),
      { type: 'Ignored', status: 'True', ...none },
    ];
  }
  const count = (is: NodeOutcome['is']) => outcomes.filter((one) => one.is === is).length;
  const [failed, aborted] = [count('failed'), count('aborted')];
  const isDegraded = failed > 0;
  const rest = aborted === 0 ? '' : `, ${aborted} nodes aborted configuration`;
  const told = isDegraded
    ? { reason: 'FailedToConfigure', message: `${failed}/${all} nodes failed to configure${rest}` }
    : { reason: 'SuccessfullyConfigured', message: `${all}/${all} nodes successfully configured` };
  return [
    { type: 'Available', status: isDegraded ? 'False' : 'True', ...told },
    { type: 'Degraded', status: isDegraded ? 'True' : 'False', ...told },
    { type: 'Progressing', status: 'False', reason: 'ConfigurationProgressing' },
    { type: 'Ignored', status: 'False', reason: told.reason },
  ];
}
