import { operand } from '../../framework/operand.ts';

interface PriorityClass {
  readonly value: number;
  readonly description?: string;
}

/** The priority of KubeVirt's own components. */
export const priorityClass = operand<PriorityClass>({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  component: 'compute',
  name: () => 'kubevirt-cluster-critical',
  immutable: ['value', 'preemptionPolicy'],
  removal: 'stays',
  baseline: ({ opinion }) => [
    opinion('value', 1_000_000_000, 'the highest that Kubernetes leaves to users'),
    opinion(
      'description',
      'This priority class should be used for KubeVirt core components only.',
      'tells other workloads to keep away',
    ),
  ],
});
