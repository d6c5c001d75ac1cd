import { describe, expect, test } from 'vitest';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import type { EffectiveTemplate } from '../templates/effective-templates.ts';
import type { DecidedTemplate } from './boot-source.ts';
import { anyNode, known, namespace, nodes, template } from './boot-source-lab.test-support.ts';
import { type BootSourceChoices, wantedBootSources } from './wanted-boot-sources.ts';

const both = nodes('amd64', 'arm64');
const of = (name: string, decided: DecidedArchitectures = known('amd64', 'arm64')): DecidedTemplate => ({
  template: template(name),
  decided,
});
function wanted(templates: readonly DecidedTemplate[], more: Partial<BootSourceChoices> = {}) {
  return wantedBootSources({ templates, multiArchitecture: true, workload: both, namespace, ...more });
}
function shown(templates: readonly DecidedTemplate[], more: Partial<BootSourceChoices> = {}) {
  const { sources, pointers, findings } = wanted(templates, more);
  return {
    sources: sources.map(({ dataSource, architecture }) => `${dataSource} ${architecture ?? 'any'}`),
    pointers: pointers.map(
      ({ name, targets }) => `${name} -> ${targets.map((one) => one.dataSource).join(' ')}`,
    ),
    findings: findings.map(
      ({ template: by, reason, object }) => `${by} ${reason} ${object.replace(`${namespace}/`, '')}`,
    ),
  };
}

describe('first choice first', () => {
  const node = (name: string, count: number, controlPlane = false) => ({ name, nodes: count, controlPlane });
  test.each([
    [
      'the control plane, then most nodes',
      [node('arm64', 9), node('amd64', 1), node('s390x', 1, true)],
      's390x arm64 amd64',
    ],
    ['both on control planes: most nodes', [node('amd64', 1, true), node('arm64', 2, true)], 'arm64 amd64'],
    ['as many nodes: the name', [node('s390x', 2), node('arm64', 2), node('amd64', 2)], 'amd64 arm64 s390x'],
    ['what KubeVirt cannot run is no choice', [node('ppc64le', 9, true), node('amd64', 1)], 'amd64'],
    ['no nodes', [], ''],
  ])('%s', (_, workload, order) => {
    const images = [of('fedora', known('amd64', 'arm64', 's390x', 'ppc64le'))];
    for (const listed of [workload, [...workload].reverse()]) {
      const targets = wanted(images, { workload: listed }).pointers[0]?.targets ?? [];
      expect(targets.map(({ architecture }) => architecture).join(' ')).toBe(order);
    }
  });
});

describe('what templates come to', () => {
  const plain = { sources: ['fedora any'], pointers: [], findings: [] };
  const nothing = { sources: [], pointers: [], findings: [] };
  const native = {
    sources: ['fedora-amd64 amd64', 'fedora-arm64 arm64'],
    pointers: ['fedora -> fedora-amd64 fedora-arm64'],
    findings: [],
  };
  const undecided = (because: 'pending' | 'unreachable') => ({ kind: 'undecided', because }) as const;
  test.each<readonly [string, DecidedArchitectures, boolean, object]>([
    ['of known architectures', known('arm64', 'amd64'), true, native],
    ['of known architectures, gate off', known('amd64', 'arm64'), false, plain],
    ['of one that no node has', known('s390x'), true, nothing],
    ['of none', known(), true, nothing],
    ['of none, gate off', known(), false, plain],
    ['of which nobody can tell', anyNode, true, plain],
    ['not asked about yet', undecided('pending'), true, nothing],
    ['not asked about yet, gate off', undecided('pending'), false, plain],
    ['whose registry does not answer', undecided('unreachable'), true, plain],
  ])('%s', (_, decided, multiArchitecture, result) => {
    expect(shown([of('fedora', decided)], { multiArchitecture })).toEqual(result);
  });

  test('where it says so, in its own namespace', () => {
    const own: EffectiveTemplate = {
      ...template('fedora'),
      metadata: { name: 'fedora-cron', namespace: 'team' },
    };
    const { sources, pointers } = wanted([{ template: own, decided: known('amd64') }]);
    expect([...sources, ...pointers].map((one) => one.namespace)).toEqual(['team', 'team']);
  });

  test('the platform is added to what the template asks of the registry, and to nothing else', () => {
    const asked = {
      url: 'docker://registry.test/fedora',
      platform: { architecture: 'amd64', os: 'linux', variant: 'v8' },
    };
    const source = { registry: asked };
    const spec = {
      ...template('fedora').spec,
      importsToKeep: 2,
      template: { spec: { source, storage: { storageClassName: 'fast' } } },
    };
    const specOf = (written: EffectiveTemplate['spec']) =>
      wanted([{ template: { ...template('fedora'), spec: written }, decided: known('arm64') }]).sources[0]
        ?.cron.spec;
    expect(specOf(spec)).toEqual({
      ...spec,
      managedDataSource: 'fedora-arm64',
      template: {
        spec: {
          source: { registry: { ...asked, platform: { architecture: 'arm64', os: 'linux', variant: 'v8' } } },
          storage: { storageClassName: 'fast' },
        },
      },
    });
    for (const odd of [{}, { source: {} }, { source: { pvc: { name: 'x' } } }, { source: { registry: 7 } }])
      expect(specOf({ ...spec, template: { spec: odd } })?.template).toEqual({ spec: odd });
  });

  test('an architecture of nodes and image that KubeVirt does not know is named; with the gate off nothing is', () => {
    const odd = { workload: nodes('amd64', 'ppc64le', 'riscv64') };
    const finding = 'fedora-cron UnsupportedArchitecture architecture ppc64le';
    expect(shown([of('fedora', known('amd64', 'ppc64le'))], odd).findings).toEqual([finding]);
    expect(
      shown([of('fedora', known('amd64', 'ppc64le'))], { ...odd, multiArchitecture: false }).findings,
    ).toEqual([]);
    expect(shown([of('fedora', known('amd64'))], odd).findings).toEqual([]);
    expect(shown([of('fedora', anyNode)], odd).findings).toEqual([]);
  });
});

