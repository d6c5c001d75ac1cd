import { describe, expect, it } from 'vitest';
import { metricTable } from './metric-table.ts';
import { createMetricValues, mostSeries } from './metric-values.ts';

const image = (index: number) => ({ data_import_cron_name: `cron-${index}`, managed_data_source_name: 'os' });

describe('values', () => {
  it('of a histogram are counted into the first bucket that takes them', () => {
    const values = createMetricValues();
    const { buckets } = metricTable.admissionDuration;
    for (const seconds of [0, 0.005, 0.006, 30, 31])
      values.observe('admissionDuration', { kind: 'a' }, seconds);
    values.observe('admissionDuration', { kind: 'b' }, 1);
    const [one, other] = values.distributions('admissionDuration');
    expect(one?.counts).toEqual([2, 1, ...buckets.slice(2, -1).map(() => 0), 1, 1]);
    expect(one?.sum).toBeCloseTo(61.011);
    expect(other).toMatchObject({ labels: { kind: 'b' }, sum: 1 });
  });

  it('of 10,000 golden images are 1,000 lines, the first ones, and the number of the others', () => {
    const values = createMetricValues();
    const samples = Array.from({ length: 10_000 }, (_, index) => ({ labels: image(index), value: 1 }));
    values.replace('imageAnnotated', samples);
    expect(values.samples('imageAnnotated')).toEqual(samples.slice(0, mostSeries.ofLines));
    const dropped = (value: number) => [{ labels: { metric: metricTable.imageAnnotated.name }, value }];
    expect(values.samples('seriesDropped')).toEqual(dropped(9_000));
    values.replace('imageAnnotated', samples.slice(0, 10));
    expect(values.samples('seriesDropped')).toEqual([]);
  });

  it('that are counted have a bound, too: what is known goes on, what comes later is left out', () => {
    const values = createMetricValues();
    for (let index = 0; index < 1_200; index += 1) {
      values.add('layeringFindings', { reason: `r${index}` });
      values.observe('requestDuration', { verb: 'get', resource: `r${index}` }, 1);
    }
    values.add('layeringFindings', { reason: 'r0' });
    values.add('layeringFindings', { reason: 'r1199' });
    expect(values.samples('layeringFindings')).toHaveLength(mostSeries.ofLines);
    expect(values.samples('layeringFindings')[0]).toEqual({ labels: { reason: 'r0' }, value: 2 });
    expect(values.distributions('requestDuration')).toHaveLength(mostSeries.ofHistograms);
    const dropped = values.samples('seriesDropped').map(({ labels, value }) => [labels.metric, value]);
    expect(dropped).toEqual([
      [metricTable.layeringFindings.name, 200],
      [metricTable.requestDuration.name, 950],
    ]);
  });

  it('of what is gone make room', () => {
    const values = createMetricValues();
    for (let index = 0; index < 1_001; index += 1) values.add('layeringFindings', { reason: `r${index}` });
    values.keep('layeringFindings', ({ reason }) => reason !== 'r5');
    expect(values.samples('seriesDropped')).toEqual([]);
    values.add('layeringFindings', { reason: 'another' });
    expect(values.samples('layeringFindings').at(-1)).toEqual({ labels: { reason: 'another' }, value: 1 });
  });

  it('of a gauge are set line by line', () => {
    const values = createMetricValues();
    values.set('queueDepth', { controller: 'a' }, 1);
    values.set('queueDepth', { controller: 'b' }, 2);
    values.set('queueDepth', { controller: 'a' }, 0);
    expect(values.samples('queueDepth')).toEqual([
      { labels: { controller: 'a' }, value: 0 },
      { labels: { controller: 'b' }, value: 2 },
    ]);
  });
});
