import { systemClock } from '@archipelago/apimachinery';
import { createLeaderElection, type LeaderElection } from '@archipelago/kube-client';
import { operatorName } from './mirror/cluster-resources.ts';
import type { OperatorOptions } from './options/running-operator.ts';

interface Electing {
  readonly options: OperatorOptions;
  readonly onProblem: (message: string) => void;
  /** Another process holds the lease. */
  readonly onWaiting: (leader: string, lease: string) => void;
  readonly onElected: () => void;
  readonly onLost: (because: string) => void;
}

/** Undefined: this process leads without asking. */
export function createElection({ options, onWaiting, ...heard }: Electing): LeaderElection | undefined {
  const { client, namespace, election, clock = systemClock, random = Math.random } = options;
  if (election === undefined) return undefined;
  const lease = { namespace, name: operatorName };
  const onHolder = (holder: string) => {
    if (holder !== election.identity) onWaiting(holder, `${namespace}/${operatorName}`);
  };
  return createLeaderElection({ client, lease, clock, random, onHolder, ...heard, ...election });
}
