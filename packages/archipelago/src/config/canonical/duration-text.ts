import { formatGoDuration, parseGoDuration } from '@archipelago/apimachinery';

/** A duration in the spelling Go prints: `90m` → `1h30m0s`; text that is no duration stays as it is. */
export function durationText(text: string): string {
  const parsed = parseGoDuration(text);
  return parsed.ok ? formatGoDuration(parsed.nanoseconds) : text;
}
