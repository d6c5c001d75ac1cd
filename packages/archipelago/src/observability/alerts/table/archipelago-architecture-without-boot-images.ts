import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'archipelago_workload_boot_images';
const of = (architecture: string) => `${gauge}{architecture="${architecture}"}`;

/** Nodes that no machine can be started on from a boot image of the cluster. */
export const archipelagoArchitectureWithoutBootImages: Alert = {
  name: 'ArchipelagoArchitectureWithoutBootImages',
  expression: compare(series(gauge), '==', 0),
  for: 900,
  severity: 'warning',
  impact: 'none',
  summary: 'There is no boot image for {architecture}, and workload nodes have it',
  description:
    'Nobody can start a machine on nodes of {architecture} from an image of the cluster. Add a golden image for it, or leave these nodes out of the workloads.',
  origin: 'ours',
  runbook: {
    meaning:
      'Machines may run on nodes of this architecture, and none of the golden images is imported for it.',
    impact: 'These nodes stay empty, or machines are placed on them that do not boot.',
    diagnosis: [
      {
        say: 'See which images there are for which architecture. Where it says notSupported, the line names what the image has, or what the annotation lists.',
        run: 'archipelago images',
        prints: 'TEMPLATE ARCH DATASOURCE STATE ... notSupported ... the ...',
      },
    ],
    mitigations: [
      {
        title: 'Add a golden image for it',
        steps: [
          {
            say: 'Find an image that has the architecture, and add a template for it to `spec.dataImportCronTemplates`. Where a template of yours has it and does not say so, correct its annotation; here that of `custom`, the first one (the command names the template twice, by its place, counted from 0, and by its name, so that it changes no other).',
            run: `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=json -p '[{"op":"test","path":"/spec/dataImportCronTemplates/0/metadata/name","value":"custom"},{"op":"replace","path":"/spec/dataImportCronTemplates/0/metadata/annotations/ssp.kubevirt.io~1dict.architectures","value":"amd64,arm64,s390x"}]'`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched',
          },
        ],
      },
      {
        title: 'Leave these nodes out',
        when: 'no machines are wanted on them',
        steps: [
          {
            say: 'Place workloads on nodes of the other architectures only, here amd64 and arm64. Machines that run elsewhere have to be stopped first: the placement is not changed under them.',
            run: `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=merge -p '{"spec":{"workloads":{"nodePlacement":{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"kubernetes.io/arch","operator":"In","values":["amd64","arm64"]}]}]}}}}}}}'`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires for the architecture that has none',
      series: { [of('amd64')]: '3x20', [of('s390x')]: '0x17 1x3' },
      at: { 14: [], 16: [{ architecture: 's390x' }], 19: [] },
    },
    {
      does: 'keeps quiet where each has at least one, and until nodes have joined for a while',
      series: { [of('amd64')]: '3x20', [of('s390x')]: '0x12 1x8' },
      at: { 12: [], 19: [] },
    },
  ],
};
