import { isJsonObject, type JsonValue } from '@archipelago/apimachinery';

/** The two forms of jq filter that the documents use: `.a.b.c`, and `.a.b[] | select(.key == "value")`. */
export function jqFilter(filter: string, input: JsonValue): JsonValue | undefined {
  const [path = '', selection] = filter.split('|').map((part) => part.trim());
  const found = walk(path.replace(/\[\]$/, ''), input);
  if (selection === undefined) return found;
  const [, key = '', value] = /^select\(\.(\w+) == "([^"]*)"\)$/.exec(selection) ?? [];
  return Array.isArray(found) ? found.find((item) => isJsonObject(item) && item[key] === value) : undefined;
}

function walk(path: string, input: JsonValue): JsonValue | undefined {
  const keys = path.split('.').filter((key) => key !== '');
  return keys.reduce<JsonValue | undefined>((at, key) => (isJsonObject(at) ? at[key] : undefined), input);
}