describe('names that are taken or too long', () => {
  test('what users wrote comes before what ships, and then the name decides', () => {
    const common = { template: template('fedora', 1, { kind: 'common' }), decided: known('amd64') };
    const named = (name: string) => ({
      template: { ...template('fedora'), metadata: { name } },
      decided: known('amd64'),
    });
    for (const all of [
      [common, named('z-cron'), named('y-cron')],
      [named('y-cron'), named('z-cron'), common],
    ]) {
      const { sources, findings } = wanted(all);
      expect(sources.map((source) => source.template)).toEqual(['y-cron']);
      expect(findings.map((one) => `${one.template} ${one.reason}`)).toEqual([
        'z-cron NameTaken',
        'z-cron NameTaken',
        'fedora-cron NameTaken',
        'fedora-cron NameTaken',
      ]);
      expect(findings[0]?.message).toBe(
        `z-cron and y-cron both ask for DataSource ${namespace}/fedora; y-cron gets it`,
      );
    }
  });

  test('a name is taken in its namespace only, and by its kind only', () => {
    const elsewhere = { ...template('fedora'), metadata: { name: 'fedora-cron', namespace: 'team' } };
    expect(shown([of('fedora'), { template: elsewhere, decided: known('amd64') }]).findings).toEqual([]);
    const cronAsSource = { ...template('rocky'), metadata: { name: 'fedora' } };
    expect(shown([of('fedora'), { template: cronAsSource, decided: known('amd64') }]).findings).toEqual([]);
  });

  test('who does not get one of its names gets none of that image, and the others of its own', () => {
    const templates = [of('fedora-amd64', anyNode), of('fedora')];
    const { sources, pointers, findings } = shown(templates);
    expect(sources).toEqual(['fedora-amd64 any', 'fedora-arm64 arm64']);
    expect(pointers).toEqual(['fedora -> fedora-arm64']);
    expect(findings).toEqual(['fedora-cron NameTaken DataSource fedora-amd64']);
  });

  test.each([
    ['as long as a label may be', 57, []],
    ['one longer', 58, ['DataSource']],
  ])('a DataSource %s', (_, length, kinds) => {
    const name = 'x'.repeat(length);
    const long = { ...template(name), metadata: { name: 'short' } };
    const { findings, sources, pointers } = wanted([{ template: long, decided: known('amd64') }]);
    expect(findings.map(({ object }) => object.split(' ')[0])).toEqual(kinds);
    expect([sources.length, pointers.length]).toEqual(kinds.length === 0 ? [1, 1] : [0, 0]);
    if (kinds.length === 0) return;
    expect(findings[0]).toMatchObject({
      reason: 'NameTooLong',
      message: expect.stringContaining('has 64 characters, 63 are allowed'),
      fix: "shorten the template's managedDataSource by 1",
    });
  });

  test.each([
    ['as long as a label may be', 57, []],
    ['one longer', 58, ['DataImportCron']],
  ])('a cron %s', (_, length, kinds) => {
    const long = { ...template('short'), metadata: { name: 'x'.repeat(length) } };
    const { findings } = wanted([{ template: long, decided: known('amd64') }]);
    expect(findings.map(({ object }) => object.split(' ')[0])).toEqual(kinds);
    expect(findings.map(({ fix }) => fix)).toEqual(kinds.map(() => "shorten the template's name by 1"));
  });
});
