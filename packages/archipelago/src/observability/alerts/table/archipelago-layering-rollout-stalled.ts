import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'archipelago_layering_rollout_progress_timestamp_seconds';
const config = { config: 'worker' };

/** Nodes that should have another image by now. */
export const archipelagoLayeringRolloutStalled: Alert = {
  name: 'ArchipelagoLayeringRolloutStalled',
  expression: compare({ is: 'age', of: series(gauge) }, '>', 3_600),
  for: 300,
  severity: 'warning',
  impact: 'none',
  summary: 'The rollout of {config} has made no progress for an hour',
  description:
    'Some nodes run another image than the others. Look at the nodes that are left; a drain that is held up is usual.',
  origin: 'ours',
  runbook: {
    meaning: 'Nodes of the pool are to get another image, and for an hour none has begun or finished.',
    impact: 'The pool runs two images. Nodes that are cordoned take no new work.',
    diagnosis: [
      {
        say: 'See which nodes are left, and what each waits for.',
        run: 'archipelago layering status CONFIG',
        prints: 'CONFIG: ... ARCH WANTED BY NODES UP TO DATE UPDATING WAITING ...',
      },
      {
        say: 'See which budgets allow no disruption: they hold a drain up.',
        run: 'kubectl get poddisruptionbudgets -A',
        prints: 'NAMESPACE NAME MIN AVAILABLE MAX UNAVAILABLE ALLOWED DISRUPTIONS AGE ...',
      },
      {
        say: 'See what is left on a node that is being drained.',
        run: 'kubectl get pods -A -o wide --field-selector spec.nodeName=NODE-NAME',
        prints: 'NAMESPACE NAME READY STATUS ...',
      },
    ],
    mitigations: [
      {
        title: 'Let the drain go on',
        steps: [
          {
            say: 'Stop or migrate the pod or machine that cannot be evicted, or relax its budget: of a machine `virtctl migrate`, of a pod that may go for a while this. The rollout goes on by itself.',
            run: 'kubectl delete pod POD-NAME -n ITS-NAMESPACE',
            prints: 'pod "POD-NAME" deleted ...',
          },
        ],
      },
      {
        title: 'Take a node out that does not come back',
        when: 'a node is NotReady after its restart',
        steps: [
          {
            say: 'Repair it, or remove it from the pool: delete the Node, and let the machine be made anew.',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires when nothing has moved for an hour',
      series: { [`${gauge}{config="worker"}`]: '0x80 4800x5' },
      at: { 59: [], 67: [config], 82: [] },
    },
    {
      does: 'keeps quiet while nodes get their image, one after the other',
      series: { [`${gauge}{config="worker"}`]: '0+60x120' },
      at: { 119: [] },
    },
  ],
};
