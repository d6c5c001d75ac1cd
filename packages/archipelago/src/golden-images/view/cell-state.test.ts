import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { known, Lab, nodes, template } from '../boot-sources/boot-source-lab.test-support.ts';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import type { ImageKnowledge } from '../images/image-knowledge.ts';
import { goldenImageGauges } from './golden-image-gauges.ts';
import { goldenImagesMatrix } from './golden-images-matrix.ts';

const platform = (architecture: string) => ({ architecture, digest: `sha256:${architecture}`, size: 7 });
const told = (...architectures: readonly string[]): ImageKnowledge => ({
  kind: 'probed',
  digest: 'sha256:index',
  single: false,
  platforms: architectures.map(platform),
  at: '2026-11-21T00:00:00Z',
});

const failed = { kind: 'failed', message: 'asks for a login', at: '2026-11-21T00:00:00Z' } as const;

function matrixOf(lab: Lab, knowledge?: ImageKnowledge) {
  return goldenImagesMatrix({
    ...lab.input,
    observed: lab.model.observe(),
    plan: lab.plan(),
    knowledge: new Map(knowledge === undefined ? [] : [['fedora-cron', knowledge]]),
  });
}

/** The one place of an image that is imported for amd64. */
function cell(lab: Lab, knowledge?: ImageKnowledge) {
  const found = matrixOf(lab, knowledge).rows[0]?.cells.find(({ architecture }) => architecture === 'amd64');
  if (found === undefined) throw new Error('there is such a place');
  return found;
}

function lone(decided: DecidedArchitectures = known('amd64'), workload = nodes('amd64')): Lab {
  return new Lab({ templates: [{ template: template('fedora'), decided }], workload });
}

function progressing(status: string, reason: string, message = ''): JsonObject {
  return { status: { conditions: [{ type: 'Progressing', status, reason, message }] } };
}

test('a word in an annotation that no node can have is no column', () => {
  const lab = lone(known('amd64', 'banana', 's390x'), nodes('amd64', 'arm64'));
  expect(matrixOf(lab).architectures).toEqual(['amd64', 'arm64', 's390x']);
});

