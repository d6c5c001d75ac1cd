import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'archipelago_other_operators';

/** While it is so nothing is written, not even the status: nothing else tells it. */
export const archipelagoOtherOperatorRuns: Alert = {
  name: 'ArchipelagoOtherOperatorRuns',
  expression: compare(series(gauge), '>', 0),
  for: 600,
  severity: 'warning',
  impact: 'critical',
  summary: 'The HyperConverged Cluster Operator runs beside Archipelago',
  description:
    'Two operators would undo the work of each other, so that Archipelago writes nothing until the other one has stopped.',
  origin: 'ours',
  runbook: {
    meaning:
      'A Deployment of the HyperConverged Cluster Operator, or of its webhook, runs in the namespace of the operator, or is to run. During a change from one to the other that is usual for a few minutes.',
    impact:
      'Archipelago carries nothing out: no setting, no boot source, no status. The other operator does, by its own rules.',
    diagnosis: [
      {
        say: 'See which Deployment it is; the message has the command that stops it.',
        run: 'kubectl get events -n {namespace} --field-selector reason=AnotherOperator',
        prints: 'LAST SEEN TYPE REASON OBJECT MESSAGE ... AnotherOperator ...',
      },
    ],
    mitigations: [
      {
        title: 'Stop the other operator',
        when: 'Archipelago is to look after the cluster',
        steps: [
          {
            say: 'Where OLM has installed it, remove its Subscription and its ClusterServiceVersion instead: OLM scales back what somebody else has scaled.',
            run: 'kubectl scale deployment hyperconverged-cluster-operator -n {namespace} --replicas=0',
            prints: 'deployment.apps/hyperconverged-cluster-operator scaled',
          },
        ],
      },
      {
        title: 'Remove Archipelago',
        when: 'the other operator is to go on',
        steps: [
          {
            say: 'Delete what `archipelago manifests` prints, but for the definition of HyperConvergeds and the namespace, which the other operator has, too.',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires when it has run for ten minutes',
      series: { [gauge]: '0 1x15 0x4' },
      at: { 10: [], 12: [{}], 18: [] },
    },
    {
      does: 'keeps quiet during a change of operators',
      series: { [gauge]: '2x5 0x10' },
      at: { 5: [], 12: [] },
    },
  ],
};
