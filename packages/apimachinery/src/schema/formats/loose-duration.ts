import { parseGoDuration } from '../../go-text/go-duration.ts';

/** Exact names of units, and the beginnings of their long names. */
const shortUnits = ['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk'];
const longUnits = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week'];
const maxInt64 = 2n ** 63n - 1n;

/** True for Go durations and for any text with an amount of time in it: `3 days`, `PT1H`. */
export function isLooseDuration(text: string): boolean {
  if (parseGoDuration(text).ok) return true;
  let found = false;
  // The look-behind keeps long runs of digits from being tried from each of them.
  for (const [, amount = '', unitText = ''] of text.matchAll(/(?<![0-9])([0-9]+)[\t\n\f\r ]*([A-Za-zµ]+)/g)) {
    if (amount.length >= 19 && BigInt(amount) > maxInt64) return false;
    const unit = unitText.toLowerCase();
    found ||= shortUnits.includes(unit) || longUnits.some((name) => unit.startsWith(name));
  }
  return found;
}
