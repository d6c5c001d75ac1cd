import { parseGoDuration } from '@archipelago/apimachinery';
import { UsageError } from '../process/io.ts';

const longestTimeoutMs = 24 * 3_600_000;

/** Reads `--timeout` (60s when absent) as milliseconds. */
export function parseTimeout(text = '60s'): number {
  const parsed = parseGoDuration(text);
  const milliseconds = parsed.ok ? Number(parsed.nanoseconds) / 1e6 : 0;
  if (milliseconds > 0 && milliseconds <= longestTimeoutMs) return milliseconds;
  throw new UsageError(
    `--timeout ${JSON.stringify(text)}: must be a duration such as 60s or 2m, more than nothing and at most 24h`,
  );
}
