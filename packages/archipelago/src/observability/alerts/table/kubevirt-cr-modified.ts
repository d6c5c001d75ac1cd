import type { Alert } from '../alert.ts';
import { compare, type Expression, series } from '../expression.ts';

const counter = 'kubevirt_hco_out_of_band_modifications_total';
const window = 600;

/** A counter that is new says nothing by growing: it is there, and ten minutes ago it was not. */
const modified: Expression = {
  is: 'either',
  left: {
    is: 'both',
    left: compare({ is: 'round', of: { is: 'increase', of: series(counter), window } }, '>', 0),
    right: series(counter, {}, window),
  },
  right: {
    is: 'unless',
    left: compare(series(counter), '!=', 0),
    right: series(counter, {}, window),
  },
};

const kubevirt = { component_name: 'kubevirt-kubevirt-hyperconverged' };
const ofKubeVirt = `${counter}{component_name="${kubevirt.component_name}"}`;

/** Upstream's. */
export const kubeVirtCrModified: Alert = {
  name: 'KubeVirtCRModified',
  expression: { is: 'sum', by: ['component_name'], of: modified },
  for: 0,
  severity: 'warning',
  impact: 'warning',
  summary: 'Somebody changed {component_name} by hand ({value} in ten minutes)',
  description:
    'The operator has put {component_name} back as the HyperConverged says. Set what is wanted in the HyperConverged, or stop what changes the operand.',
  origin: 'upstream',
  runbook: {
    meaning:
      'An operand (KubeVirt, CDI, NetworkAddonsConfig, SSP or AAQ) was changed by somebody other than the operator, and the operator has reverted the change. Operands follow the HyperConverged; nothing else configures them.',
    impact:
      'What was changed is not in force. While two programs write in turn, the operand and its components are reconfigured again and again.',
    diagnosis: [
      {
        say: 'See which operand was changed, which field, from what to what, and who changed it.',
        run: 'kubectl get events -n {namespace} --field-selector reason=Overwritten',
        prints:
          'LAST SEEN TYPE REASON OBJECT MESSAGE ... Warning Overwritten hyperconverged/... Overwritten KubeVirt kubevirt-kubevirt-hyperconverged: spec. ... changed it ...',
      },
      {
        say: 'Who it was is the name of a field manager, which the writer chose himself; of a field that was taken away nobody is known. The audit log of the API server knows the user. See which managers have written to the operand, and when.',
        run: `kubectl get kubevirt -n {namespace} --show-managed-fields -o jsonpath='{range .items[*].metadata.managedFields[*]}{.time} {.manager}{"\\n"}{end}'`,
        prints: '... archipelago ...',
      },
      {
        say: 'See which setting of the HyperConverged decides about the field.',
        run: 'archipelago explain KubeVirt.spec.configuration.migrations.parallelMigrationsPerCluster',
        prints:
          'KubeVirt ... spec.configuration.migrations.parallelMigrationsPerCluster: ... spec.liveMigrationConfig.parallelMigrationsPerCluster ...',
      },
    ],
    mitigations: [
      {
        title: 'Set it in the HyperConverged',
        when: 'somebody wants the other value',
        steps: [
          {
            say: 'Write the value where it belongs. The alert ends ten minutes after the last change to the operand.',
            run: `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=merge -p '{"spec":{"liveMigrationConfig":{"parallelMigrationsPerCluster":7}}}'`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched',
          },
        ],
      },
      {
        title: 'Stop what changes the operand',
        when: 'nobody wants the other value',
        steps: [
          {
            say: 'The event names the field manager: usual are a person with kubectl-edit and a GitOps controller. Take the operand out of what it applies. The alert ends ten minutes after the last change.',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires when a counter appears, and ends ten minutes after the last change',
      series: { [ofKubeVirt]: '_x4 1x30' },
      at: { 3: [], 4: [kubevirt], 13: [kubevirt], 14: [] },
    },
    {
      does: 'fires when a counter grows',
      series: { [ofKubeVirt]: '3x19 4x30' },
      at: { 19: [], 21: [kubevirt], 40: [] },
    },
    {
      does: 'keeps quiet about a counter that is only there',
      series: { [ofKubeVirt]: '3x40' },
      at: { 30: [] },
    },
  ],
};
