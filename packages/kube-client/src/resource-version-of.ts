import { isJsonObject, type JsonValue, textAt } from '@archipelago/apimachinery';

/** `metadata.resourceVersion` of an object or a list, empty when it has none. */
export function resourceVersionOf(value: JsonValue | undefined): string {
  const metadata = isJsonObject(value) ? value.metadata : undefined;
  const version = isJsonObject(metadata) ? metadata.resourceVersion : undefined;
  return textAt(version);
}
