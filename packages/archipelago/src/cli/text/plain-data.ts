import type { JsonValue } from '@archipelago/apimachinery';

/** What a command has to say as JSON has it: members that are undefined are left out. */
export function plainData(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(plainData);
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, below]) => below !== undefined);
    return Object.fromEntries(members.map(([key, below]) => [key, plainData(below)]));
  }
  return isScalar(value) ? value : null;
}

function isScalar(value: unknown): value is string | number | boolean | bigint {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value);
}
