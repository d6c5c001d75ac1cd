const steps = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
] as const;

/** `3d`, `5h`, `12m`, `7s`: in the largest unit that fits, as kubectl shows ages. Milliseconds since 1970. */
export function printAge(since: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  if (Number.isNaN(seconds)) return '';
  const step = steps.find(([size]) => seconds >= size * 2);
  return step === undefined ? `${seconds}s` : `${Math.floor(seconds / step[0])}${step[1]}`;
}