describe('how an image is doing, and why', () => {
  const name = 'fedora-cron-amd64';
  test.each<readonly [string, JsonObject, string, string]>([
    ['CDI has said nothing', { status: null }, 'waiting', 'CDI has not begun'],
    ['no digest is known', progressing('False', 'NoDigest'), 'waiting', 'NoDigest'],
    [
      'nothing is imported',
      progressing('False', 'NoImport', 'No current import'),
      'waiting',
      'NoImport: No current import',
    ],
    ['it is scheduled', progressing('False', 'ImportScheduled'), 'waiting', 'ImportScheduled'],
    ['a condition without a reason', progressing('False', ''), 'waiting', 'CDI has not begun'],
    [
      'it is under way',
      progressing('True', 'ImportProgressing', 'half'),
      'importing',
      'ImportProgressing: half',
    ],
    ['it failed', progressing('False', 'Failed', 'no space'), 'failed', 'Failed: no space'],
    [
      'another condition has the words',
      {
        status: { conditions: [{ type: 'UpToDate', status: 'False', reason: 'NoDigest', message: 'asked' }] },
      },
      'failed',
      'NoDigest: asked',
    ],
    [
      'no digest is known, as at the beginning',
      {
        status: {
          conditions: [
            { type: 'Progressing', status: 'False', reason: 'NoImport', message: 'No current import' },
            { type: 'UpToDate', status: 'False', reason: 'NoDigest', message: 'No source digest yet' },
          ],
        },
      },
      'waiting',
      'NoImport: No current import',
    ],
    [
      'no digest is known, and why',
      {
        status: {
          conditions: [
            { type: 'Progressing', status: 'False', reason: 'NoImport', message: 'No current import' },
            { type: 'UpToDate', status: 'False', reason: 'NoDigest', message: 'the server speaks no TLS' },
          ],
        },
      },
      'failed',
      'NoDigest: the server speaks no TLS',
    ],
  ])('not there yet: %s', (_, status, state, cause) => {
    const lab = lone();
    lab.pass();
    lab.change('DataImportCron', name, status);
    expect(cell(lab)).toMatchObject({ state, cause });
  });

  test('before and after all that', () => {
    const lab = lone();
    expect(cell(lab)).toMatchObject({
      state: 'waiting',
      cause: 'its cron is about to be made',
      digest: undefined,
    });
    lab.settle();
    expect(cell(lab)).toMatchObject({
      state: 'ready',
      cause: 'from fedora-amd64-1',
      dataSource: 'fedora-amd64',
    });
  });

  test.each([
    ['lacks it', told('arm64', 's390x'), 'failed', 'the image has arm64, s390x, not amd64'],
    ['has nothing', told(), 'failed', 'the image has no platform, not amd64'],
    ['has it', told('amd64'), 'waiting', 'CDI has not begun'],
    ['is silent', { kind: 'pending' } as const, 'waiting', 'CDI has not begun'],
    ['fails', { ...failed, reason: 'unauthorized' } as const, 'waiting', 'unauthorized: asks for a login'],
    [
      'asks to wait',
      { ...failed, reason: 'rateLimited' } as const,
      'waiting',
      'rateLimited: asks for a login',
    ],
  ])('its registry %s', (_, knowledge, state, cause) => {
    const lab = lone();
    lab.pass();
    expect(cell(lab, knowledge)).toMatchObject({ state, cause });
  });

  test.each([
    ['unauthorized', 'failed'],
    ['rateLimited', 'waiting'],
  ] as const)('its registry told us why CDI has no digest, and CDI does not: %s', (reason, state) => {
    const lab = lone();
    lab.pass();
    const conditions = [
      { type: 'Progressing', status: 'False', reason: 'NoImport', message: 'No current import' },
      { type: 'UpToDate', status: 'False', reason: 'NoDigest', message: 'No source digest' },
    ];
    lab.change('DataImportCron', name, { status: { conditions } });
    expect(cell(lab, { ...failed, reason })).toMatchObject({ state, cause: `${reason}: asks for a login` });
  });

  test("refused because its name is somebody else's; one that is being deleted is not refused", () => {
    const lab = lone();
    lab.put('DataSource', 'fedora-amd64');
    expect(cell(lab)).toMatchObject({ state: 'refused', cause: expect.stringContaining('somebody else') });
    lab.remove('DataSource', 'fedora-amd64');
    lab.put('DataImportCron', name, { spec: { managedDataSource: 'x' } });
    expect(cell(lab)).toMatchObject({ state: 'refused' });
    lab.remove('DataImportCron', name);
    lab.put('DataSource', 'fedora-amd64', { ours: true, deleting: true });
    expect(cell(lab)).toMatchObject({ state: 'waiting' });
  });

  test.each([
    [
      'the annotation leaves it out',
      lone(known('arm64'), nodes('amd64', 'arm64')),
      'notSupported',
      'the annotation lists arm64',
    ],
    [
      'the annotation lists none',
      lone(known(), nodes('amd64', 'arm64')),
      'notSupported',
      'the annotation lists no architecture',
    ],
    [
      'the image has it not',
      lone({ kind: 'known', architectures: ['arm64'], source: 'probe' } as const, nodes('amd64', 'arm64')),
      'notSupported',
      'the image has arm64',
    ],
    [
      'no node has it',
      lone(known('amd64', 'arm64'), nodes('arm64')),
      'notWanted',
      'no workload node has amd64',
    ],
    [
      'nobody knows yet',
      lone({ kind: 'undecided', because: 'pending' } as const, nodes('amd64')),
      'waiting',
      'its registry has not told its architectures yet',
    ],
  ])('not made: %s', (_, lab, state, cause) => {
    expect(cell(lab)).toMatchObject({ state, cause });
  });

  test('not made: KubeVirt runs no machines on it, or its name is taken', () => {
    const odd = matrixOf(lone(known('ppc64le'), nodes('ppc64le'))).rows[0]?.cells[0];
    expect(odd).toMatchObject({ state: 'notWanted', cause: 'KubeVirt runs no machines on ppc64le' });
    const long = { ...template('fedora'), metadata: { name: 'x'.repeat(60) } };
    const lab = new Lab({
      templates: [{ template: long, decided: known('amd64') }],
      workload: nodes('amd64'),
    });
    expect(cell(lab)).toMatchObject({ state: 'refused', cause: 'its name is taken or too long' });
  });

  test('leaving, while it has an image', () => {
    const lab = new Lab({});
    lab.settle();
    lab.settle({ workload: nodes('arm64') });
    expect(cell(lab)).toMatchObject({ state: 'leaving', cause: 'not wanted since 2026-11-21T00:00:00.000Z' });
    lab.change('DataSource', 'fedora-amd64', { status: null, spec: { source: null } });
    expect(cell(lab)).toMatchObject({ state: 'notWanted' });
  });

  test('what was imported and when, or else what the registry has', () => {
    const lab = lone();
    lab.settle();
    expect(cell(lab, told('arm64', 'amd64'))).toMatchObject({
      digest: 'sha256:amd64',
      size: 7,
      importedAt: undefined,
    });
    const status = {
      currentImports: [{ Digest: 'sha256:new' }, { Digest: 'sha256:old' }],
      lastImportTimestamp: '2026-11-20T00:00:00Z',
    };
    lab.change('DataImportCron', name, { status });
    expect(cell(lab, told('amd64'))).toMatchObject({
      digest: 'sha256:new',
      importedAt: '2026-11-20T00:00:00Z',
    });
  });

  test('of two crons the one counts that the DataSource is labelled with', () => {
    const lab = lone();
    lab.settle();
    const digest = (value: string) => ({ status: { currentImports: [{ Digest: value }] } });
    lab.change('DataImportCron', name, digest('sha256:used'));
    lab.put('DataImportCron', 'a-first', {
      ours: true,
      spec: { managedDataSource: 'fedora-amd64' },
      ...digest('sha256:other'),
    });
    expect(cell(lab)).toMatchObject({ digest: 'sha256:used' });
    lab.change('DataSource', 'fedora-amd64', {
      metadata: { labels: { 'cdi.kubevirt.io/dataImportCron': 'gone' } },
    });
    expect(cell(lab)).toMatchObject({ digest: 'sha256:other' });
  });

  test('the columns are those of images and nodes, sorted; with the gate off there is one', () => {
    const lab = lone(known('s390x', 'amd64'), nodes('arm64', 'amd64'));
    expect(matrixOf(lab).architectures).toEqual(['amd64', 'arm64', 's390x']);
    expect(matrixOf(lab).rows[0]).toMatchObject({
      template: 'fedora-cron',
      dataSource: 'fedora',
      pointsTo: undefined,
    });
    lab.input = { ...lab.input, multiArchitecture: false };
    lab.settle();
    expect(matrixOf(lab).rows[0]?.cells).toMatchObject([
      { architecture: undefined, dataSource: 'fedora', state: 'ready' },
    ]);
    expect(matrixOf(lab).rows[0]?.pointsTo).toBeUndefined();
  });
});

