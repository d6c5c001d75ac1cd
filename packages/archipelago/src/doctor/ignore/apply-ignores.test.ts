import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { topics } from '../checks.ts';
import { readFacts } from '../facts/read-facts.ts';
import { healthy, hyperConverged, storageClass, storageProfile } from '../healthy-cluster.test-support.ts';
import { examine } from '../model/examine.ts';
import { applyIgnores } from './apply-ignores.ts';
import { type IgnoreEntry, lastMomentOf, parseIgnoreEntries } from './ignore-entry.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const checks = topics.flatMap((topic) => topic.checks);
const key = 'archipelago.dev/doctor-ignore';

/** Two default classes, VD302 about the newer; annotations on that one, and on the HyperConverged. */
function ignoring(entries: readonly IgnoreEntry[], onClass = {}, onHyperConverged = {}) {
  const winner = storageClass('new', { isDefault: true, created: '2026-06-01T00:00:00Z' });
  const annotated = {
    ...winner,
    metadata: {
      name: 'new',
      creationTimestamp: '2026-06-01T00:00:00Z',
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true', ...onClass },
    },
  };
  const spec = { featureGates: { enableMultiArchBootImageImport: true } };
  const { facts } = readFacts(
    [
      ...healthy.filter(({ kind }) => kind !== 'HyperConverged'),
      hyperConverged(spec, { annotations: onHyperConverged }),
      annotated,
      storageProfile('new'),
    ],
    now,
  );
  const report = applyIgnores(examine(checks, facts), facts, entries, now);
  return {
    found: report.findings.map(({ code }) => code),
    ignored: report.ignored.map(({ code, ignored }) => [code, ignored.reason]),
    notes: report.notes.map(({ kind, code }) => [kind, code]),
    expired: report.findings.filter(({ ignoreExpired }) => ignoreExpired !== undefined).length,
  };
}

const entry = (parts: Partial<IgnoreEntry>): IgnoreEntry => ({
  code: 'VD302',
  reason: 'we move',
  by: 'f.yaml',
  ...parts,
});
const all = { found: ['VD302'], ignored: [], notes: [], expired: 0 };
const none = { found: [], ignored: [['VD302', 'we move']], notes: [], expired: 0 };

describe('what a file ignores', () => {
  it.each<[string, Partial<IgnoreEntry>, object]>([
    ['a code', {}, none],
    ['a code of this object', { object: 'StorageClass/new' }, none],
    ['a code of all classes', { object: 'StorageClass/*' }, none],
    ['a pattern in the middle', { object: 'Storage*ss/n*w' }, none],
    ['of another object', { object: 'StorageClass/rbd' }, { ...all, notes: [['unmatched', 'VD302']] }],
    ['a longer name', { object: 'StorageClass/new*new' }, { ...all, notes: [['unmatched', 'VD302']] }],
    ['until the end of today', { until: '2026-11-23' }, none],
    ['until yesterday', { until: '2026-11-22' }, { ...all, notes: [['expired', 'VD302']], expired: 1 }],
    ['until a day that is none', { until: '2026-02-30' }, { ...all, notes: [['unreadableDate', 'VD302']] }],
    ['a code that is not found', { code: 'VD303' }, { ...all, notes: [['unmatched', 'VD303']] }],
    ['a code that does not exist', { code: 'VD3O2' }, { ...all, notes: [['unknownCode', 'VD3O2']] }],
    ['a code that could not be asked', { code: 'VD101' }, all],
  ])('%s', (_, parts, expected) => {
    expect(ignoring([entry(parts)])).toEqual(expected);
  });
});

describe('what annotations ignore', () => {
  it.each<[string, object, object, object]>([
    ['on the object', { [key]: 'VD302', [`${key}-reason`]: 'we move' }, {}, none],
    [
      'of several codes',
      { [key]: 'VD999, VD302', [`${key}-reason`]: 'we move' },
      {},
      { ...none, notes: [['unknownCode', 'VD999']] },
    ],
    ['without reason', { [key]: 'VD302' }, {}, { ...none, ignored: [['VD302', '']] }],
    [
      'for a time that is over',
      { [key]: 'VD302', [`${key}-until`]: '2026-01-31' },
      {},
      { ...all, notes: [['expired', 'VD302']], expired: 1 },
    ],
    [
      'on the HyperConverged, of another object',
      {},
      { [key]: 'VD302' },
      { ...all, notes: [['unmatched', 'VD302']] },
    ],
  ])('%s', (_, onClass, onHyperConverged, expected) => {
    expect(ignoring([], onClass, onHyperConverged)).toEqual(expected);
  });

  it('on the HyperConverged, of a finding about no object', () => {
    const annotations = { [key]: 'VD301', [`${key}-reason`]: 'all name theirs' };
    const objects = [
      ...healthy.filter(
        ({ kind }) => !['StorageClass', 'StorageProfile', 'HyperConverged'].includes(String(kind)),
      ),
      hyperConverged({ featureGates: { enableMultiArchBootImageImport: true } }, { annotations }),
      storageClass('a'),
    ];
    const { facts } = readFacts(objects, now);
    const report = applyIgnores(examine(checks, facts), facts, [], now);
    expect(report.ignored.map(({ code, ignored }) => [code, ignored.by])).toEqual([
      ['VD301', 'annotation of HyperConverged/kubevirt-hyperconverged/kubevirt-hyperconverged'],
    ]);
  });
});

test('nothing is lost: each finding is told or ignored', () => {
  const { facts } = readFacts(
    [storageClass('a', { isDefault: true }), storageClass('b', { isDefault: true })],
    now,
  );
  const report = examine(checks, facts);
  const codes = fc.constantFrom(...checks.map(({ code }) => code), 'VD000');
  const entries = fc.array(
    fc.record({
      code: codes,
      object: fc.constantFrom('*', '*/a', '*/b', 'Node/x'),
      reason: fc.string(),
      until: fc.constantFrom('2026-01-01', '2027-01-01', 'x'),
      by: fc.constant('f'),
    }),
  );
  fc.assert(
    fc.property(entries, (rules) => {
      const { findings, ignored } = applyIgnores(report, facts, rules, now);
      expect(findings.length + ignored.length).toBe(report.findings.length);
    }),
    { numRuns: 50 },
  );
});

test('the last day is a whole one', () => {
  expect(lastMomentOf('2027-01-31')).toBe(Date.parse('2027-02-01T00:00:00Z'));
  expect(['2027-02-29', '2027-1-31', 'tomorrow', ''].map(lastMomentOf)).toEqual(Array(4).fill(undefined));
});

describe('a file that is wrong says where, and how it is right', () => {
  it.each<[unknown, string]>([
    [1, 'entry 1 is no object: write code and reason'],
    [{ reason: 'x' }, 'entry 1 lacks its code, such as VD309'],
    [{ code: 'VD309', reason: ' ' }, 'entry 1 lacks its reason: say why it is ignored'],
    [
      { code: 'VD309', reason: 'x', objects: 'a' },
      'entry 1 has objects, which nobody reads: code, object, reason, until are there',
    ],
    [
      { code: 'VD309', reason: 'x', object: 'rbd' },
      'entry 1 has an object that is none: write Kind/name or Kind/namespace/name',
    ],
    [
      { code: 'VD309', reason: 'x', until: 20270131 },
      'entry 1 has an until that is no day: write it as 2027-01-31',
    ],
  ])('%j', (value, problem) => {
    expect(parseIgnoreEntries([value], 'f.yaml')).toEqual({ ok: false, problems: [`f.yaml: ${problem}`] });
  });
});
