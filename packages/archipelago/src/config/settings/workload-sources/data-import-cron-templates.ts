import { bootImageNamespace } from '../../../golden-images/images/boot-image-namespace.ts';
import { type GoldenImage, goldenImages } from '../../../golden-images/images/golden-images.ts';
import { effectiveTemplates } from '../../../golden-images/templates/effective-templates.ts';
import {
  architecturesAnnotation,
  bindImmediatelyAnnotation,
  enableAnnotation,
  type Template,
  template,
} from '../../../golden-images/templates/template.ts';
import type { Cause, CauseOf } from '../../framework/cause.ts';
import type { Context } from '../../framework/context.ts';
import type { FieldPath } from '../../framework/field-path.ts';
import type { CausedItem } from '../../framework/landing.ts';
import { absent, type FieldFinding, setting } from '../../framework/setting.ts';
import { ssp } from '../../operands/ssp/ssp.ts';
import { listOf } from '../../shapes/list-of.ts';
import { withRules } from '../../shapes/rule.ts';
import { enableMultiArchBootImageImport } from '../feature-gates/enable-multi-arch-boot-image-import.ts';
import { commonBootImageNamespace } from './common-boot-image-namespace.ts';
import { enableCommonBootImageImport } from './enable-common-boot-image-import.ts';
import { reviewTemplates } from './review-templates.ts';

/** Golden images: custom ones, and changes to the common ones. */
export const dataImportCronTemplates = setting({
  path: 'dataImportCronTemplates',
  summary:
    'Custom golden images, and common ones that are modified or switched off; status lists all that are in effect.',
  schema: withRules(listOf(template, { maxItems: 256 }), [
    {
      reason: 'Duplicate',
      holds: (templates) => new Set(templates.map(({ metadata }) => metadata.name)).size === templates.length,
      cel: 'self.all(each, self.exists_one(other, other.metadata.name == each.metadata.name))',
      message: 'has two entries of the same name',
      fix: 'give each image a name of its own',
    },
  ]),
  with: [enableMultiArchBootImageImport, enableCommonBootImageImport, commonBootImageNamespace],
  review: (templates, { facts }): readonly FieldFinding[] => reviewTemplates(templates, facts),
  derive: imagesOf,
  lands: ({ derived }) => [derived(ssp, 'spec.commonTemplates.dataImportCronTemplates', imported)],
  examples: [
    {
      title: 'the Fedora image is not wanted',
      spec: {
        dataImportCronTemplates: [
          { metadata: { name: 'fedora-image-cron', annotations: { [enableAnnotation]: 'false' } } },
        ],
      },
      cluster: { platform: 'openshift' },
      lands: { 'SSP.spec.commonTemplates.dataImportCronTemplates[2]': absent },
    },
    {
      title: 'a custom image for two architectures',
      spec: {
        featureGates: { enableMultiArchBootImageImport: true },
        enableCommonBootImageImport: false,
        dataImportCronTemplates: [
          {
            metadata: { name: 'custom-image1', annotations: { [architecturesAnnotation]: 'amd64, arm64' } },
            spec: {
              schedule: '0 */12 * * *',
              managedDataSource: 'custom1',
              template: { spec: { source: { registry: { url: 'docker://myprivateregistry/custom1' } } } },
            },
          },
        ],
      },
      cluster: { platform: 'openshift' },
      lands: {
        [`SSP.spec.commonTemplates.dataImportCronTemplates[0].metadata.annotations["${architecturesAnnotation}"]`]:
          'amd64',
      },
    },
  ],
});

/** The golden images that follow from the templates and the common ones. */
function imagesOf(written: readonly Template[] | undefined, context: Context): readonly GoldenImage[] {
  const { facts, memory, answers, read } = context;
  const multiArchitecture = read(enableMultiArchBootImageImport) === true;
  const templates = effectiveTemplates({
    written: written ?? [],
    multiArchitecture,
    commonImport: read(enableCommonBootImageImport) !== false,
    commonNamespace: read(commonBootImageNamespace) ?? '',
    schedule: memory.dataImportSchedule,
  });
  return goldenImages(templates, {
    multiArchitecture,
    workloadArchitectures: facts.workloadArchitectures,
    answers,
    previous: memory.goldenImages,
    home: bootImageNamespace(facts.platform),
  });
}

/** What SSP gets: nothing where our own controller imports the images. */
function imported(images: readonly GoldenImage[], context: Context): readonly CausedItem[] {
  if (context.deployment.goldenImageImporter === 'builtin') return [];
  return images.flatMap((image) =>
    image.template === undefined ? [] : [{ value: image.template, cause: causesOf(image) }],
  );
}

/** Where a leaf of a template comes from: the entry, the cluster, or what ships with the product. */
function causesOf({ origin }: GoldenImage): CausedItem['cause'] {
  return (leaf, ofSetting) => {
    if (leaf.at(-1) === architecturesAnnotation)
      return { kind: 'fact', fact: 'architectures of the workload nodes and of the image' };
    return origin.kind === 'common' ? ofCommon(leaf) : fromEntry(leaf, origin.index, ofSetting);
  };
}

const ships: Cause = { kind: 'opinion', because: 'a golden image that comes with the product' };
const scheduled: Cause = { kind: 'fact', fact: 'schedule of the common golden images' };
const bound: Cause = { kind: 'opinion', because: 'images are ready before the first machine wants them' };

function ofCommon(leaf: FieldPath): Cause {
  switch (leaf.at(-1)) {
    case 'namespace':
      return { kind: 'written', by: commonBootImageNamespace.name };
    case 'schedule':
      return scheduled;
    case bindImmediatelyAnnotation:
      return bound;
    default:
      return ships;
  }
}

/** What the entry leaves out comes from the common image, or from us. */
function fromEntry(leaf: FieldPath, index: number, ofSetting: CauseOf): Cause {
  const cause = ofSetting([index, ...leaf]);
  if (cause.kind === 'written') return cause;
  switch (leaf.at(-1)) {
    case 'schedule':
      return scheduled;
    case bindImmediatelyAnnotation:
      return bound;
    default:
      return cause;
  }
}
