import { type JsonObject, type JsonValue, objectsAt, textAt, valueAt } from '@archipelago/apimachinery';
import type { Column } from '../resources/resource-type.ts';
import { age } from '../tables/age.ts';
import { fieldText } from '../tables/column.ts';
import { ageColumn, nameColumn } from '../tables/common-columns.ts';
import { evaluateJsonPath, parseJsonPath } from './json-path.ts';

/** How many values a cell shows: one, as paths of columns lead to one. */
function textOf(values: readonly JsonValue[]): JsonValue {
  const [first] = values;
  if (first === undefined) return null;
  // as Go's templates print it
  if (first === null) return '<no value>';
  return typeof first === 'object' ? JSON.stringify(first) : String(first);
}

function numberOf(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string' || value === '') return null;
  const number = Number(value);
  return Number.isNaN(number) ? null : number;
}

function dateOf(value: JsonValue, now: number): JsonValue {
  if (typeof value !== 'string') return null;
  return Number.isNaN(Date.parse(value)) ? '<invalid>' : age(value, now);
}

/** A value in the type its column declares; null when there is none. */
function cell(values: readonly JsonValue[], type: string, now: number): JsonValue {
  const [first] = values;
  if (first === undefined) return null;
  switch (type) {
    case 'integer':
    case 'number':
      return numberOf(first);
    case 'boolean':
      return typeof first === 'boolean' ? first : null;
    case 'date':
      return dateOf(first, now);
    default:
      return textOf(values);
  }
}

function customColumn(declared: JsonObject): Column {
  const path = textAt(declared, 'jsonPath');
  const type = textAt(declared, 'type');
  const parsed = parseJsonPath(path) ?? [];
  const priority = valueAt(declared, 'priority');
  return {
    name: textAt(declared, 'name'),
    type,
    format: textAt(declared, 'format'),
    description:
      textAt(declared, 'description') || `Custom resource definition column (in JSONPath format): ${path}`,
    priority: typeof priority === 'number' ? priority : 0,
    cell: (object, now) => cell(evaluateJsonPath(parsed, object), type, now),
  };
}

/** Columns of a custom resource's version: its name, then what the definition declares, or its age. */
export function customColumns(version: JsonObject): readonly Column[] {
  const declared = objectsAt(version, 'additionalPrinterColumns');
  if (declared.length > 0) return [nameColumn, ...declared.map(customColumn)];
  return [nameColumn, { ...ageColumn, type: 'date', description: fieldText('ObjectMeta.creationTimestamp') }];
}
