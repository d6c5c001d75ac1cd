/**
 * How many of so many nodes may be unavailable at the same time: a number, or a percentage that is rounded down, but not to
 * nothing. What is neither is 1.
 */
export function maxUnavailableOf(setting: unknown, nodes: number): number {
  if (typeof setting === 'number' && Number.isInteger(setting)) return Math.max(0, setting);
  if (typeof setting !== 'string') return standard;
  const percent = /^(100|[1-9]?[0-9])%$/.exec(setting)?.[1];
  if (percent !== undefined) return Math.max(1, Math.floor((Number(percent) * nodes) / 100));
  return /^[0-9]{1,6}$/.test(setting) ? Number(setting) : standard;
}

const standard = 1;
