import type { Comparison, Expression, Matchers, Selector } from './expression.ts';
import { increase, type Point } from './increase.ts';
import { type LabelledValue, lookAt, type SeriesHistory } from './series-history.ts';

type Vector = readonly LabelledValue[];

/** What an expression comes to at a time (seconds since 1970), as Prometheus would find it after the same scrapes. */
export function evaluate(expression: Expression, history: SeriesHistory, now: number): Vector {
  const of = (inner: Expression) => evaluate(inner, history, now);
  switch (expression.is) {
    case 'selector':
      return matching(expression, history, now);
    case 'increase':
      return increases(expression.of, expression.window, history, now);
    case 'round':
      return valued(of(expression.of), (value) => Math.floor(value + 0.5));
    case 'age':
      return valued(of(expression.of), (value) => now - value);
    case 'remaining':
      return valued(of(expression.of), (value) => value - now);
    case 'sum':
      return sums(of(expression.of), expression.by);
    case 'compare':
      return of(expression.of).filter(({ value }) => holds(value, expression.by, expression.than));
    case 'absent':
      return of(expression.of).length > 0 ? [] : [{ labels: {}, value: 1 }];
    default:
      return combined(expression.is, of(expression.left), of(expression.right), expression.on);
  }
}

function matching({ metric, where, offset }: Selector, history: SeriesHistory, now: number): Vector {
  const look = lookAt(history, now - offset);
  return (look?.metrics.get(metric) ?? []).filter(({ labels }) => matches(labels, where));
}

function matches(labels: LabelledValue['labels'], where: Matchers): boolean {
  return Object.entries(where).every(([label, wanted]) => {
    const value = labels[label] ?? '';
    const pattern = /^\/(.*)\/$/.exec(wanted)?.[1];
    return pattern === undefined ? value === wanted : new RegExp(`^(?:${pattern})$`).test(value);
  });
}

function increases(selector: Selector, window: number, history: SeriesHistory, now: number): Vector {
  const [start, end] = [now - selector.offset - window, now - selector.offset];
  const points = new Map<string, { labels: LabelledValue['labels']; points: Point[] }>();
  for (const { at, metrics } of history) {
    if (at < start || at > end) continue;
    for (const { labels, value } of metrics.get(selector.metric) ?? []) {
      if (!matches(labels, selector.where)) continue;
      const known = points.get(keyOf(labels)) ?? { labels, points: [] };
      known.points.push({ at, value });
      points.set(keyOf(labels), known);
    }
  }
  return [...points.values()].flatMap(({ labels, points: each }) => {
    const value = increase(each, start, end);
    return value === undefined ? [] : [{ labels, value }];
  });
}

function valued(vector: Vector, change: (value: number) => number): Vector {
  return vector.map(({ labels, value }) => ({ labels, value: change(value) }));
}

function sums(vector: Vector, by: readonly string[]): Vector {
  const groups = new Map<string, LabelledValue>();
  for (const { labels, value } of vector) {
    const kept = only(labels, by);
    const key = keyOf(kept);
    groups.set(key, { labels: kept, value: (groups.get(key)?.value ?? 0) + value });
  }
  return [...groups.values()];
}

function holds(value: number, by: Comparison, than: number): boolean {
  switch (by) {
    case '==':
      return value === than;
    case '!=':
      return value !== than;
    case '>':
      return value > than;
    case '<':
      return value < than;
  }
}

function combined(
  how: 'both' | 'either' | 'unless',
  left: Vector,
  right: Vector,
  on: readonly string[] | undefined,
): Vector {
  const keyIn = ({ labels }: LabelledValue) => keyOf(on === undefined ? labels : only(labels, on));
  const [lefts, rights] = [new Set(left.map(keyIn)), new Set(right.map(keyIn))];
  switch (how) {
    case 'both':
      return left.filter((each) => rights.has(keyIn(each)));
    case 'unless':
      return left.filter((each) => !rights.has(keyIn(each)));
    case 'either':
      return [...left, ...right.filter((each) => !lefts.has(keyIn(each)))];
  }
}

/** A label without a value is none. */
function only(labels: LabelledValue['labels'], names: readonly string[]): LabelledValue['labels'] {
  return Object.fromEntries(names.flatMap((name) => (labels[name] ? [[name, labels[name]]] : [])));
}

/** The same for the same labels, in whatever order they stand. */
export function keyOf(labels: LabelledValue['labels']): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}
