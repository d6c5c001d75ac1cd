import { systemClock } from '@archipelago/apimachinery';
import { createLeaderElection, type LeaderElection } from '@archipelago/kube-client';
import { operatorName } from './mirror/cluster-resources.ts';
import type { OperatorEvent } from './options/operator-event.ts';
import type { OperatorOptions } from './options/running-operator.ts';

interface Electing {
  readonly options: OperatorOptions;
  readonly onProblem: (message: string) => void;
  readonly tell: (event: OperatorEvent) => void;
  readonly onElected: () => void;
  readonly onLost: (because: string) => void;
}

/** Undefined: this process leads without asking. */
export function createElection({ options, tell, ...heard }: Electing): LeaderElection | undefined {
  const { client, namespace, election, clock = systemClock, random = Math.random } = options;
  if (election === undefined) return undefined;
  const lease = { namespace, name: operatorName };
  const onHolder = (holder: string) => {
    if (holder === election.identity) return;
    tell({ type: 'waiting', leader: holder, lease: `${namespace}/${operatorName}` });
  };
  return createLeaderElection({ client, lease, clock, random, onHolder, ...heard, ...election });
}
