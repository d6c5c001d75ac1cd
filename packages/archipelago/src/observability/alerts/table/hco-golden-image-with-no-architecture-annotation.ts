import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'kubevirt_hco_dataimportcrontemplate_with_architecture_annotation';
const image = { data_import_cron_name: 'custom', managed_data_source_name: 'custom' };
const ofImage = `${gauge}{data_import_cron_name="custom",managed_data_source_name="custom"}`;

/** Upstream's; with us it is quiet where the registry says what the annotation does not. */
export const hcoGoldenImageWithNoArchitectureAnnotation: Alert = {
  name: 'HCOGoldenImageWithNoArchitectureAnnotation',
  expression: compare(series(gauge), '==', 0),
  for: 0,
  severity: 'warning',
  impact: 'none',
  summary: 'Nobody says which architectures the golden image {data_import_cron_name} has',
  description:
    'The DataSource {managed_data_source_name} gets an image of an unknown architecture, and machines that start from it may not boot. Add the annotation ssp.kubevirt.io/dict.architectures to the template.',
  origin: 'upstream',
  finding: 'VD809',
  runbook: {
    meaning:
      'The feature gate `enableMultiArchBootImageImport` is on, and a template of `spec.dataImportCronTemplates` has no annotation `ssp.kubevirt.io/dict.architectures`; its registry did not tell the architectures either.',
    impact:
      'The image is imported once, and nobody knows for which architecture. Machines of another one do not boot from it.',
    diagnosis: [
      {
        say: 'See what is known about each golden image: `any` stands for an architecture that nobody knows, and where the import fails, too, the line says why.',
        run: 'archipelago images',
        prints: 'TEMPLATE ARCH DATASOURCE STATE ... any ...',
      },
      {
        say: 'See which templates lack the annotation, and why the registry did not tell. `archipelago images inspect` asks it with your own login.',
        run: 'archipelago doctor --only VD809,VD902',
        prints: 'architectures ! VD809 Template ...: the annotation is missing. ...',
      },
    ],
    mitigations: [
      {
        title: 'Say which architectures the image has',
        steps: [
          {
            say: 'Add the annotation to the template, a list with commas; here to `custom`, the first one (the command names the template twice, by its place, counted from 0, and by its name, so that it changes no other). A template without any annotation needs an empty map before it: `{"op":"add","path":"/spec/dataImportCronTemplates/0/metadata/annotations","value":{}}`.',
            run: `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=json -p '[{"op":"test","path":"/spec/dataImportCronTemplates/0/metadata/name","value":"custom"},{"op":"add","path":"/spec/dataImportCronTemplates/0/metadata/annotations/ssp.kubevirt.io~1dict.architectures","value":"amd64,arm64"}]'`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched',
          },
        ],
      },
      {
        title: 'Let the registry say it',
        when: 'the registry is one that the operator may ask',
        steps: [
          {
            say: 'Give the template an image index, and the operator a login to the registry where it needs one. It asks again by itself; `archipelago images` tells what it was answered.',
          },
        ],
      },
    ],
  },
  examples: [
    { does: 'fires for the image', series: { [ofImage]: '0 0 1' }, at: { 0: [image], 2: [] } },
    { does: 'keeps quiet about an image that is known', series: { [ofImage]: '1x5' }, at: { 4: [] } },
    { does: 'ends when the image is removed', series: { [ofImage]: '0 0 stale' }, at: { 1: [image], 2: [] } },
  ],
};
