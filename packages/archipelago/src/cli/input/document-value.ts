import type { JsonValue } from '@archipelago/apimachinery';
import type { Document } from 'yaml';

/** What a document says, as JSON has it; integers of more than 53 bits stay exact. Throws where its aliases multiply. */
export function documentValue(document: Document.Parsed): JsonValue {
  return plainJson(document.toJS({ maxAliasCount: 100 }));
}

function plainJson(value: unknown): JsonValue {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plainJson);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, plainJson(below)]));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
