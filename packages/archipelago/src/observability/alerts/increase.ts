/** A value and when it was, in seconds. */
export interface Point {
  readonly at: number;
  readonly value: number;
}

/**
 * How much a counter grew from `start` to `end` (seconds), as Prometheus tells it: what it lost when it began anew is added, and what lies
 * between the ends of the range and the first and last point is extrapolated, never to below zero. Undefined: fewer than two points.
 */
export function increase(points: readonly Point[], start: number, end: number): number | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 2) return undefined;
  const grown = last.value - first.value + lostIn(points);
  const sampled = last.at - first.at;
  const between = sampled / (points.length - 1);
  const toZero = grown > 0 && first.value >= 0 ? sampled * (first.value / grown) : Number.POSITIVE_INFINITY;
  const before = Math.min(first.at - start, toZero);
  const far = between * 1.1;
  const added = (gap: number) => (gap < far ? gap : between / 2);
  return (grown * (sampled + added(before) + added(end - last.at))) / sampled;
}

/** What resets took away. */
function lostIn(points: readonly Point[]): number {
  return points.reduce((lost, { value }, index) => {
    const before = points[index - 1]?.value ?? 0;
    return value < before ? lost + before : lost;
  }, 0);
}
