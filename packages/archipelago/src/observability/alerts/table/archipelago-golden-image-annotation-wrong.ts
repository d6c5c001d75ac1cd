import type { Alert } from '../alert.ts';
import { compare, series } from '../expression.ts';

const gauge = 'archipelago_golden_image_architectures_agree';
const image = { data_import_cron_name: 'custom', managed_data_source_name: 'custom' };
const ofImage = `${gauge}{data_import_cron_name="custom",managed_data_source_name="custom"}`;

/** Upstream asks no registry, so it cannot know. */
export const archipelagoGoldenImageAnnotationWrong: Alert = {
  name: 'ArchipelagoGoldenImageAnnotationWrong',
  expression: compare(series(gauge), '==', 0),
  for: 900,
  severity: 'warning',
  impact: 'none',
  summary: 'The golden image {data_import_cron_name} lacks an architecture that its annotation names',
  description:
    'The import for that architecture fails, or machines of the DataSource {managed_data_source_name} do not boot. Correct the annotation, or name an image that has it.',
  origin: 'ours',
  finding: 'VD903',
  runbook: {
    meaning:
      'The annotation `ssp.kubevirt.io/dict.architectures` of a template says something else than the registry that has the image.',
    impact: 'An architecture that the annotation names and the image lacks gets no boot image that works.',
    diagnosis: [
      {
        say: 'See both: what the annotation says and what the registry says. The fix stands below.',
        run: 'archipelago images doctor',
        prints:
          '... the annotation lists ... but the index of the image has ... (IndexLacksArchitecture) ...',
      },
    ],
    mitigations: [
      {
        title: 'Correct the annotation',
        steps: [
          {
            say: 'Write what the registry says; here for `custom`, the first template (the command names the template twice, by its place, counted from 0, and by its name, so that it changes no other).',
            run: `kubectl patch hyperconverged kubevirt-hyperconverged -n {namespace} --type=json -p '[{"op":"test","path":"/spec/dataImportCronTemplates/0/metadata/name","value":"custom"},{"op":"replace","path":"/spec/dataImportCronTemplates/0/metadata/annotations/ssp.kubevirt.io~1dict.architectures","value":"amd64,arm64"}]'`,
            prints: 'hyperconverged.hco.kubevirt.io/kubevirt-hyperconverged patched',
          },
        ],
      },
      {
        title: 'Push what is missing',
        when: 'the image should have that architecture',
        steps: [
          {
            say: 'Build the image for it and push an index with all of them. The operator asks the registry again by itself.',
          },
        ],
      },
    ],
  },
  examples: [
    {
      does: 'fires after a quarter of an hour',
      series: { [ofImage]: '0x18 1x3' },
      at: { 14: [], 16: [image], 20: [] },
    },
    { does: 'keeps quiet where both agree', series: { [ofImage]: '1x20' }, at: { 18: [] } },
  ],
};
