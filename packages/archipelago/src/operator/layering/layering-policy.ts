import type { ExecutionPolicy } from '../../engine/execution-policy.ts';

/** One after the other; what follows was planned with the success of what is before it. */
export const layeringPolicy: ExecutionPolicy = {
  parallel: { creates: 1 },
  onStale: 'stop',
  onRefusal: 'statusesOnly',
};
