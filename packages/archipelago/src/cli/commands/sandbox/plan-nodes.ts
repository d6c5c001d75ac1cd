import type { KubernetesObject } from '@archipelago/apimachinery';
import { simulatedNodes } from '../../../simulation/actors/simulated-nodes.ts';
import { scenarioNodes } from '../../../simulation/scenarios/scenario-nodes.ts';
import type { SandboxPlan } from './sandbox-options.ts';

/** The Nodes that a sandbox is to have; `now` is an RFC 3339 time. */
export function planNodes(
  { workers, scenario }: Pick<SandboxPlan, 'workers' | 'scenario'>,
  now: string,
): readonly KubernetesObject[] {
  return scenario === undefined ? simulatedNodes(now, workers) : scenarioNodes(scenario, now);
}
