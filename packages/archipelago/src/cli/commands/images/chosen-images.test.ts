import { expect, it } from 'vitest';
import { chosenImages } from './chosen-images.ts';
import type { SizedRow } from './images-matrix.ts';

const row = (name: string, labels: Readonly<Record<string, string>>): SizedRow => ({
  template: `${name}-cron`,
  namespace: 'images',
  dataSource: name,
  pointsTo: undefined,
  labels,
  decided: { kind: 'known', architectures: ['amd64', 'arm64'], source: 'annotation' },
  cells: ['amd64', 'arm64'].map((architecture) => ({
    ...{ architecture, dataSource: `${name}-${architecture}`, state: 'ready', cause: '' },
    ...{ digest: undefined, importedAt: undefined, size: undefined, claim: undefined },
  })),
});

const matrix = {
  architectures: ['amd64', 'arm64'],
  rows: [row('fedora', { os: 'fedora' }), row('centos', { os: 'centos', old: '' })],
};

const both = ['amd64', 'arm64'];

it.each([
  [[], undefined, { fedora: both, centos: both }],
  [['fedora'], undefined, { fedora: both }],
  [['centos-cron', 'fedora-arm64'], undefined, { fedora: ['arm64'], centos: both }],
  [['datasource.cdi.kubevirt.io/fedora-amd64'], undefined, { fedora: ['amd64'] }],
  [[], 'os=fedora', { fedora: both }],
  [[], '!old', { fedora: both }],
  [[], 'os=none', {}],
])('%j -l %s', (names, selector, left) => {
  const { rows } = chosenImages(matrix, { names, selector });
  const found = rows.map(({ dataSource, cells }) => [dataSource, cells.map((cell) => cell.architecture)]);
  expect(Object.fromEntries(found)).toEqual(left);
});

it('refuses what there is not', () => {
  const says = 'there is no golden image fedoar; did you mean fedora?';
  expect(() => chosenImages(matrix, { names: ['fedoar'], selector: undefined })).toThrow(says);
});
