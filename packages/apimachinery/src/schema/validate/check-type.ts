import { type JsonType, jsonType } from '../../json/json-type.ts';
import { invalidType } from '../field-errors/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { Findings } from './findings.ts';
import { fieldOf, type Place } from './place.ts';
import { isWholeNumber } from './whole-number.ts';

/** Checks the type of a value that is not null; a schema without type and format allows any. */
export function checkType(node: SchemaNode, place: Place, findings: Findings): void {
  if (node.types.length === 0 && node.format === '') return;
  findings.matches++;
  const wrong = wrongType(node, place, jsonType(place.value));
  if (wrong === undefined) findings.matches++;
  else report(place, wrong, findings);
}

/** Checks a null. */
export function checkNullType(node: SchemaNode, place: Place, findings: Findings): void {
  if (node.types.length === 0 || node.nullable || node.types.includes('null')) findings.matches++;
  else report(place, { expected: node.types.join(','), found: 'null' }, findings);
}

interface WrongType {
  readonly expected: string;
  readonly found: string;
}

function report(place: Place, { expected, found }: WrongType, findings: Findings): void {
  const detail = `${place.path} in body must be of type ${expected}: "${found}"`;
  findings.add(invalidType(fieldOf(place), found, detail));
}

function wrongType(node: SchemaNode, place: Place, type: JsonType): WrongType | undefined {
  if (fits(node.types, type, place)) return undefined;
  if (node.format === '') return { expected: node.types.join(','), found: type };
  if (type === 'string' || type === 'array') {
    // A format that is no number's says nothing of texts and, oddly, of lists.
    const ofNumber = node.types.includes('number') || node.types.includes('integer');
    return ofNumber ? { expected: node.types.join(','), found: type } : undefined;
  }
  return { expected: node.format, found: numberFormat(type) };
}

function fits(types: readonly string[], type: JsonType, place: Place): boolean {
  if (types.includes(type)) return true;
  if (type === 'integer') return types.includes('number');
  const { value } = place;
  return type === 'number' && types.includes('integer') && typeof value === 'number' && isWholeNumber(value);
}

function numberFormat(type: JsonType): string {
  if (type === 'integer') return 'int64';
  return type === 'number' ? 'float64' : '';
}
