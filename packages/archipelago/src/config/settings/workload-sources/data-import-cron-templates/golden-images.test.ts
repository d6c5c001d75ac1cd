import { valueAt } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { standardCluster } from '../../../../cluster-facts/standard-cluster.ts';
import { causeAt, desiredOf } from '../../../admission.test-support.ts';
import { derivedOf } from '../../../framework/resolve.ts';
import { renderCluster } from '../../../render-cluster.ts';
import { dataImportCronTemplates } from './data-import-cron-templates.ts';
import { architecturesAnnotation, bindImmediatelyAnnotation } from './template.ts';

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

function custom(imageKnowledge: Parameters<typeof renderCluster>[0]['cluster']['imageKnowledge']) {
  const { resolution } = renderCluster({
    configuration: { written: spec, spec, annotations: {} },
    cluster: { ...standardCluster, ...(imageKnowledge === undefined ? {} : { imageKnowledge }) },
    owner: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: '1' },
    checks: () => undefined,
  });
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
    const image = custom({ custom: { url, architectures: ['arm64', 'amd64'] } });
    expect(valueAt(image?.template ?? {}, 'metadata', 'annotations', architecturesAnnotation)).toBe('amd64');
    expect(valueAt(image?.status ?? {}, 'status', 'originalSupportedArchitectures')).toBe('arm64,amd64');
    expect(image?.effective.architectures, 'what was written stays known').toBeUndefined();
  });
  test('is not imported where no node has what its registry told', () => {
    expect(custom({ custom: { url, architectures: ['s390x'] } })?.template).toBeUndefined();
  });
  test('what is known of another image does not count', () => {
    const image = custom({ custom: { url: `${url}:2`, architectures: ['s390x'] } });
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
  const { resolution } = renderCluster({
    configuration: { written, spec: written, annotations: {} },
    cluster: standardCluster,
    owner: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: '1' },
    checks: () => undefined,
  });

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
