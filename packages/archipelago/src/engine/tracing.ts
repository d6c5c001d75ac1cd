import type { WorkOutcome } from '@archipelago/kube-client';

/** Traces what the operator does; where nobody asks for traces there is none. */
export interface Tracing {
  /** One pass of a controller, from beginning to end; requests sent meanwhile belong to it. */
  pass(controller: string, work: () => Promise<WorkOutcome>): Promise<WorkOutcome>;
}
