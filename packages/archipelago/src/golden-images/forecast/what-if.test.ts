import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { anyNode, known, namespace, nodes, template } from '../boot-sources/boot-source-lab.test-support.ts';
import type { BootSourceChoices } from '../boot-sources/wanted-boot-sources.ts';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import type { ImageKnowledge } from '../images/image-knowledge.ts';
import { whatIf } from './what-if.ts';

const of = (name: string, decided: DecidedArchitectures, spec: JsonObject = {}) => {
  const written = template(name);
  const { source } = written.spec.template.spec;
  const template_ = { ...written, spec: { ...written.spec, template: { spec: { source, ...spec } } } };
  return { template: template_, decided };
};
const choices = (more: Partial<BootSourceChoices> = {}): BootSourceChoices => ({
  templates: [of('fedora', known('amd64', 'arm64'))],
  multiArchitecture: true,
  workload: nodes('amd64', 'arm64'),
  namespace,
  ...more,
});
const probed = (...sizes: readonly (readonly [string, number | undefined])[]): ImageKnowledge => ({
  kind: 'probed',
  digest: 'sha256:1',
  single: false,
  platforms: sizes.map(([architecture, size]) => ({ architecture, digest: 'sha256:2', size })),
  at: '2026-11-21T00:00:00Z',
});

function machine(name: string, dataSource: string, place?: string): KubernetesObject {
  const sourceRef = {
    kind: 'DataSource',
    name: dataSource,
    ...(place === undefined ? {} : { namespace: place }),
  };
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name, namespace },
    spec: { dataVolumeTemplates: [{ spec: { sourceRef } }] },
  };
}

function change(
  before: Partial<BootSourceChoices>,
  after: Partial<BootSourceChoices>,
  knowledge: Readonly<Record<string, ImageKnowledge>> = {},
) {
  return whatIf({
    before: choices(before),
    after: choices(after),
    knowledge: new Map(Object.entries(knowledge)),
    machines: [
      machine('here', 'fedora'),
      machine('there', 'fedora', namespace),
      machine('other', 'fedora', 'elsewhere'),
    ],
  });
}

describe('what another configuration would change', () => {
  test('other nodes: what is imported for those that come, what goes with those that go', () => {
    const came = change({ workload: nodes('amd64') }, {});
    expect(
      came.imports.map(({ architecture, images }) => [architecture, images.map((one) => one.dataSource)]),
    ).toEqual([['arm64', ['fedora-arm64']]]);
    expect([came.removals, came.machines]).toEqual([[], []]);
    const went = change({}, { workload: nodes('arm64') });
    expect(went.imports).toEqual([]);
    expect(went.removals).toEqual([
      { template: 'fedora-cron', namespace, dataSource: 'fedora-amd64', architecture: 'amd64' },
    ]);
    const [before, after] = ['amd64', 'arm64'].map((architecture) => ({
      kind: 'pointer',
      target: `fedora-${architecture}`,
      architecture,
    }));
    expect(went.dataSources).toEqual([
      { namespace, name: 'fedora', before, after },
      { namespace, name: 'fedora-amd64', before: { kind: 'image', architecture: 'amd64' }, after: undefined },
    ]);
    expect(went.machines).toEqual(
      ['here', 'there'].map((name) => ({
        namespace,
        name,
        dataSource: `${namespace}/fedora`,
        before,
        after,
      })),
    );
  });

  test('nodes that an image has nothing to do with change nothing; a new template changes its names', () => {
    const renamed = of('fedora', known('amd64'));
    expect(
      change({ templates: [renamed] }, { templates: [renamed], workload: nodes('amd64') }).dataSources,
    ).toEqual([]);
    const moved = change({ templates: [] }, { templates: [renamed] });
    expect(moved.dataSources.map(({ name, before }) => [name, before])).toEqual([
      ['fedora', undefined],
      ['fedora-amd64', undefined],
    ]);
  });

  test('images come by architecture, those that are imported as they come last', () => {
    const templates = [of('odd', anyNode), of('fedora', known('arm64', 'amd64'))];
    const found = change({ templates: [] }, { templates });
    expect(found.imports.map(({ architecture }) => architecture)).toEqual(['amd64', 'arm64', undefined]);
  });

  test.each<readonly [string, DecidedArchitectures, ImageKnowledge | undefined, number | undefined]>([
    ['of the architecture', known('arm64'), probed(['amd64', 1], ['arm64', 2]), 2],
    ['of another only', known('arm64'), probed(['amd64', 1]), undefined],
    ['that nobody looked up', known('arm64'), probed(['arm64', undefined]), undefined],
    ['as it comes, one platform', anyNode, probed(['arm64', 2]), 2],
    ['as it comes, two', anyNode, probed(['amd64', 1], ['arm64', 2]), undefined],
    ['not asked about', known('arm64'), undefined, undefined],
  ])('sizes: %s', (...[, decided, knowledge, download]) => {
    const found = change(
      { templates: [] },
      { templates: [of('fedora', decided)] },
      knowledge === undefined ? {} : { 'fedora-cron': knowledge },
    );
    expect(found.imports).toMatchObject([
      {
        images: [{ download }],
        download: download ?? 0,
        ofUnknownSize: download === undefined ? 1 : 0,
      },
    ]);
  });

  test.each([
    ['a storage', { storage: { resources: { requests: { storage: '5Gi' } } } }, '5Gi'],
    ['a claim', { pvc: { resources: { requests: { storage: '6Gi' } } } }, '6Gi'],
    ['neither', {}, undefined],
    ['a number', { storage: { resources: { requests: { storage: 7 } } } }, undefined],
  ])('the size of the claim, of a template with %s', (_, spec, storage) => {
    const found = change({ templates: [] }, { templates: [of('fedora', known('amd64'), spec)] });
    expect(found.imports[0]?.images[0]?.storage).toBe(storage);
  });
});
