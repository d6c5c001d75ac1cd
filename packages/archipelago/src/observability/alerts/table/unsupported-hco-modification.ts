import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'kubevirt_hco_unsafe_modifications';
const annotation = { annotation_name: 'kubevirt.kubevirt.io/jsonpatch' };
const ofKubeVirt = `${gauge}{annotation_name="${annotation.annotation_name}"}`;

/** Upstream's. */
export const unsupportedHcoModification: Alert = {
  name: 'UnsupportedHCOModification',
  expression: { is: 'sum', by: ['annotation_name', 'namespace'], of: compare(series(gauge), '>', 0) },
  for: 0,
  severity: 'info',
  impact: 'none',
  summary: 'The annotation {annotation_name} changes an operand (operations: {value})',
  description:
    'A jsonpatch annotation of the HyperConverged changes an operand past all checks, and an upgrade can break it. Set the field of the HyperConverged that stands for it, if there is one, and remove the annotation.',
  origin: 'upstream',
  finding: 'VD003',
  runbook: {
    meaning:
      'The HyperConverged has a jsonpatch annotation. Its operations are applied to an operand after everything else, and nobody checks them.',
    impact:
      'None now. The operand may be configured in a way that was never tried, and an upgrade may give the path of an operation another meaning.',
    diagnosis: [
      {
        say: 'See which operations there are.',
        run: `kubectl get hyperconverged kubevirt-hyperconverged -n {namespace} -o jsonpath='{.metadata.annotations}'`,
        prints: '{...kubevirt.kubevirt.io/jsonpatch...}',
      },
      {
        say: 'See which field of the HyperConverged stands for the same, if one does.',
        run: 'archipelago explain KubeVirt.spec.configuration.migrations.allowPostCopy',
        prints:
          'KubeVirt ... spec.configuration.migrations.allowPostCopy: ... spec.liveMigrationConfig.allowPostCopy ...',
      },
    ],
    mitigations: [
      {
        title: 'Remove the annotation',
        steps: [
          {
            say: 'Set the field of the HyperConverged first, where there is one; then remove the annotation. This one is for KubeVirt; for another operand use the name that the alert gives.',
            run: 'kubectl annotate hyperconverged kubevirt-hyperconverged -n {namespace} kubevirt.kubevirt.io/jsonpatch-',
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged annotate...',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires while there is an operation',
      series: { [ofKubeVirt]: '0 0 2 2 0 0' },
      at: { 1: [], 2: [annotation], 5: [] },
    },
    { does: 'keeps quiet about a list without any', series: { [ofKubeVirt]: '0x5' }, at: { 4: [] } },
  ],
};
