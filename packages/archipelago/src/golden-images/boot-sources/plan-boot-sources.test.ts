import type { JsonObject, KubernetesObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { countCalls } from '../../../../../test/support/count-calls.ts';
import { whatIf } from '../forecast/what-if.ts';
import type { ImageKnowledge } from '../images/image-knowledge.ts';
import { goldenImageGauges } from '../view/golden-image-gauges.ts';
import { goldenImagesMatrix } from '../view/golden-images-matrix.ts';
import {
  anyNode,
  known,
  Lab,
  namespace,
  nodes,
  owner,
  registry,
  template,
} from './boot-source-lab.test-support.ts';
import { type BootSourcePlanInput, defaultGracePeriod, planBootSources } from './plan-boot-sources.ts';
import { planRemoval, planSupportObjects } from './plan-support-objects.ts';

describe('the steps of the plan', () => {
  test('two architectures: crons and DataSources at once, the pointer when one is there', () => {
    const lab = new Lab({});
    expect(lab.pass()).toEqual([
      'create DataImportCron fedora-cron-amd64',
      'create DataSource fedora-amd64',
      'create DataImportCron fedora-cron-arm64',
      'create DataSource fedora-arm64',
    ]);
    expect(lab.plan().actions).toEqual([]);
    lab.model.work(registry);
    expect(lab.pass()).toEqual(['create DataSource fedora']);
    expect(lab.leads('fedora')).toBe('fedora-amd64');
  });

  test('a pointer makes do with what is there, and moves to its first choice, also when that changes', () => {
    const lab = new Lab({});
    lab.pass();
    lab.model.work(() => ({ digest: '1', architectures: ['arm64'] }));
    lab.pass();
    expect(lab.leads('fedora')).toBe('fedora-arm64');
    lab.settle();
    expect(lab.leads('fedora')).toBe('fedora-amd64');
    lab.settle({ workload: [{ name: 'arm64', nodes: 90, controlPlane: true }, ...nodes('amd64')] });
    expect(lab.leads('fedora'), 'the control plane has another architecture now').toBe('fedora-arm64');
  });

  test.each([
    [
      'the control plane has it',
      [
        { name: 'amd64', nodes: 9, controlPlane: false },
        { name: 'arm64', nodes: 1, controlPlane: true },
      ],
      'arm64',
    ],
    [
      'most nodes have it',
      [
        { name: 'amd64', nodes: 1, controlPlane: false },
        { name: 'arm64', nodes: 2, controlPlane: false },
      ],
      'arm64',
    ],
    [
      'its name comes first',
      [
        { name: 'arm64', nodes: 2, controlPlane: false },
        { name: 'amd64', nodes: 2, controlPlane: false },
      ],
      'amd64',
    ],
  ])('first choice: %s', (_, workload, first) => {
    const lab = new Lab({ workload });
    lab.settle();
    expect(lab.leads('fedora')).toBe(`fedora-${first}`);
  });

  test('a claim under a well-known name gets no DataSource where no template names it', () => {
    for (const multiArchitecture of [true, false]) {
      const lab = new Lab({ templates: [], multiArchitecture });
      lab.put('PersistentVolumeClaim', 'fedora');
      expect([lab.next(), lab.findings()]).toEqual([[], []]);
    }
  });

  test('with the gate off a cluster of an unknown architecture imports', () => {
    const lab = new Lab({ multiArchitecture: false, workload: nodes('riscv64') });
    expect([lab.next(), lab.findings()]).toEqual([
      ['create DataImportCron fedora-cron', 'create DataSource fedora'],
      [],
    ]);
  });

  test('labels that CDI copies onto a pointer are taken off, though its image is gone', () => {
    const lab = new Lab({});
    lab.settle();
    const pointer = lab.source('fedora');
    for (const claim of lab.model.of('PersistentVolumeClaim')) lab.model.remove(claim);
    for (const one of lab.model.of('DataSource')) lab.model.reconcileDataSource(one);
    if (pointer === undefined) throw new Error('there is a pointer');
    const labels = { ...pointer.metadata.labels, 'cdi.kubevirt.io/dataImportCron': 'fedora-cron-amd64' };
    lab.model.put({ ...pointer, metadata: { ...pointer.metadata, labels }, status: {} });
    expect(lab.pass()).toEqual(['patch DataSource fedora']);
    expect(lab.source('fedora')?.metadata.labels).not.toHaveProperty(['cdi.kubevirt.io/dataImportCron']);
    expect(lab.leads('fedora')).toBe('fedora-amd64');
  });

  test.each([
    ['at rest', (input: BootSourcePlanInput) => input],
    ['where nothing is wanted any more', (input: BootSourcePlanInput) => ({ ...input, templates: [] })],
  ])('the work of a plan grows with the images, not with their square: %s', (_, then) => {
    const callsFor = (count: number) => {
      const lab = new Lab({
        templates: Array.from({ length: count }, (_, index) => ({
          template: template(`image${index}-`),
          decided: known('amd64', 'arm64', 's390x'),
        })),
        workload: nodes('amd64', 'arm64', 's390x', 'ppc64le'),
      });
      lab.pass();
      lab.model.work(registry);
      lab.pass();
      const observed = lab.model.observe();
      return countCalls(() => planBootSources(then({ ...lab.input, observed })));
    };
    const few = callsFor(50);
    expect(few).toBeGreaterThan(10_000);
    expect(callsFor(200) / few).toBeLessThan(5);
  });

  test('another version of the image: a successor imports, then the old cron goes', () => {
    const lab = new Lab({ templates: [{ template: template('fedora'), decided: known('amd64') }] });
    lab.settle();
    expect(lab.leads('fedora-amd64')).toBe('fedora-amd64-1');
    lab.input = { ...lab.input, templates: [{ template: template('fedora', 2), decided: known('amd64') }] };
    expect(lab.pass()).toEqual([
      expect.stringMatching(/^create DataImportCron fedora-cron-amd64-[0-9a-f]{8}$/),
    ]);
    expect(lab.pass()).toEqual(['patch DataSource fedora-amd64']);
    expect(lab.pass(), 'the registry is slow').toEqual([]);
    expect(lab.leads('fedora-amd64')).toBe('fedora-amd64-1');
    lab.settle();
    expect(lab.leads('fedora-amd64')).toBe('fedora-amd64-2');
    expect(lab.names('DataImportCron')).toHaveLength(1);
    lab.settle({ templates: [{ template: template('fedora', 3), decided: known('amd64') }] });
    expect(lab.names('DataImportCron'), 'the first name is free again').toEqual(['fedora-cron-amd64']);
  });

  test('on and off again, never without an image', () => {
    const lab = new Lab({ multiArchitecture: false });
    lab.settle();
    expect(lab.leads('fedora')).toBe('fedora-1');
    for (const multiArchitecture of [true, false, true, false]) {
      lab.input = { ...lab.input, multiArchitecture };
      for (let round = 0; round < 12; round += 1) {
        lab.pass();
        if (round % 2 === 1) lab.model.work(registry);
        expect(lab.model.resolve(lab.source('fedora'), 1), `${multiArchitecture} ${round}`).toBeDefined();
      }
      expect(lab.names('DataSource')).toEqual(
        multiArchitecture ? ['fedora', 'fedora-amd64', 'fedora-arm64'] : ['fedora'],
      );
    }
  });

  test('the last node of an architecture goes: its images stay for a day', () => {
    const lab = new Lab({});
    lab.settle();
    lab.settle({ workload: nodes('arm64') });
    expect(lab.leads('fedora')).toBe('fedora-arm64');
    expect(lab.names('DataSource')).toContain('fedora-amd64');
    expect(lab.plan().wakeAt).toBe(lab.input.now + defaultGracePeriod);
    lab.settle({ now: lab.input.now + defaultGracePeriod - 1 });
    expect(lab.names('DataSource')).toContain('fedora-amd64');
    lab.settle({ now: lab.input.now + 1 });
    expect(lab.names('DataSource')).toEqual(['fedora', 'fedora-arm64']);
    expect(lab.plan()).toMatchObject({ actions: [], wakeAt: undefined });
  });

  test('nodes that come back in time change nothing', () => {
    const lab = new Lab({});
    lab.settle();
    const before = lab.names('PersistentVolumeClaim');
    lab.settle({ workload: nodes('arm64') });
    lab.settle({ workload: nodes('amd64', 'arm64') });
    lab.settle({ now: lab.input.now + 2 * defaultGracePeriod });
    expect(lab.names('PersistentVolumeClaim')).toEqual(before);
    expect(lab.source('fedora-amd64')?.metadata.annotations).not.toHaveProperty(
      'archipelago.dev/unwanted-since',
    );
  });

  test('an architecture that KubeVirt does not know stops nobody', () => {
    const lab = new Lab({
      templates: [{ template: template('fedora'), decided: known('amd64', 'ppc64le') }],
      workload: nodes('ppc64le', 'amd64', 'riscv64'),
    });
    lab.settle();
    expect(lab.names('DataSource')).toEqual(['fedora', 'fedora-amd64']);
    expect(lab.plan().findings.map(({ reason, object }) => `${reason} ${object}`)).toEqual([
      'UnsupportedArchitecture architecture ppc64le',
    ]);
  });

  test('a registry that is silent while the status is lost: what exists stays', () => {
    const lab = new Lab({});
    lab.settle();
    const undecided = { kind: 'undecided', because: 'unreachable' } as const;
    lab.settle({ templates: [{ template: template('fedora'), decided: undecided }] });
    expect(lab.names('DataSource')).toEqual(['fedora', 'fedora-amd64', 'fedora-arm64']);
    const fresh = new Lab({
      templates: [{ template: template('fedora'), decided: { ...undecided, because: 'pending' } }],
    });
    expect(fresh.pass()).toEqual([]);
    fresh.settle({ templates: [{ template: template('fedora'), decided: undecided }] });
    expect(fresh.names('DataImportCron'), 'imported as it comes').toEqual(['fedora-cron']);
  });

  test('what others made is named and left alone', () => {
    const lab = new Lab({});
    const foreign = (kind: string, name: string, spec: JsonObject): KubernetesObject => ({
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind,
      metadata: { name, namespace },
      spec,
    });
    lab.model.put(foreign('DataSource', 'fedora', { source: { pvc: { name: 'mine', namespace } } }));
    lab.model.put(foreign('DataSource', 'fedora-amd64', { source: { pvc: { name: 'mine', namespace } } }));
    lab.model.put(foreign('DataImportCron', 'fedora-cron-arm64', { managedDataSource: 'x', template: {} }));
    expect(lab.settle()).toEqual([]);
    expect(lab.plan().findings.map(({ reason, object }) => `${reason} ${object.split('/')[1]}`)).toEqual([
      'ForeignDataSource fedora-amd64',
      'ForeignDataImportCron fedora-cron-arm64',
      'ForeignDataSource fedora',
    ]);
    lab.settle({ templates: [] });
    expect(lab.leads('fedora')).toBe('mine');
  });

  test('names: the same twice, and too long', () => {
    const long = 'x'.repeat(60);
    const lab = new Lab({
      templates: [
        { template: template('fedora', 1, { kind: 'common' }), decided: known('amd64') },
        { template: { ...template('fedora', 2), metadata: { name: 'own' } }, decided: known('amd64') },
        { template: template('fedora-amd64'), decided: anyNode },
        { template: { ...template(long), metadata: { name: 'long' } }, decided: known('amd64') },
      ],
    });
    lab.settle();
    expect(lab.names('DataImportCron')).toEqual(['fedora-amd64-cron']);
    expect(
      lab
        .plan()
        .findings.map(({ template: name, reason }) => `${name} ${reason}`)
        .sort(),
    ).toEqual(['fedora-cron NameTaken', 'fedora-cron NameTaken', 'long NameTooLong', 'own NameTaken']);
  });

  test('a template that is removed takes its boot sources along', () => {
    const lab = new Lab({});
    lab.settle();
    lab.settle({ templates: [] });
    expect([...lab.names('DataSource'), ...lab.names('DataImportCron')]).toEqual([]);
  });

  test('removal: crons, DataSources, then their namespace', () => {
    const lab = new Lab({});
    lab.settle();
    const around = () => [...lab.model.objects.values()].filter(({ kind }) => /Role|Namespace/.test(kind));
    for (const action of planSupportObjects(namespace, owner, around()).actions) lab.model.apply(action);
    expect(planSupportObjects(namespace, owner, around()).actions).toEqual([]);
    expect(around()).toHaveLength(4);
    for (let round = 0; round < 6; round += 1) {
      for (const action of planRemoval({ observed: lab.model.observe(), support: around(), owner }).actions)
        lab.model.apply(action);
      lab.model.work(registry);
    }
    // what the installation brought stays, as far as it does not go with the namespace
    expect([...lab.model.objects.values()].map(({ kind }) => kind)).toEqual([
      'Role',
      'RoleBinding',
      'ClusterRole',
    ]);
  });
});

const knowledge: ReadonlyMap<string, ImageKnowledge> = new Map([
  [
    'fedora-cron',
    {
      kind: 'probed',
      digest: 'sha256:index',
      single: false,
      platforms: ['amd64', 'arm64', 's390x'].map((architecture, index) => ({
        architecture,
        digest: `sha256:${architecture}`,
        size: 100 + index,
      })),
      at: '2026-11-21T00:00:00Z',
    },
  ],
]);

describe('what is shown', () => {
  test('what enabling the feature would import, and for whom the boot source changes', () => {
    const base = { templates: new Lab({}).input.templates, workload: nodes('amd64', 'arm64'), namespace };
    const machine: KubernetesObject = {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachine',
      metadata: { name: 'web', namespace: 'team' },
      spec: {
        dataVolumeTemplates: [{ spec: { sourceRef: { kind: 'DataSource', name: 'fedora', namespace } } }],
      },
    };
    const change = whatIf({
      before: { ...base, multiArchitecture: false },
      after: { ...base, multiArchitecture: true },
      knowledge,
      machines: [machine],
    });
    expect(
      change.imports.map(({ architecture, download, images }) => [architecture, download, images.length]),
    ).toEqual([
      ['amd64', 100, 1],
      ['arm64', 101, 1],
    ]);
    expect(change.removals.map(({ dataSource }) => dataSource)).toEqual(['fedora']);
    expect(change.machines).toEqual([
      {
        namespace: 'team',
        name: 'web',
        dataSource: `${namespace}/fedora`,
        before: { kind: 'image', architecture: undefined },
        after: { kind: 'pointer', target: 'fedora-amd64', architecture: 'amd64' },
      },
    ]);
    const same = { ...base, multiArchitecture: true };
    expect(whatIf({ before: same, after: same, knowledge, machines: [machine] })).toEqual({
      imports: [],
      removals: [],
      dataSources: [],
      machines: [],
    });
  });

  test('the matrix', () => {
    const lab = new Lab({
      templates: [
        { template: template('fedora'), decided: known('amd64', 'arm64', 's390x') },
        { template: template('odd'), decided: anyNode },
      ],
      workload: nodes('amd64', 'arm64', 'ppc64le'),
    });
    const states = () =>
      goldenImagesMatrix({
        ...lab.input,
        observed: lab.model.observe(),
        plan: lab.plan(),
        knowledge,
      }).rows.map(
        ({ template: name, pointsTo, cells }) =>
          `${name} -> ${pointsTo ?? ''}: ${cells.map(({ architecture, state }) => `${architecture ?? 'any'} ${state}`).join(', ')}`,
      );
    expect(states()).toEqual([
      'fedora-cron -> : amd64 waiting, arm64 waiting, ppc64le notSupported, s390x notWanted',
      'odd-cron -> : any waiting',
    ]);
    lab.settle();
    expect(states()).toEqual([
      'fedora-cron -> fedora-amd64: amd64 ready, arm64 ready, ppc64le notSupported, s390x notWanted',
      'odd-cron -> : any ready',
    ]);
    lab.settle({ workload: nodes('arm64') });
    expect(states()[0]).toBe('fedora-cron -> fedora-arm64: amd64 leaving, arm64 ready, s390x notWanted');
  });

  test('gauges: only of images that exist, and only where they mean something', () => {
    const templates = [
      { template: template('Fedora'), decided: known('amd64') },
      { template: template('z'), decided: known('s390x') },
      { template: template('odd'), decided: anyNode },
    ];
    const values = (multiArchitecture: boolean, ...workload: readonly string[]) => {
      const {
        workloadBootImages: _,
        imageArchitectures: _byArchitecture,
        ...ofImages
      } = goldenImageGauges({
        templates,
        multiArchitecture,
        workload,
      });
      return Object.values(ofImages).map((lines) =>
        lines.map(
          ({ labels, value }: { labels: Record<string, string>; value: number }) =>
            `${labels.managed_data_source_name ?? ''}${value}`,
        ),
      );
    };
    expect(values(true, 'amd64', 'arm64')).toEqual([['1'], ['odd0', 'fedora1', 'z1'], ['z0', 'fedora1']]);
    expect(values(false, 'amd64', 'arm64')).toEqual([['0'], [], []]);
    expect(values(false, 'amd64')).toEqual([[], [], []]);
    expect(goldenImageGauges({ templates: [], multiArchitecture: true, workload: ['a', 'b'] })).toEqual({
      multiArchitectureEnabled: [],
      imageAnnotated: [],
      imageSupported: [],
      workloadBootImages: [],
      imageArchitectures: [],
    });
  });
});
