import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'kubevirt_hco_hyperconverged_cr_exists';

/** Upstream's. */
export const hcoInstallationIncomplete: Alert = {
  name: 'HCOInstallationIncomplete',
  expression: compare(series(gauge), '==', 0),
  for: 3_600,
  severity: 'info',
  impact: 'critical',
  summary: 'There has been no HyperConverged for an hour',
  description:
    'The operator is installed and has nothing to do: create a HyperConverged, or remove the operator.',
  origin: 'upstream',
  finding: 'VD001',
  runbook: {
    meaning:
      'The operator runs, and for an hour there has been no HyperConverged that says what it should install.',
    impact: 'No virtual machines: neither KubeVirt nor any other operand is installed.',
    diagnosis: [
      {
        say: 'See that there is none.',
        run: 'kubectl get hyperconverged -A',
        prints: 'No resources found',
      },
    ],
    mitigations: [
      {
        title: 'Create a HyperConverged',
        steps: [
          {
            say: 'An empty one is enough: every setting has a default.',
            run: `kubectl create -f - <<'EOF'\napiVersion: hco.kubevirt.io/v1beta1\nkind: HyperConverged\nmetadata:\n  name: kubevirt-hyperconverged\n  namespace: {namespace}\nEOF`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged created',
          },
        ],
      },
      {
        title: 'Remove the operator',
        when: 'nobody wants virtual machines',
        steps: [
          {
            say: 'Delete what `archipelago manifests` prints, with the flags that it was installed with: pipe it into `kubectl delete -f -`.',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires after an hour without one',
      series: { [gauge]: '0x70 1x20' },
      at: { 59: [], 61: [{}], 75: [] },
    },
    { does: 'keeps quiet where there is one', series: { [gauge]: '1x90' }, at: { 80: [] } },
  ],
};
