import type { KubernetesStatus } from '@archipelago/kube-client';

/** The server did not take a write to the HyperConverged. */
export class HyperConvergedRefusal extends Error {
  override readonly name = 'HyperConvergedRefusal';
  readonly status: KubernetesStatus;

  constructor(doing: string, status: KubernetesStatus) {
    super(`cannot ${doing} the HyperConverged: ${status.message}`);
    this.status = status;
  }
}
