import { type JsonObject, printJson } from '@archipelago/apimachinery';

/** The command that makes an edit, for a shell. */
export function patchCommand(patch: JsonObject, namespace: string): string {
  const quoted = printJson(patch).replaceAll("'", `'\\''`);
  return `kubectl patch hyperconverged kubevirt-hyperconverged -n ${namespace} --type merge -p '${quoted}'`;
}
