import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import { parse } from 'yaml';

const members = ['family', 'manufacturer', 'product', 'sku', 'version'] as const;

export type ParsedSmbios =
  | { readonly ok: true; readonly smbios: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly message: string };

/** Reads the deployment parameter SMBIOS: YAML text with the members KubeVirt knows; others are left out. */
export function parseSmbios(text: string): ParsedSmbios {
  const document = read(text);
  if (document === undefined) return { ok: false, message: 'must be YAML text of an object' };
  const wrong = members.find((name) => !isTextOrAbsent(document[name]));
  if (wrong !== undefined) return { ok: false, message: `must have text at ${wrong}` };
  const known = members.flatMap((name) => {
    const value = document[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { ok: true, smbios: Object.fromEntries(known) };
}

function read(text: string): JsonObject | undefined {
  try {
    const document: JsonValue = parse(text, { maxAliasCount: 0 });
    return isJsonObject(document) ? document : undefined;
  } catch {
    return undefined;
  }
}

function isTextOrAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || typeof value === 'string';
}
