/** What `-o name` prints of a config, as kubectl does. */
export function resourceNameOf({ group, name }: { readonly group: string; readonly name: string }): string {
  return `machineosconfig.${group}/${name}`;
}
