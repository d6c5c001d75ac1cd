/** A number as Go's `%v` prints it: integers in full, other numbers as `1.5`, `1e-05`, `1e+20`. */
export function numberText(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) return value.toString();
  return floatText(value);
}

/** A float64 as Go's `%v` prints it, whole numbers included: `2`, `1e+06`. */
export function floatText(value: number): string {
  const [digits = '', exponentText = '0'] = value.toExponential().split('e');
  const exponent = Number(exponentText);
  if (exponent >= -4 && exponent < 6) return value.toString();
  const size = Math.abs(exponent).toString().padStart(2, '0');
  return `${digits}e${exponent < 0 ? '-' : '+'}${size}`;
}