describe('gauges', () => {
  const image = (name: string, decided: DecidedArchitectures) => ({ template: template(name), decided });
  const gauges = (
    templates: readonly ReturnType<typeof image>[],
    multiArchitecture: boolean,
    ...workload: string[]
  ) => {
    const { multiArchitectureEnabled, imageAnnotated, imageSupported } = goldenImageGauges({
      templates,
      multiArchitecture,
      workload,
    });
    const values = (lines: typeof imageAnnotated) => lines.map(({ value }) => value);
    return [values(multiArchitectureEnabled), values(imageAnnotated), values(imageSupported)];
  };
  const silent = { kind: 'undecided', because: 'unreachable' } as const;

  test.each<readonly [string, readonly [DecidedArchitectures, boolean, string[]], number[][]]>([
    ['on, and all is well', [known('amd64'), true, ['amd64', 'arm64']], [[1], [1], [1]]],
    ['off', [known('amd64'), false, ['amd64', 'arm64']], [[0], [], []]],
    ['on, one architecture', [known('amd64'), true, ['amd64']], [[], [1], [1]]],
    ['off, one architecture', [known('amd64'), false, ['amd64']], [[], [], []]],
    ['no node can run it', [known('s390x'), true, ['amd64', 'arm64']], [[1], [1], [0]]],
    [
      'the only node that could is none for KubeVirt',
      [known('ppc64le'), true, ['amd64', 'ppc64le']],
      [[1], [1], [0]],
    ],
    ['one of two', [known('s390x', 'arm64'), true, ['amd64', 'arm64']], [[1], [1], [1]]],
    ['the registry told nothing', [silent, true, ['amd64', 'arm64']], [[1], [0], []]],
    ['lists nothing', [known(), true, ['amd64', 'arm64']], [[1], [1], [0]]],
  ])('%s', (_, [decided, multiArchitecture, workload], values) => {
    expect(gauges([image('fedora', decided)], multiArchitecture, ...workload)).toEqual(values);
    expect(gauges([], multiArchitecture, ...workload), 'and none of images that are gone').toEqual([
      [],
      [],
      [],
    ]);
  });

  test("name the image in small letters, as upstream's do", () => {
    const { imageSupported } = goldenImageGauges({
      templates: [
        { template: { ...template('RHEL'), metadata: { name: 'Rhel-Cron' } }, decided: known('amd64') },
      ],
      multiArchitecture: true,
      workload: ['amd64'],
    });
    expect(imageSupported).toEqual([
      { labels: { data_import_cron_name: 'rhel-cron', managed_data_source_name: 'rhel' }, value: 1 },
    ]);
  });
});
