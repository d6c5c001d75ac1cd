import { valueAt } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { standardInputs } from '../cluster-facts/standard-cluster.ts';
import { causeAt, desiredOf } from '../config/admission.test-support.ts';
import { configure } from '../config/configure.ts';
import { derivedOf } from '../config/framework/resolve.ts';
import { dataImportCronTemplates } from '../config/settings/workload-sources/data-import-cron-templates.ts';
import { imageToProbe } from './images/image-knowledge.ts';
import { architecturesAnnotation, bindImmediatelyAnnotation } from './templates/template.ts';

const url = 'docker://registry.test/custom';
const spec = {
  featureGates: { enableMultiArchBootImageImport: true },
  enableCommonBootImageImport: false,
  dataImportCronTemplates: [
    {
      metadata: { name: 'custom' },
      spec: {
        schedule: '0 0 * * *',
        managedDataSource: 'custom',
        template: { spec: { source: { registry: { url } } } },
      },
    },
  ],
};

/** The custom image where the registry of `asked` has told these architectures; undefined: nobody asks. */
function custom(architectures: readonly string[] | undefined, asked = url) {
  const question = imageToProbe(
    { metadata: {}, spec: { template: { spec: { source: { registry: { url: asked } } } } } },
    'kubevirt-os-images',
  );
  const platforms = architectures?.map((architecture) => ({ architecture, digest: '', size: 1 }));
  const answers =
    platforms === undefined || question.kind !== 'image'
      ? undefined
      : new Map([[question.key, { kind: 'probed', digest: '1', single: false, platforms, at: '' } as const]]);
  const { resolution } = configure({ written: spec, spec, annotations: {} }, { ...standardInputs, answers });
  const [image] = derivedOf(dataImportCronTemplates, resolution) ?? [];
  return image;
}

describe('a golden image without annotation', () => {
  test('is imported as it comes where nobody asked its registry', () => {
    expect(
      valueAt(custom(undefined)?.template ?? {}, 'metadata', 'annotations', architecturesAnnotation),
    ).toBeUndefined();
  });
  test('is narrowed to what its registry told', () => {
    const image = custom(['arm64', 'amd64']);
    expect(valueAt(image?.template ?? {}, 'metadata', 'annotations', architecturesAnnotation)).toBe('amd64');
    expect(valueAt(image?.status ?? {}, 'status', 'originalSupportedArchitectures')).toBe('arm64,amd64');
    expect(image?.effective.architectures, 'what was written stays known').toBeUndefined();
  });
  test('is not imported where no node has what its registry told', () => {
    expect(custom(['s390x'])?.template).toBeUndefined();
  });
  test('what is known of another image does not count', () => {
    const image = custom(['s390x'], `${url}:2`);
    expect(image?.template).toBeDefined();
  });
});

const written = {
  commonBootImageNamespace: 'images',
  dataImportCronTemplates: [
    ...spec.dataImportCronTemplates,
    { metadata: { name: 'fedora-image-cron' }, spec: { ...spec.dataImportCronTemplates[0]?.spec } },
  ],
};

describe('the status of a golden image', () => {
  const { resolution } = configure({ written, spec: written, annotations: {} }, standardInputs);

  test.each([
    ['centos-stream9-image-cron', 'common', { commonTemplate: true }],
    ['custom', 'custom', {}],
    ['fedora-image-cron', 'modified', { commonTemplate: true, modified: true }],
  ])('says of %s that it is %s', (name, kind, status) => {
    const image = (derivedOf(dataImportCronTemplates, resolution) ?? []).find((one) => one.name === name);
    expect(image?.origin.kind).toBe(kind);
    expect(image?.status.status).toEqual(status);
  });
});

describe('the cause of a leaf of a golden image', () => {
  const { operands } = desiredOf({ spec: written, cluster: { platform: 'openshift' } });
  const list = 'SSP.spec.commonTemplates.dataImportCronTemplates';
  const entry = (index: number, leaf: string) => ({
    kind: 'written',
    by: `spec.dataImportCronTemplates[${index}].${leaf}`,
  });
  const scheduled = { kind: 'fact', fact: 'schedule of the common golden images' };
  const bound = { kind: 'opinion', because: 'images are ready before the first machine wants them' };
  const ships = { kind: 'opinion', because: 'a golden image that comes with the product' };
  const bind = `metadata.annotations["${bindImmediatelyAnnotation}"]`;

  // in the order of the names: centos-stream10, centos-stream9, custom, fedora
  test.each([
    ['a common one', 0, 'metadata.name', ships],
    ['a common one', 0, 'metadata.namespace', { kind: 'written', by: 'spec.commonBootImageNamespace' }],
    ['a common one', 0, 'spec.schedule', scheduled],
    ['a common one', 0, bind, bound],
    ['a custom one', 2, 'metadata.name', entry(0, 'metadata.name')],
    ['a custom one', 2, 'spec.schedule', entry(0, 'spec.schedule')],
    ['a custom one', 2, bind, bound],
    ['a modified one', 3, 'metadata.name', entry(1, 'metadata.name')],
  ])('%s, item %i: %s', (_, index, leaf, cause) => {
    expect(causeAt(operands, `${list}[${index}].${leaf}`)).toEqual(cause);
  });
});
