import { describe, expect, it } from 'vitest';
import { createMetricValues, mostSeries } from '../../observability/metric-values.ts';
import type { DecidedTemplate } from '../boot-sources/boot-source.ts';
import type { DecidedArchitectures } from '../images/decide-architectures.ts';
import { goldenImageAgreement } from './golden-image-agreement.ts';
import { goldenImageGauges } from './golden-image-gauges.ts';

const known = (...architectures: readonly string[]): DecidedArchitectures => ({
  kind: 'known',
  architectures,
  source: 'probe',
});
const anyNode: DecidedArchitectures = { kind: 'anyNode', because: 'noUrl' };

function template(name: string): DecidedTemplate['template'] {
  return {
    metadata: { name },
    origin: { kind: 'custom', index: 0 },
    annotations: {},
    architectures: undefined,
    spec: { managedDataSource: name, schedule: '0 0 * * *', template: { spec: {} } },
  };
}

describe('boot images by architecture of workload nodes', () => {
  const decided = [known('amd64'), known('amd64', 'arm64'), anyNode];
  it.each([
    [
      'with the gate, those that the image has',
      true,
      ['amd64', 'arm64', 's390x'],
      { amd64: 2, arm64: 1, s390x: 0 },
    ],
    ['with the gate and one architecture, also those that nobody knows', true, ['arm64'], { arm64: 2 }],
    ['without the gate and one architecture, all', false, ['arm64'], { arm64: 3 }],
    ['without the gate and several architectures, nobody can tell', false, ['amd64', 'arm64'], {}],
    ['machines run on no such node', true, ['amd64', 'riscv64'], { amd64: 3 }],
  ])('%s', (_, multiArchitecture, workload, expected) => {
    const templates = decided.map((each, index) => ({ template: template(`t${index}`), decided: each }));
    const { workloadBootImages } = goldenImageGauges({ templates, multiArchitecture, workload });
    const shown = workloadBootImages.map(({ labels, value }) => [labels.architecture, value]);
    expect(Object.fromEntries(shown)).toEqual(expected);
    const nothing = goldenImageGauges({ templates: [], multiArchitecture, workload });
    expect([nothing.workloadBootImages, nothing.imageArchitectures]).toEqual([[], []]);
  });
});

it('tells of each image for which architectures of workload nodes it is to be imported, what is missing first', () => {
  const templates = [known('amd64'), known('amd64', 'arm64'), anyNode].map((decided, index) => ({
    template: template(`t${index}`),
    decided,
  }));
  const told = (multiArchitecture: boolean, workload: readonly string[]) =>
    goldenImageGauges({ templates, multiArchitecture, workload }).imageArchitectures.map(
      ({ labels, value }) => `${labels.data_import_cron_name} ${labels.architecture} ${value}`,
    );
  expect(told(true, ['amd64', 'arm64'])).toEqual([
    ...['t0 arm64 0', 't2 amd64 0', 't2 arm64 0'],
    ...['t0 amd64 1', 't1 amd64 1', 't1 arm64 1'],
  ]);
  expect(told(false, ['arm64'])).toEqual(['t0 arm64 1', 't1 arm64 1', 't2 arm64 1']);
  expect(told(false, ['amd64', 'arm64'])).toEqual([]);
});

it('of 10,000 images those that alerts wait for find room, and nothing grows beyond the bound', () => {
  const templates = Array.from({ length: 10_000 }, (_, index) => ({
    template: template(`t${index}`),
    decided: index % 100 === 99 ? known('s390x') : known('arm64'),
  }));
  const gauges = goldenImageGauges({ templates, multiArchitecture: true, workload: ['arm64', 'amd64'] });
  const metrics = createMetricValues();
  metrics.replace('imageSupported', gauges.imageSupported);
  metrics.replace('imageAnnotated', gauges.imageAnnotated);
  metrics.replace('workloadBootImages', gauges.workloadBootImages);
  const shown = metrics.samples('imageSupported');
  expect(shown).toHaveLength(mostSeries.ofLines);
  expect(shown.filter(({ value }) => value === 0)).toHaveLength(100);
  expect(metrics.samples('seriesDropped').map(({ value }) => value)).toEqual([9_000, 9_000]);
  expect(metrics.samples('workloadBootImages').map(({ value }) => value)).toEqual([9_900, 0]);
});

describe('annotation and registry', () => {
  type Judged = Parameters<typeof goldenImageAgreement>[0][number];
  const probed: Judged['knowledge'] = { kind: 'probed', digest: 'd', single: false, platforms: [], at: '' };
  const judged = (
    source: 'annotation' | 'probe',
    knowledge: Judged['knowledge'],
    ...reasons: readonly Judged['decision']['findings'][number]['reason'][]
  ): Judged => ({
    effective: template('Fedora'),
    decision: {
      decided: { kind: 'known', architectures: ['amd64'], source },
      findings: reasons.map((reason) => ({
        template: 'Fedora',
        level: 'error',
        reason,
        architectures: [],
        message: '',
        fix: '',
      })),
    },
    knowledge,
  });

  it.each<[string, Judged, readonly number[]]>([
    ['agree', judged('annotation', probed), [1]],
    [
      'agree where the annotation wants less',
      judged('annotation', probed, 'AnnotationLacksArchitecture'),
      [1],
    ],
    ['do not, where the image lacks one', judged('annotation', probed, 'IndexLacksArchitecture'), [0]],
    ['do not, where the image is for one only', judged('annotation', probed, 'SingleArchitectureImage'), [0]],
    ['are not compared where the registry has not told', judged('annotation', { kind: 'pending' }), []],
    ['are not compared where nobody wrote an annotation', judged('probe', probed), []],
  ])('%s', (_, image, values) => {
    const lines = goldenImageAgreement([image]);
    expect(lines.map(({ value }) => value)).toEqual(values);
    for (const { labels } of lines)
      expect(labels).toEqual({ data_import_cron_name: 'fedora', managed_data_source_name: 'fedora' });
  });
});
