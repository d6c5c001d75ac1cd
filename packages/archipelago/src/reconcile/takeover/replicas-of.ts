import { type JsonObject, numberAt } from '@archipelago/apimachinery';

/** How many pods a Deployment has. */
interface Replicas {
  readonly wanted: number;
  readonly running: number;
  readonly ready: number;
}

export function replicasOf(deployment: JsonObject): Replicas {
  return {
    // the API server's default
    wanted: numberAt(deployment, 'spec', 'replicas') ?? 1,
    running: numberAt(deployment, 'status', 'replicas') ?? 0,
    ready: numberAt(deployment, 'status', 'readyReplicas') ?? 0,
  };
}
