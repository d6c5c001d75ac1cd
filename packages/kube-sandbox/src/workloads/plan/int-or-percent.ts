import type { JsonValue } from '@archipelago/apimachinery';

/** A number, or a share of `total` such as `25%`, rounded as is said; 0 for what is neither. */
export function intOrPercent(
  value: JsonValue | undefined,
  total: number,
  round: 'up' | 'down' = 'up',
): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || !/^\d+%$/.test(value)) return 0;
  const share = (Number(value.slice(0, -1)) * total) / 100;
  return round === 'up' ? Math.ceil(share) : Math.floor(share);
}
