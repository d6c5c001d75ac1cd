import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'kubevirt_hco_dataimportcrontemplate_with_supported_architectures';
const image = { data_import_cron_name: 'custom', managed_data_source_name: 'custom' };
const ofImage = `${gauge}{data_import_cron_name="custom",managed_data_source_name="custom"}`;

/** Upstream's. */
export const hcoGoldenImageWithNoSupportedArchitecture: Alert = {
  name: 'HCOGoldenImageWithNoSupportedArchitecture',
  expression: compare(series(gauge), '==', 0),
  for: 0,
  severity: 'warning',
  impact: 'none',
  summary: 'No workload node can run the golden image {data_import_cron_name}',
  description:
    'The image is not imported, so there is no DataSource {managed_data_source_name}. Add nodes of an architecture that it has, or name another image.',
  origin: 'upstream',
  runbook: {
    meaning:
      'The annotation `ssp.kubevirt.io/dict.architectures` of the template names no architecture that a workload node has (`status.nodeInfo.workloadsArchitectures`).',
    impact:
      'The image is left out. Who creates a machine from its DataSource waits for a disk that never comes.',
    diagnosis: [
      {
        say: 'Compare what the image has with what the nodes are.',
        run: `kubectl get hyperconverged kubevirt-hyperconverged -n {namespace} -o jsonpath='{.status.nodeInfo.workloadsArchitectures}{"\\n"}{range .status.dataImportCronTemplates[*]}{.metadata.name}: {.status.originalSupportedArchitectures}{"\\n"}{end}'`,
        prints: '["amd64"] ... custom: arm64 ...',
      },
    ],
    mitigations: [
      {
        title: 'Use an image that the nodes can run',
        when: 'there is one for these nodes, under another name or only the annotation is wrong',
        steps: [
          {
            say: 'Name the image, and the architectures that it has: here the annotation of `custom`, the first template (the command names the template twice, by its place, counted from 0, and by its name, so that it changes no other).',
            run: `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=json -p '[{"op":"test","path":"/spec/dataImportCronTemplates/0/metadata/name","value":"custom"},{"op":"replace","path":"/spec/dataImportCronTemplates/0/metadata/annotations/ssp.kubevirt.io~1dict.architectures","value":"amd64"}]'`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched',
          },
        ],
      },
      {
        title: 'Do without the image',
        when: 'nobody needs it',
        steps: [
          {
            say: 'A template of your own is removed from the list, here `custom`, the first one. A common one is disabled instead: an entry of its name with the annotation `dataimportcrontemplate.kubevirt.io/enable: "false"`.',
            run: `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=json -p '[{"op":"test","path":"/spec/dataImportCronTemplates/0/metadata/name","value":"custom"},{"op":"remove","path":"/spec/dataImportCronTemplates/0"}]'`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched',
          },
        ],
      },
      {
        title: 'Add nodes',
        when: 'machines of that architecture are wanted',
        steps: [
          {
            say: 'Join a node of an architecture that the image has. The image is imported as soon as it is there.',
          },
        ],
      },
    ],
  },
  examples: [
    { does: 'fires for the image', series: { [ofImage]: '0 0 1' }, at: { 0: [image], 2: [] } },
    { does: 'keeps quiet where a node can run it', series: { [ofImage]: '1x5' }, at: { 4: [] } },
  ],
};
