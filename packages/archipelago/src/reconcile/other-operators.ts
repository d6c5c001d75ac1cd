import type { Finding } from '../api/finding.ts';
import { stopCommand } from './stop-command.ts';

/**
 * Deployments of the HyperConverged Cluster Operator, by the names of its releases and of products that are made of it. Its
 * webhook counts as well: it changes what is written to a HyperConverged.
 */
export const otherOperatorNames = [
  'hyperconverged-cluster-operator',
  'hyperconverged-cluster-webhook',
  'hco-operator',
  'hco-webhook',
] as const;

/** A Deployment, as far as it tells whether it runs. */
export interface SeenDeployment {
  readonly namespace: string;
  readonly name: string;
  /** Pods that are wanted. */
  readonly wanted: number;
  /** Pods that there are. */
  readonly running: number;
  readonly isGoing: boolean;
  /** The ClusterServiceVersion that OLM made it from; undefined: somebody else did. */
  readonly serviceVersion: string | undefined;
}

/** What is to be told of each Deployment that runs, or may come to: while there is any, nothing is written. */
export function otherOperators(deployments: readonly SeenDeployment[]): readonly Finding[] {
  return deployments.filter(({ wanted, running }) => wanted > 0 || running > 0).map(findingOf);
}

function findingOf(deployment: SeenDeployment): Finding {
  const { namespace, name, wanted, running, isGoing } = deployment;
  const isStopping = wanted === 0 || isGoing;
  const at = `Deployment ${namespace}/${name}`;
  const found = { level: 'error', reason: 'AnotherOperator', at } as const;
  const waiting = 'Archipelago writes nothing until it has stopped';
  if (isStopping)
    return {
      ...found,
      message: `of the HyperConverged Cluster Operator stops, ${running} of its pods are left: ${waiting}`,
    };
  return {
    ...found,
    message: `of the HyperConverged Cluster Operator runs, and two operators would undo each other's work: ${waiting}`,
    fix: stopCommand(deployment),
  };
}
