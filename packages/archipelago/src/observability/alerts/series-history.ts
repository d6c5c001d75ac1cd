/** One value of one series. */
export interface LabelledValue {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** All series that were looked at, at one time: metric by name. */
export interface Look {
  /** Seconds since 1970. */
  readonly at: number;
  readonly metrics: ReadonlyMap<string, readonly LabelledValue[]>;
}

/** Looks, the oldest first. */
export type SeriesHistory = readonly Look[];

/** How old a look may be that stands for a time, in seconds, as with Prometheus. */
const lookback = 300;

/** The newest look at a time or before it; undefined: there is none that is recent enough. */
export function lookAt(history: SeriesHistory, time: number): Look | undefined {
  const found = history.findLast(({ at }) => at <= time);
  return found === undefined || found.at < time - lookback ? undefined : found;
}

/** With one more look, and without those that nobody needs any more. */
export function remember(history: SeriesHistory, look: Look, reach: number): SeriesHistory {
  const oldest = look.at - reach - lookback;
  return [...history.filter(({ at }) => at >= oldest && at < look.at), look];
}
