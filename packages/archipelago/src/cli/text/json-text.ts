import { printJson } from '@archipelago/apimachinery';
import { plainData } from './plain-data.ts';

/** JSON text of what a command has to say; integers beyond 2^53 stand in it in full. */
export function jsonText(value: unknown, indent = 0): string {
  return printJson(plainData(value), indent);
}
