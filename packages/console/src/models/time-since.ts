const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago something was, for people: `3 hours ago`; `''` where it is no time. A time to come counts as now. */
export function timeSince(at: string, now: number, language: string): string {
  const seconds = (now - Date.parse(at)) / 1_000;
  if (Number.isNaN(seconds)) return '';
  const past = Math.max(seconds, 0);
  const [unit, size] = units.find(([, length]) => past >= length) ?? (['second', 1] as const);
  // seconds would change all the time
  const count = unit === 'second' ? 0 : Math.floor(past / size);
  return new Intl.RelativeTimeFormat(language, { numeric: count === 0 ? 'auto' : 'always' }).format(
    -count,
    unit,
  );
}
