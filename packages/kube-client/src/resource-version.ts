/** Versions of one resource count up; of one that is no number nothing is concluded. */
function parseResourceVersion(text: string | undefined): bigint | undefined {
  return text !== undefined && /^\d{1,30}$/.test(text) ? BigInt(text) : undefined;
}

/** False where versions are no numbers. */
export function isOlder(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [parseResourceVersion(one), parseResourceVersion(other)];
  return a !== undefined && b !== undefined && a < b;
}

/** Whether one can be older than the other. */
export function isComparable(one: string | undefined, other: string | undefined): boolean {
  return parseResourceVersion(one) !== undefined && parseResourceVersion(other) !== undefined;
}
