/** The object without members that are 0, where KubeVirt's API takes 0 for "not said". */
export function withoutZeros<V>(object: Readonly<Record<string, V>>): Readonly<Record<string, V>> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== 0));
}
