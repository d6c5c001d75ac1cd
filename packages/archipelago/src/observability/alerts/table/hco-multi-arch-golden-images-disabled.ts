import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'kubevirt_hco_multi_arch_boot_images_enabled';
const read = 'kubectl get hyperconverged -n {namespace} kubevirt-hyperconverged -o yaml';

/** Upstream's. */
export const hcoMultiArchGoldenImagesDisabled: Alert = {
  name: 'HCOMultiArchGoldenImagesDisabled',
  expression: compare(series(gauge), '==', 0),
  for: 0,
  severity: 'warning',
  impact: 'none',
  summary: 'Workload nodes have several architectures, and boot images are imported for one',
  description:
    'Machines that are placed on a node of another architecture than their boot image do not start. Turn on the feature gate enableMultiArchBootImageImport, or limit workloads to nodes of one architecture.',
  origin: 'upstream',
  finding: 'VD808',
  runbook: {
    meaning:
      'Machines may run on nodes of several architectures (`status.nodeInfo.workloadsArchitectures`), and the feature gate `enableMultiArchBootImageImport` is off: each golden image is imported once, for the architecture of whatever node the import ran on.',
    impact:
      'A virtual machine that is scheduled onto a node of another architecture than its boot disk never boots.',
    diagnosis: [
      {
        say: 'See which architectures the workload nodes have, and whether `spec.workloads.nodePlacement` narrows them.',
        run: read,
        prints: '... nodeInfo: ... workloadsArchitectures: - amd64 - arm64 ...',
      },
      {
        say: 'See which boot images exist for which architecture: `any` is that of whatever node the import ran on.',
        run: 'archipelago images',
        prints: 'TEMPLATE ARCH DATASOURCE STATE ... centos-stream10-image-cron any centos-stream10 ...',
      },
    ],
    mitigations: [
      {
        title: 'Import boot images for each architecture',
        when: 'machines of several architectures are wanted; the feature is alpha',
        steps: [
          {
            say: 'Turn the gate on. `kubectl edit hyperconverged -n {namespace} kubevirt-hyperconverged -o yaml` does it in an editor.',
            run: `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=merge -p '{"spec":{"featureGates":{"enableMultiArchBootImageImport":true}}}'`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched',
          },
          {
            say: 'See that each image comes for each architecture.',
            run: 'archipelago images',
            prints: '... centos-stream10-image-cron amd64 ... arm64 ...',
          },
          {
            say: 'Templates of your own in `spec.dataImportCronTemplates` may need the annotation `ssp.kubevirt.io/dict.architectures`: see `archipelago runbook HCOGoldenImageWithNoArchitectureAnnotation`.',
          },
        ],
      },
      {
        title: 'Limit workloads to one architecture',
        when: 'machines of one architecture are enough',
        steps: [
          {
            say: 'Place workloads on nodes of that architecture only, amd64 here. Machines that run elsewhere have to be stopped first: the placement is not changed under them.',
            run: `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=merge -p '{"spec":{"workloads":{"nodePlacement":{"affinity":{"nodeAffinity":{"requiredDuringSchedulingIgnoredDuringExecution":{"nodeSelectorTerms":[{"matchExpressions":[{"key":"kubernetes.io/arch","operator":"In","values":["amd64"]}]}]}}}}}}}'`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched',
          },
          {
            say: 'See that one is left.',
            run: `kubectl get hyperconverged -n {namespace} kubevirt-hyperconverged -o jsonpath='{.status.nodeInfo.workloadsArchitectures}'`,
            prints: '["amd64"]',
          },
        ],
      },
    ],
  },
  examples: [
    { does: 'fires while the gate is off', series: { [gauge]: '0 0 1 1' }, at: { 0: [{}], 1: [{}], 3: [] } },
    { does: 'keeps quiet where there is one architecture', series: { other: '0x5' }, at: { 3: [] } },
  ],
};
