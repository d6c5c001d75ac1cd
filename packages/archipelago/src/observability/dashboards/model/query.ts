import { type Matchers, series } from '../../alerts/expression.ts';
import { printPromql } from '../../alerts/print-promql.ts';
import { type HistogramKey, type MetricKey, metricTable } from '../../metric-table.ts';
import { neighbourMetrics } from './neighbour-metrics.ts';

const known = { ...metricTable, ...neighbourMetrics };

type Known = typeof known;
/** A metric of the operator or of a neighbour. */
type Key = keyof Known;
type LabelOf<K extends Key> = Known[K]['labels'][number];
/** A value between slashes is a regular expression. */
type Where<K extends Key> = Readonly<Partial<Record<LabelOf<K>, string>>>;

/** The name of a metric. */
export function nameOf(key: Key): string {
  return known[key].name;
}

/** Series of a metric. */
export function of<K extends Key>(key: K, where?: Where<K>): string {
  return printPromql(series(nameOf(key), present(where)));
}

/** How often a second a counter grows, added up over all labels but these. */
export function ratePer<K extends MetricKey>(key: K, by: readonly LabelOf<K>[], where?: Where<K>): string {
  return `sum by(${by.join(', ')}) (rate(${of(key, where)}[5m]))`;
}

/** How much a counter grew within an hour, added up over all labels but these. */
export function perHour<K extends MetricKey>(key: K, by: readonly LabelOf<K>[], where?: Where<K>): string {
  return `sum by(${by.join(', ')}) (${growth(of(key, where), '1h')})`;
}

/** A line that begins with the first thing it counts does not increase by it: of one that was not there before, all counts. */
function growth(counter: string, within: string): string {
  return `(${counter} unless ${counter} offset ${within}) or increase(${counter}[${within}])`;
}

/** The greatest of the series that agree in these labels: of the replicas of an operator, only the one that leads knows it. */
export function greatest<K extends Key>(key: K, by: readonly LabelOf<K>[], where?: Where<K>): string {
  return `max by(${by.join(', ')}) (${of(key, where)})`;
}

/** The sum of the series that agree in these labels. */
export function total<K extends Key>(key: K, by: readonly LabelOf<K>[], where?: Where<K>): string {
  return `sum by(${by.join(', ')}) (${of(key, where)})`;
}

interface Span {
  readonly share: number;
  readonly within: '5m' | '1d';
}

/** What a share of the values of a histogram stays below. */
export function quantile<K extends HistogramKey>(
  { share, within }: Span,
  key: K,
  by: readonly LabelOf<K>[],
  where?: Where<K>,
): string {
  const buckets = printPromql(series(`${nameOf(key)}_bucket`, present(where)));
  return `histogram_quantile(${share}, sum by(${['le', ...by].join(', ')}) (${growth(buckets, within)}))`;
}

/** 0 where there is no series. */
export function orZero(expression: string): string {
  return `${expression} or vector(0)`;
}

/** Seconds since. */
export function ageOf(expression: string): string {
  return `time() - ${expression}`;
}

function present(where: Readonly<Record<string, string | undefined>> = {}): Matchers {
  const given = Object.entries(where).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return Object.fromEntries(given);
}
