import { createLeaderElection, type KubernetesClient, type LeaderElection } from '@archipelago/kube-client';
import { operatorName } from '../../../operator/mirror/cluster-resources.ts';
import { upIdentity } from '../../cluster/up-identity.ts';

const minuteMs = 60_000;
/** The cluster ends with its operator, so that now and then will do. */
const timing = { leaseDurationMs: 5 * minuteMs, renewDeadlineMs: 4 * minuteMs, retryPeriodMs: minuteMs };

/**
 * Holds the operator's lease, so that others see that one is there: `archipelago status`, and an operator that is started beside it. The
 * operator of `up` does not wait for it: it is alone in its cluster.
 */
export function holdLease(client: KubernetesClient, namespace: string): LeaderElection {
  const ignore = () => undefined;
  const election = createLeaderElection({
    client,
    lease: { namespace, name: operatorName },
    identity: upIdentity,
    timing,
    ...{ onElected: ignore, onLost: ignore },
  });
  election.start();
  return election;
}
