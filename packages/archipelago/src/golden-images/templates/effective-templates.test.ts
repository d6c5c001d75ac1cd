import type { JsonObject } from '@archipelago/apimachinery';
import { describe, expect, it } from 'vitest';
import { casesOf } from '../../../../../test/support/vectors.ts';
import { desiredOf, renderedAt, verdictOf } from '../../config/admission.test-support.ts';
import { reviewTemplates } from '../../config/settings/workload-sources/review-templates.ts';
import { type Choices, effectiveTemplates, imageUrl } from './effective-templates.ts';
import { judgeCronSchedule } from './judge-cron-schedule.ts';
import { listedArchitectures, narrowArchitectures } from './narrow-architectures.ts';
import type { Template, TemplateSpec } from './template.ts';
import { isDisabled } from './template.ts';

const dict = 'ssp.kubevirt.io/dict.architectures';
const enable = 'dataimportcrontemplate.kubevirt.io/enable';
const bind = 'cdi.kubevirt.io/storage.bind.immediate.requested';
const commonNames = ['centos-stream10-image-cron', 'centos-stream9-image-cron', 'fedora-image-cron'];
const fedora = 'fedora-image-cron';
const fedoraUrl = 'docker://quay.io/containerdisks/fedora:latest';

const spec = (url: string | undefined, more: Partial<TemplateSpec> = {}): TemplateSpec => ({
  schedule: '1 2 * * *',
  managedDataSource: 'source',
  template: { spec: url === undefined ? {} : { source: { registry: { url } } } },
  ...more,
});
const entry = (
  name: string,
  annotations?: Readonly<Record<string, string>>,
  written: TemplateSpec | undefined = spec('docker://x'),
): Template => ({
  metadata: { name, ...(annotations === undefined ? {} : { annotations }) },
  ...(written === undefined ? {} : { spec: written }),
});
const choices: Choices = {
  written: [],
  commonImport: true,
  commonNamespace: '',
  multiArchitecture: false,
  schedule: '0 0/12 * * *',
};
const effective = (more: Partial<Choices>) => effectiveTemplates({ ...choices, ...more });
const named = (more: Partial<Choices>, name = fedora) =>
  effective(more).find(({ metadata }) => metadata.name === name);

