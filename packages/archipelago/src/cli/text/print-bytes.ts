const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** `612 MiB`: at most three digits before the unit, one behind the point below ten. */
export function printBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.round(value) >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const text = unit === 0 || value >= 9.95 ? String(Math.round(value)) : value.toFixed(1);
  return `${text} ${units[unit]}`;
}
