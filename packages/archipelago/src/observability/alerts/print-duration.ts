const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const;

/** Seconds as Prometheus writes them: in the largest unit that leaves nothing over. */
export function printDuration(seconds: number): string {
  const [unit, length] = units.find(([, each]) => seconds >= each && seconds % each === 0) ?? ['s', 1];
  return `${seconds / length}${unit}`;
}
