import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it, test } from 'vitest';
import { topics } from '../checks.ts';
import { readFacts } from '../facts/read-facts.ts';
import { controlPlane, healthy, object, storageClass, worker } from '../healthy-cluster.test-support.ts';
import { beforeInstallation, examineBefore } from './examine-before.ts';

const checks = topics.flatMap((topic) => topic.checks);
const now = Date.parse('2026-11-23T12:00:00Z');
const before = (objects: readonly JsonObject[]) => examineBefore(checks, readFacts(objects, now).facts);

/** A node of a cluster without virtualization; `cpu`: what Node Feature Discovery says. */
function bare(name: string, architecture = 'amd64', cpu: readonly string[] = []): JsonObject {
  const labels = {
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': architecture,
    'node-role.kubernetes.io/worker': '',
    ...Object.fromEntries(cpu.map((one) => [`feature.node.kubernetes.io/cpu-cpuid.${one}`, 'true'])),
  };
  return object('v1', 'Node', name, { labels, status: { conditions: [{ type: 'Ready', status: 'True' }] } });
}

const planes = ['c0', 'c1', 'c2'].map((name) => controlPlane(name));
const classes = [storageClass('rbd', { isDefault: true })];
const suitable = [...planes, bare('w0', 'amd64', ['VMX']), bare('w1', 'amd64', ['SVM', 'AVX']), ...classes];

test('the checks that are asked exist', () => {
  const codes = checks.map(({ code }) => code);
  expect(beforeInstallation.filter((code) => !codes.includes(code))).toEqual([]);
});

test('a cluster that suits has no finding; every other check is skipped', () => {
  const report = before(suitable);
  expect(report.findings).toEqual([]);
  expect(report.checks.map(({ code }) => code)).toEqual(checks.map(({ code }) => code));
  for (const { code, status, reason } of report.checks)
    if (!beforeInstallation.includes(code))
      expect([status, reason]).toEqual(['skipped', 'is asked after the installation']);
  expect(report.checks.find(({ code }) => code === 'VD801')?.status).toBe('ok');
});

describe('what does not suit', () => {
  it.each<[string, readonly JsonObject[], readonly string[]]>([
    [
      'no default class',
      [...suitable.filter(({ kind }) => kind !== 'StorageClass'), storageClass('a')],
      ['VD301'],
    ],
    [
      'a default class whose disks cannot migrate',
      [
        ...suitable.filter(({ kind }) => kind !== 'StorageClass'),
        storageClass('ebs', { isDefault: true, provisioner: 'disk.csi.azure.com' }),
      ],
      ['VD309'],
    ],
    [
      'a class whose driver nobody knows',
      [...suitable, storageClass('own', { provisioner: 'csi.acme.example' })],
      ['VD305'],
    ],
    ['a CPU without virtualization', [...suitable, bare('w2', 'amd64', ['AVX'])], ['VD801']],
    ['several architectures', [...suitable, bare('a0', 'arm64')], ['VD808']],
    [
      'one node for the infrastructure',
      [...suitable.filter((one) => !planes.slice(1).includes(one))],
      ['VD207'],
    ],
  ])('%s', (_, objects, codes) => {
    const { findings } = before(objects);
    expect(findings.map(({ code }) => code)).toEqual(codes);
    // neither is there yet
    const kinds = findings.map(({ object: about }) => about?.kind);
    expect(kinds.filter((kind) => kind === 'HyperConverged' || kind === 'StorageProfile')).toEqual([]);
  });
});

test('what labels do not tell is unknown', () => {
  const report = before([...planes, bare('w0'), bare('w1'), ...classes]);
  expect(report.checks.find(({ code }) => code === 'VD801')).toMatchObject({ status: 'unknown' });
});

test('an installed cluster is taken as it is', () => {
  expect(before(healthy).findings).toEqual([]);
  expect(before([...healthy, worker('w9', { kvm: '0' })]).findings).toMatchObject([
    { code: 'VD801', object: { kind: 'HyperConverged' } },
  ]);
});
