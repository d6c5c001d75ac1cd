const SHORT: ReadonlyMap<string, string> = new Map([
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
]);

/** Access modes of a volume as tables show them: `RWO,RWX`. */
export function shortAccessModes(modes: readonly string[]): string {
  return modes.map((mode) => SHORT.get(mode) ?? mode).join(',');
}
