/** Freezes a JSON tree; subtrees that are frozen already are shared, not walked. */
export function freezeDeeply<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const child of Object.values(value)) freezeDeeply(child);
  return value;
}
