import { jsonEqual } from '../../api/json-equal.ts';
import type { JsonValue } from '../../api/json-value.ts';
import { marshal } from '../../go-text/marshal.ts';
import { jsonType } from '../../json/json-type.ts';
import { unsupportedValue } from '../field-errors/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import type { Findings } from './findings.ts';
import { fieldOf, type Place } from './place.ts';

/** Checks that a value is one of the schema's, after Go's conversions; null never is. */
export function checkEnum(node: SchemaNode, place: Place, findings: Findings): void {
  const allowed = node.schema.enum;
  if (allowed === undefined || allowed.length === 0) return;
  if (allowed.some((candidate) => isSame(place.value, candidate))) return;
  const texts = allowed.map((candidate) => (typeof candidate === 'string' ? candidate : marshal(candidate)));
  findings.add(unsupportedValue(fieldOf(place), place.value, texts));
}

function isSame(value: JsonValue, candidate: JsonValue): boolean {
  if (value === null || candidate === null) return false;
  const wanted = jsonType(candidate);
  if (typeof value === 'number' || typeof value === 'bigint') return isSameNumber(value, candidate, wanted);
  return jsonEqual(value, candidate);
}

/** Not `jsonEqual`: a number is compared after it was converted to the type of the candidate. */
function isSameNumber(value: number | bigint, candidate: JsonValue, wanted: string): boolean {
  const isInteger = jsonType(value) === 'integer';
  // Go converts before it compares: 2.5 to the integer 2, and 97 to the text "a".
  if (wanted === 'integer') return candidate === (isInteger ? value : Math.trunc(Number(value)));
  if (wanted === 'number') return candidate === Number(value);
  return wanted === 'string' && isInteger && candidate === characterOf(Number(value));
}

function characterOf(code: number): string {
  const valid = code >= 0 && code <= 0x10_ffff && !(code >= 0xd800 && code <= 0xdfff);
  return valid ? String.fromCodePoint(code) : '\ufffd';
}
