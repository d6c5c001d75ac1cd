import { describe, expect, test } from 'vitest';
import { standardCluster } from '../../../../cluster-facts/standard-cluster.ts';
import { readAt } from '../../../read-at.ts';
import { effectiveImages, renderCluster } from '../../../render-cluster.ts';
import { architecturesAnnotation } from './template.ts';

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
  const { resolution, facts } = renderCluster({
    configuration: { written: spec, spec, annotations: {} },
    cluster: { ...standardCluster, ...(imageKnowledge === undefined ? {} : { imageKnowledge }) },
    owner: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged', uid: '1' },
    checks: () => undefined,
  });
  const [image] = effectiveImages(resolution, facts);
  return image;
}

describe('a golden image without annotation', () => {
  test('is imported as it comes where nobody asked its registry', () => {
    expect(
      readAt(custom(undefined)?.template ?? {}, ['metadata', 'annotations', architecturesAnnotation]),
    ).toBeUndefined();
  });
  test('is narrowed to what its registry told', () => {
    const image = custom({ custom: { url, architectures: ['arm64', 'amd64'] } });
    expect(readAt(image?.template ?? {}, ['metadata', 'annotations', architecturesAnnotation])).toBe('amd64');
    expect(readAt(image?.status ?? {}, ['status', 'originalSupportedArchitectures'])).toBe('arm64,amd64');
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