describe('golden images in effect', () => {
  it('are the common ones by themselves, by name', () => {
    const images = effective({});
    expect(images.map(({ metadata }) => metadata)).toEqual(commonNames.map((name) => ({ name })));
    for (const { origin, annotations, spec: made } of images) {
      expect(origin).toEqual({ kind: 'common' });
      expect(annotations).toEqual({ [bind]: 'true' });
      expect(made).toMatchObject({ schedule: '0 0/12 * * *', garbageCollect: 'Outdated' });
    }
    expect(named({})?.architectures).toBe('arm64,s390x,amd64');
    expect(imageUrl(named({})?.spec ?? spec(undefined))).toBe(fedoraUrl);
  });

  it.each<[string, Partial<Choices>, readonly string[]]>([
    ['none', { commonImport: false }, []],
    [
      'custom ones without the common ones',
      { commonImport: false, written: [entry('b'), entry('a')] },
      ['a', 'b'],
    ],
    [
      'custom ones between the common ones',
      { written: [entry('z'), entry('d'), entry('a')] },
      ['a', commonNames[0] ?? '', commonNames[1] ?? '', 'd', fedora, 'z'],
    ],
    [
      'not a common one that is switched off',
      { written: [entry(fedora, { [enable]: 'false' })] },
      commonNames.slice(0, 2),
    ],
    [
      'not a common one that is switched off without a spec',
      { written: [entry(fedora, { [enable]: 'FALSE' }, undefined)] },
      commonNames.slice(0, 2),
    ],
    ['a common one that is switched on', { written: [entry(fedora, { [enable]: 'True' })] }, commonNames],
    [
      'not a modified one where common ones are not imported',
      { commonImport: false, written: [entry(fedora)] },
      [],
    ],
    [
      'not a custom one that is switched off',
      { commonImport: false, written: [entry('a', { [enable]: 'false' })] },
      [],
    ],
    [
      'not a custom one whose switch says anything else',
      { commonImport: false, written: [entry('a', { [enable]: 'maybe' })] },
      [],
    ],
  ])('are %s', (_, more, names) => {
    expect(effective(more).map(({ metadata }) => metadata.name)).toEqual(names);
  });

  it('without a spec are none', () => {
    const written = [{ metadata: { name: 'a' } }, { metadata: { name: fedora } }];
    expect(effective({ written }).map(({ metadata }) => metadata.name)).toEqual(commonNames.slice(0, 2));
  });

  it('live where they are told: common ones by the setting, others by themselves', () => {
    const own: Template = {
      metadata: { name: 'a', namespace: 'own', labels: { l: 'm' } },
      spec: spec('docker://x'),
    };
    const modified: Template = { ...own, metadata: { ...own.metadata, name: fedora } };
    const images = effective({ commonNamespace: 'common', written: [own, modified, entry('b')] });
    expect(images.map(({ metadata }) => [metadata.namespace, metadata.labels])).toEqual([
      ['own', { l: 'm' }],
      [undefined, undefined],
      ['common', undefined],
      ['common', undefined],
      ['own', undefined],
    ]);
    expect(
      named({ commonNamespace: 'common', written: [entry(fedora)] })?.metadata.namespace,
    ).toBeUndefined();
  });

  it('know the entry they come from', () => {
    const images = effective({ written: [entry('b'), entry(fedora), entry('a')] });
    expect(images.map(({ origin }) => origin)).toEqual([
      { kind: 'custom', index: 2 },
      { kind: 'custom', index: 0 },
      { kind: 'common' },
      { kind: 'common' },
      { kind: 'modified', index: 1 },
    ]);
  });

  it('keep annotations, but for the architectures, and are bound at once unless they say otherwise', () => {
    const written = [
      entry('a', { x: 'y', [dict]: 'amd64' }),
      entry('b', { [bind]: 'false' }),
      entry(fedora, { x: 'y', [bind]: 'false' }),
    ];
    expect(named({ written }, 'a')).toMatchObject({
      annotations: { [bind]: 'true', x: 'y' },
      architectures: 'amd64',
    });
    expect(named({ written }, 'a')?.annotations[dict]).toBeUndefined();
    expect(named({ written }, 'b')?.annotations).toEqual({ [bind]: 'false' });
    expect(named({ written }, fedora)?.annotations).toEqual({ [bind]: 'false', x: 'y' });
  });

  it('that are modified have the spec of the entry, and the schedule of the common ones where it names none', () => {
    expect(named({ written: [entry(fedora)] })?.spec).toEqual(spec('docker://x'));
    const { schedule: _, ...unscheduled } = spec('docker://x');
    for (const made of [unscheduled, { ...unscheduled, schedule: '' }])
      expect(named({ written: [entry(fedora, {}, made)] })?.spec.schedule).toBe('0 0/12 * * *');
    expect(
      named({ written: [entry('a', {}, spec('docker://x', { schedule: '' }))] }, 'a')?.spec.schedule,
    ).toBe('');
  });
});

describe('architectures of a modified image', () => {
  const common = 'arm64,s390x,amd64';
  it.each<[string, boolean, string | undefined, string | undefined, string | undefined]>([
    ['those of the entry, for any node', false, fedoraUrl, 'amd64', 'amd64'],
    ['those of the common image, for any node', false, 'docker://other', undefined, common],
    ['those of the common image, whatever the entry says of it', true, fedoraUrl, 'amd64', common],
    ['those of the common image, where the entry names no registry', true, undefined, 'amd64', common],
    ['those of the entry, of another image', true, 'docker://other', 'amd64', 'amd64'],
    ['not known, of another image without annotation', true, 'docker://other', undefined, undefined],
  ])('are %s', (...[, multiArchitecture, url, written, expected]) => {
    const annotations = written === undefined ? {} : { [dict]: written };
    expect(
      named({ multiArchitecture, written: [entry(fedora, annotations, spec(url))] })?.architectures,
    ).toBe(expected);
  });

  it('are those of another image, when it is fetched in another way', () => {
    const of = (registry: JsonObject) => {
      const template = { spec: { source: { registry } } };
      const written = [entry(fedora, { [dict]: 'amd64' }, spec(undefined, { template }))];
      return named({ multiArchitecture: true, written })?.architectures;
    };
    expect(of({ url: fedoraUrl })).toBe(common);
    expect(of({ url: fedoraUrl, pullMethod: 'node' })).toBe('amd64');
    expect(of({ url: fedoraUrl, interval: 9_007_199_254_740_993n })).toBe('amd64');
    expect(of({ imageStream: 'fedora' })).toBe('amd64');
  });
});

