import type { Transport } from '@archipelago/kube-client';
import { operatorName } from '../../packages/archipelago/src/operator/mirror/cluster-resources.ts';

/** The administrator's requests as those of the operator's account, with every right: webhook and policy do not ask about them. */
export function byOperator(transport: Transport, namespace: string): Transport {
  const headers = {
    'impersonate-user': `system:serviceaccount:${namespace}:${operatorName}`,
    'impersonate-group': 'system:masters',
  };
  return {
    ...transport,
    send: (request) => transport.send({ ...request, headers: { ...request.headers, ...headers } }),
  };
}
