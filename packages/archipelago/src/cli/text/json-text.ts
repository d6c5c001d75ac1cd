import { type JsonValue, printJson } from '@archipelago/apimachinery';

/** JSON text of what a command has to say; integers beyond 2^53 stand in it in full. */
export function jsonText(value: unknown, indent = 0): string {
  return printJson(plain(value), indent);
}

function plain(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, below]) => below !== undefined);
    return Object.fromEntries(members.map(([key, below]) => [key, plain(below)]));
  }
  return isScalar(value) ? value : null;
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}