describe('narrowed architectures', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['amd64,arm64', ['amd64'], ['amd64'], []],
    [' arm64 , amd64 ,', ['amd64', 'arm64'], ['arm64', 'amd64'], []],
    ['amd64,amd64', ['amd64'], ['amd64'], []],
    ['', ['amd64'], [], []],
    [',,', ['amd64'], [], []],
    ['amd64;arm64', ['amd64'], [], ['amd64;arm64']],
    ['AMD64,ppc64le,s390x', ['amd64', 's390x'], ['s390x'], ['AMD64']],
    ['riscv64', ['riscv64'], ['riscv64'], ['riscv64']],
  ])('of %j on %j', (text, nodes, supported, unknown) => {
    expect(narrowArchitectures(text, nodes)).toEqual({ supported, unknown });
    expect(listedArchitectures(text)).toEqual([...new Set(listedArchitectures(text))]);
  });
});

it('a schedule lands as it is written, or is refused by name', () => {
  const at = 'spec.dataImportCronTemplates[0].spec.schedule';
  const levels = { comes: [], never: ['warning'], refused: ['error'] } as const;
  for (const { schedule } of casesOf('kubernetes/duration/cron')) {
    const text = String(schedule);
    const image = entry('a', {}, spec('docker://x', { schedule: text }));
    const expected = text === '' ? [] : levels[judgeCronSchedule(text).verdict];
    const found = reviewTemplates([image]).map(({ level, at: place }) => [level, place]);
    expect(found).toEqual(expected.map((level) => [level, at]));
    expect(reviewTemplates([entry('a', { [enable]: 'false' }, image.spec)])).toEqual([]);
    if (expected[0] === 'error') continue;
    const written = {
      enableCommonBootImageImport: false,
      dataImportCronTemplates: [JSON.parse(JSON.stringify(image))],
    };
    const { operands } = desiredOf({ spec: written, cluster: { platform: 'openshift' } });
    expect(renderedAt(operands, 'SSP.spec.commonTemplates.dataImportCronTemplates[0].spec.schedule')).toBe(
      text,
    );
  }
});

describe('names that no object can have', () => {
  const long = 'n'.repeat(64);
  const named = (name: string, namespace: string | undefined, managedDataSource: string) => ({
    metadata: { name, ...(namespace === undefined ? {} : { namespace }) },
    spec: spec('docker://x', { managedDataSource }),
  });

  it.each<[string, Template, readonly string[]]>([
    ['names that fit', named('a.b-1', 'n-1', 'n'.repeat(63)), []],
    ['no namespace', named('a', undefined, 'b'), []],
    ['an empty namespace', named('a', '', 'b'), []],
    ['a path for a namespace', named('a', 'a/b', 'b'), ['metadata.namespace']],
    ['a namespace with a dot', named('a', 'a.b', 'b'), ['metadata.namespace']],
    ['capitals', named('A', 'B', 'C'), ['metadata.name', 'metadata.namespace', 'spec.managedDataSource']],
    [
      '64 characters',
      named(long, long, long),
      ['metadata.name', 'metadata.namespace', 'spec.managedDataSource'],
    ],
    [
      'a way out',
      named('../x', '..', '../y'),
      ['metadata.name', 'metadata.namespace', 'spec.managedDataSource'],
    ],
  ])('%s', (_, template, fields) => {
    const found = reviewTemplates([template]).map(({ level, at }) => [level, at]);
    expect(found).toEqual(fields.map((field) => ['error', `spec.dataImportCronTemplates[0].${field}`]));
  });

  it.each([
    ['', true],
    ['images-1', true],
    ['a/b', false],
    ['Images', false],
  ])('the common namespace %j', (commonBootImageNamespace, allowed) => {
    expect(verdictOf({ spec: { commonBootImageNamespace } }).allowed).toBe(allowed);
  });
});

it('an entry is switched off by anything but true', () => {
  expect(
    ['true', 'True', 'TRUE', 'false', '', 'yes'].map((text) => isDisabled(entry('a', { [enable]: text }))),
  ).toEqual([false, false, false, true, true, true]);
  expect(isDisabled(entry('a'))).toBe(false);
});

it('thousands of images are looked at a few times each, not once for each other', () => {
  const count = 3000;
  let looks = 0;
  const written = Array.from({ length: count }, (_, index): Template => {
    const { metadata, spec: made } = entry(`i${index}`);
    return {
      get metadata() {
        looks += 1;
        return metadata;
      },
      ...(made === undefined ? {} : { spec: made }),
    };
  });
  reviewTemplates(written);
  expect(looks).toBeLessThan(20 * count);
  looks = 0;
  expect(effective({ written })).toHaveLength(count + 3);
  expect(looks).toBeLessThan(20 * count);
});
