import type {
  LabelledValue,
  Look,
} from '../../packages/archipelago/src/observability/alerts/series-history.ts';

/** Values by minute in the notation of `promtool test rules`; undefined: there is none. */
function valuesOf(notation: string): readonly (number | undefined)[] {
  return notation.split(' ').flatMap((word): readonly (number | undefined)[] => {
    if (word === 'stale') return [undefined];
    const [, start = '', step = '0', times = '0'] = /^(_|-?\d+)(?:\+(\d+))?(?:x(\d+))?$/.exec(word) ?? [];
    if (start === '') throw new Error(`${word}: no value of a series`);
    const isRepeated = word.includes('x');
    if (start === '_') return Array.from({ length: isRepeated ? Number(times) : 1 }, () => undefined);
    return Array.from({ length: Number(times) + 1 }, (_, index) => Number(start) + index * Number(step));
  });
}

function nameOf(text: string): { metric: string; labels: LabelledValue['labels'] } {
  const [metric = '', rest = ''] = text.split(/[{}]/);
  const labels = [...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]);
  return { metric, labels: Object.fromEntries(labels) };
}

/** What a scraper that looks every minute sees of series. */
export function looksAt(series: Readonly<Record<string, string>>): readonly Look[] {
  const all = Object.entries(series).map(([text, notation]) => ({
    ...nameOf(text),
    values: valuesOf(notation),
  }));
  const minutes = Math.max(...all.map(({ values }) => values.length));
  return Array.from({ length: minutes }, (_, minute) => {
    const metrics = new Map<string, LabelledValue[]>();
    for (const { metric, labels, values } of all) {
      const value = values[minute];
      if (value !== undefined) metrics.set(metric, [...(metrics.get(metric) ?? []), { labels, value }]);
    }
    return { at: minute * 60, metrics };
  });
}
