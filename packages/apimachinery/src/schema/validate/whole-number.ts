const epsilon = 1e-9;

/** True when a double is a whole number within ±2^53 up to rounding, as go-openapi sees it. */
export function isWholeNumber(value: number): boolean {
  if (Number.isInteger(value)) return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
  if (!Number.isFinite(value) || value < 1 || value > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(value);
  return (value - whole) / (value + whole) < epsilon;
}
