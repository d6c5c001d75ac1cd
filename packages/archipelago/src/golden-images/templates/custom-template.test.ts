import { expect, it } from 'vitest';
import { customTemplate } from './custom-template.ts';
import { dataSourceName } from './data-source-name.ts';
import { effectiveTemplates } from './effective-templates.ts';

const image = {
  ...{ name: 'fedora', url: 'docker://r.example/fedora:41', size: '10Gi', secret: undefined },
  architectures: ['amd64', 'arm64', 's390x'],
};

it('an image becomes a template that lists its architectures', () => {
  expect(customTemplate(image)).toEqual({
    metadata: {
      name: 'fedora-image-cron',
      annotations: { 'ssp.kubevirt.io/dict.architectures': 'amd64,arm64,s390x' },
    },
    spec: {
      schedule: '0 */12 * * *',
      managedDataSource: 'fedora',
      garbageCollect: 'Outdated',
      template: {
        spec: {
          source: { registry: { url: 'docker://r.example/fedora:41' } },
          storage: { resources: { requests: { storage: '10Gi' } } },
        },
      },
    },
  });
  expect(JSON.stringify(customTemplate({ ...image, secret: 'login' }))).toContain('"secretRef":"login"');
});

it.each([
  ['os/fedora', undefined, 'fedora'],
  ['os/fedora', 'latest', 'fedora'],
  ['os/Fedora_Server', '41.1', 'fedora-server-41-1'],
  ['--', undefined, 'image'],
  [`a/${'x'.repeat(60)}`, '1', 'x'.repeat(40)],
  [`a/${'x'.repeat(39)}`, '1', 'x'.repeat(39)],
])('%s:%s is called %s', (repository, tag, name) => {
  expect(dataSourceName({ repository, tag })).toBe(name);
});

it('what is made is a template that counts', () => {
  const [effective] = effectiveTemplates({
    ...{ commonImport: false, commonNamespace: '', multiArchitecture: true, schedule: '' },
    written: [customTemplate({ ...image, name: 'own' })],
  });
  expect(effective).toMatchObject({ origin: { kind: 'custom' }, architectures: 'amd64,arm64,s390x' });
});
