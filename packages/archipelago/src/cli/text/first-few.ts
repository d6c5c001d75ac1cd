const few = 3;

/** The first of many names, and how many more there are. */
export function firstFew(names: readonly string[]): string {
  if (names.length <= few + 1) return names.join(', ');
  return `${names.slice(0, few).join(', ')} and ${names.length - few} more`;
}
