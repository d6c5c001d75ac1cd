/** For a flag that may be given several times: all its values, in order. */
export function collect(each: string, all: readonly string[] = []): readonly string[] {
  return [...all, each];
}
