import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'kubevirt_hco_misconfigured_descheduler';

/** Upstream's. */
export const hcoMisconfiguredDescheduler: Alert = {
  name: 'HCOMisconfiguredDescheduler',
  expression: compare(series(gauge), '==', 1),
  for: 0,
  severity: 'critical',
  impact: 'critical',
  summary: 'The descheduler does not know virtual machines',
  description:
    'The descheduler takes a migration that has begun for an eviction that failed, and evicts ever more machines. Set profileCustomizations.devEnableEvictionsInBackground, or a profile that is made for KubeVirt.',
  origin: 'upstream',
  finding: 'VD710',
  runbook: {
    meaning:
      'There is a KubeDescheduler, and neither its profiles nor `profileCustomizations.devEnableEvictionsInBackground` tell it that evicting a virtual machine means migrating it.',
    impact:
      'The descheduler asks for the eviction of one machine after the other because none seems to succeed. That ends in a storm of migrations.',
    diagnosis: [
      {
        say: 'See what the descheduler is told.',
        run: 'kubectl get kubedescheduler cluster -n openshift-kube-descheduler-operator -o yaml',
        prints: '... kind: KubeDescheduler ... spec: ... profiles: ...',
      },
    ],
    mitigations: [
      {
        title: 'Tell the descheduler that evictions go on in the background',
        steps: [
          {
            say: 'Merge the customization into its configuration.',
            run: `kubectl patch kubedescheduler cluster -n openshift-kube-descheduler-operator --type=merge -p '{"spec":{"profileCustomizations":{"devEnableEvictionsInBackground":true}}}'`,
            prints: 'kubedescheduler.operator.openshift.io/cluster patched',
          },
        ],
      },
    ],
  },
  examples: [
    { does: 'fires while it is wrong', series: { [gauge]: '0 1 1 0' }, at: { 0: [], 1: [{}], 3: [] } },
    { does: 'keeps quiet where it is right, or there is none', series: { [gauge]: '0x5' }, at: { 4: [] } },
  ],
};
