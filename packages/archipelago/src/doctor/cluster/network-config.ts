import { isJsonObject, type JsonObject, objectsAt, textAt } from '@archipelago/apimachinery';

/** The CNI configuration of a NetworkAttachmentDefinition; `file`: it stands in a file on each node. */
type NetworkConfig =
  | { readonly kind: 'file' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'read'; readonly plugins: readonly JsonObject[] };

/** Reads `spec.config`, a plugin or a chain of them. */
export function networkConfigOf(attachment: JsonObject): NetworkConfig {
  const text = textAt(attachment, 'spec', 'config');
  if (text === '') return { kind: 'file' };
  try {
    const value: unknown = JSON.parse(text);
    if (!isJsonObject(value)) return { kind: 'broken' };
    const chained = objectsAt(value, 'plugins').map((plugin) => ({ name: value.name ?? '', ...plugin }));
    return { kind: 'read', plugins: chained.length > 0 ? chained : [value] };
  } catch {
    return { kind: 'broken' };
  }
}
