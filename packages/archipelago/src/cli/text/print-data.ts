import { type JsonValue, parseJson } from '@archipelago/apimachinery';
import { jsonText } from './json-text.ts';
import { printYaml } from './print-yaml.ts';

/** Formats for programs. */
export type Output = 'json' | 'yaml';

/** A result for programs; members that are undefined are left out. */
export function printData(value: object, output: Output): string {
  const text = jsonText(value, 2);
  if (output === 'json') return `${text}\n`;
  const data: JsonValue = parseJson(text);
  return printYaml(data);
}
