import type { JsonValue } from '../api/json-value.ts';
import { isJsonObject } from '../api/json-value.ts';
import { printYaml } from './print-yaml.ts';

/** Formats for programs. */
export type Output = 'json' | 'yaml';

/** A result for programs; members that are undefined are left out. */
export function printData(value: object, output: Output): string {
  const text = JSON.stringify(value, null, 2);
  if (output === 'json') return `${text}\n`;
  const data: JsonValue = JSON.parse(text);
  return printYaml(isJsonObject(data) ? data : { items: data });
}
