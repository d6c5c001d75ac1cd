import { describe, expect, it } from 'vitest';
import { hasChanges, type PlanReport, printPlan } from './print-plan.ts';

const nothing: PlanReport = {
  fields: [],
  operands: [],
  withheld: [],
  leftBehind: [],
  findings: [],
  goldenImages: { imports: [], removals: [], dataSources: [], machines: [], findings: [], unanswered: [] },
};

const place = { object: 'KubeVirt/ns/kv', verb: 'update' } as const;

describe('the plan as text', () => {
  it('says so when there is nothing to do', () => {
    expect(printPlan(nothing)).toBe('the operator would do nothing\n');
    expect(hasChanges(nothing)).toBe(false);
  });

  const leads = { kind: 'image', architecture: 'amd64' } as const;
  const name = { namespace: 'images', dataSource: 'fedora' };
  const images: readonly (readonly [string, Partial<PlanReport['goldenImages']>, boolean])[] = [
    [
      'an image to import',
      { imports: [{ architecture: 'amd64', images: [], download: 0, ofUnknownSize: 0 }] },
      true,
    ],
    [
      'a boot source that goes',
      { removals: [{ template: 't', ...name, architecture: 'amd64', when: 'atOnce', because: 'x' }] },
      true,
    ],
    [
      'a DataSource that leads elsewhere',
      { dataSources: [{ namespace: 'images', name: 'fedora', before: leads, after: undefined }] },
      true,
    ],
    ['a registry that did not answer', { unanswered: [{ template: 't', message: 'x' }] }, false],
    [
      'an image that does not fit',
      { findings: [{ template: 't', level: 'error', reason: 'ProbeFailed', message: 'x', fix: 'y' }] },
      false,
    ],
  ];
  it.each(images)('%s: would anything be done?', (_, goldenImages, isWork) => {
    const report = { ...nothing, goldenImages: { ...nothing.goldenImages, ...goldenImages } };
    expect(hasChanges(report)).toBe(isWork);
    expect(printPlan(report).includes('the operator would do nothing')).toBe(!isWork);
  });

  it('operands are work, a field that comes to nothing else is none', () => {
    expect(hasChanges({ ...nothing, operands: [{ ...place, fields: [] }] })).toBe(true);
    expect(
      hasChanges({ ...nothing, operands: [{ ...place, verb: 'wait', obstacle: 'x', fields: [] }] }),
    ).toBe(true);
    expect(hasChanges({ ...nothing, fields: [{ field: 'spec.a', before: 1, after: 2 }] })).toBe(false);
  });

  it('tells of another operator before everything, and of what it left after it', () => {
    const withheld = [
      { level: 'error', reason: 'r', at: 'Deployment a/b', message: 'runs', fix: 'stop it' },
      { level: 'error', reason: 'r', message: 'version 2 was here' },
    ] as const;
    const leftBehind = [
      { object: 'Service/a/b', because: 'a part', command: 'kubectl delete services b -n a' },
    ];
    const report = { ...nothing, withheld, leftBehind };
    expect(printPlan(report)).toBe(
      [
        'Nothing of this is done yet',
        '  Deployment a/b runs',
        '    fix: stop it',
        '  version 2 was here',
        '',
        'the operator would do nothing',
        '',
        'Left behind by the HyperConverged Cluster Operator; once that has stopped, nobody looks after it',
        '  Service/a/b: a part',
        '    fix: kubectl delete services b -n a',
        '',
      ].join('\n'),
    );
    expect(hasChanges(report)).toBe(false);
  });

  it('shows the part in which long values differ', () => {
    const long = 'x'.repeat(500);
    const fields = [
      { field: 'spec.a', before: `${long}one`, after: `${long}two`, because: 'spec.why' },
      { field: 'spec.b', before: undefined, after: long, because: 'spec.why' },
    ];
    const text = printPlan({ ...nothing, operands: [{ ...place, fields }] });
    expect(text).toContain(
      '    ~ spec.a: …xxxxxxxxxxxxxxxxxxxxone" → …xxxxxxxxxxxxxxxxxxxxtwo"   because: spec.why\n',
    );
    expect(text).toMatch(/ {4}\+ spec\.b: "x{69}… {3}because/);
  });

  it('shows items that come, go and change', () => {
    const item = (value: string) => ({ name: 'fedora', value });
    const items = [
      { after: 'New', because: 'spec.n' },
      { before: 'Old', because: 'it came from spec.o' },
      { before: item('a'), after: item('b'), because: 'spec.f' },
    ];
    const field = { field: 'spec.list', before: [], after: [], because: '', items };
    expect(printPlan({ ...nothing, operands: [{ ...place, fields: [field] }] })).toBe(
      [
        'Operands',
        '  ~ update KubeVirt/ns/kv',
        '    ~ spec.list:',
        '      + New   because: spec.n',
        '      - Old   because: it came from spec.o',
        '      ~ fedora: {"name":"fedora","value":"a"} → {"name":"fedora","value":"b"}   because: spec.f',
        '',
        'operands: 0 to create, 1 to change, 0 to delete; golden images: 0 to import, 0 to go',
        '',
      ].join('\n'),
    );
  });

  it('says why operands come, go, or have to wait', () => {
    const operands = [
      { object: 'CDI/c', verb: 'create', because: 'it is missing', fields: [] },
      { object: 'AAQ/a', verb: 'wait', obstacle: 'the cluster has no aaqs', fields: [] },
    ] as const;
    expect(printPlan({ ...nothing, operands })).toBe(
      'Operands\n  + create CDI/c   because: it is missing\n  ! wait for AAQ/a: the cluster has no aaqs\n\n' +
        'operands: 1 to create, 0 to change, 0 to delete, 1 to wait for; golden images: 0 to import, 0 to go\n',
    );
  });

  it('sums sizes up without pretending to know them', () => {
    const image = (download: number | undefined) => ({
      template: 't',
      namespace: 'n',
      dataSource: 'd',
      download,
      storage: undefined,
    });
    const total = (...downloads: readonly (number | undefined)[]) => {
      const images = downloads.map(image);
      const download = downloads.reduce<number>((sum, one = 0) => sum + one, 0);
      const ofUnknownSize = downloads.filter((one) => one === undefined).length;
      const imports = [{ architecture: 'arm64', images, download, ofUnknownSize }];
      return printPlan({ ...nothing, goldenImages: { ...nothing.goldenImages, imports } });
    };
    expect(total(2_048, 2_048)).toContain('  arm64: 2 to import, 4.0 KiB\n');
    expect(total(2_048, undefined)).toContain('  arm64: 2 to import, 2.0 KiB and 1 of unknown size\n');
    expect(total(undefined)).toContain('  arm64: 1 to import, of unknown size\n');
  });
});
