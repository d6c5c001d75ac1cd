import {
  duplicateValue,
  type FieldError,
  invalidValue,
  requiredValue,
  tooMany,
} from '../field-errors/field-error.ts';
import { childPath, indexPath, keyPath } from '../field-errors/field-path.ts';
import type { StructuralSchema } from '../structural/structural-schema.ts';
import type { PrinterColumn, Scale } from './custom-resource-definition.ts';

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const maxSelectableFields = 8;

/** Checks the printer columns at `path`. */
export function checkColumns(columns: readonly PrinterColumn[], path: string): readonly FieldError[] {
  return columns.flatMap((column, index) => checkColumn(column, indexPath(path, index)));
}

function checkColumn(column: PrinterColumn, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const wanted = `must be one of ${columnTypes.join(',')}`;
  if (column.name === '') errors.push(requiredValue(childPath(path, 'name')));
  if (column.type === '') errors.push(requiredValue(childPath(path, 'type'), wanted));
  else if (!columnTypes.includes(column.type)) {
    errors.push(invalidValue(childPath(path, 'type'), column.type, wanted));
  }
  if (column.format !== '' && !columnFormats.includes(column.format)) {
    const detail = `must be one of ${columnFormats.join(',')}`;
    errors.push(invalidValue(childPath(path, 'format'), column.format, detail));
  }
  const at = childPath(path, 'JSONPath');
  return [
    ...errors,
    ...(column.jsonPath === '' ? [requiredValue(at)] : checkSimplePath(column.jsonPath, at)),
  ];
}

function checkSimplePath(text: string, path: string): FieldError[] {
  return text.startsWith('.') ? [] : [invalidValue(path, text, 'must be a simple json path starting with .')];
}

/** Checks the scale subresource at `path`. */
export function checkScale(scale: Scale | undefined, path: string): readonly FieldError[] {
  if (scale === undefined) return [];
  return [
    ...checkReplicas(scale.specReplicasPath, childPath(path, 'scale.specReplicasPath'), '.spec'),
    ...checkReplicas(scale.statusReplicasPath, childPath(path, 'scale.statusReplicasPath'), '.status'),
    ...checkSelector(scale.labelSelectorPath, childPath(path, 'scale.labelSelectorPath')),
  ];
}

function checkReplicas(text: string, path: string, root: string): FieldError[] {
  if (text === '') return [requiredValue(path)];
  const problems = checkSimplePath(text, path);
  if (problems.length > 0 || text.startsWith(`${root}.`)) return problems;
  return [invalidValue(path, text, `should be a json path under ${root}`)];
}

function checkSelector(text: string, path: string): FieldError[] {
  if (text === '') return [];
  const problems = checkSimplePath(text, path);
  if (problems.length > 0 || text.startsWith('.spec.') || text.startsWith('.status.')) return problems;
  return [invalidValue(path, text, 'should be a json path under either .spec or .status')];
}

/** Checks that selectable fields are scalar fields of the schema outside of metadata. */
export function checkSelectableFields(
  fields: readonly string[],
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  const seen = new Set<string>();
  const errors = fields.flatMap((field, index) =>
    checkSelectable(field, schema, childPath(indexPath(path, index), 'jsonPath'), seen),
  );
  return seen.size > maxSelectableFields
    ? [...errors, tooMany(path, seen.size, maxSelectableFields)]
    : errors;
}

function checkSelectable(
  text: string,
  schema: StructuralSchema,
  path: string,
  seen: Set<string>,
): FieldError[] {
  if (text === '') return [requiredValue(path)];
  const found = findField(text, schema);
  if (typeof found === 'string') return [invalidValue(path, text, `is an invalid path: ${found}`)];
  const errors: FieldError[] = [];
  if (/^metadata(?:[.[]|$)/.test(found.path)) {
    errors.push(invalidValue(path, text, 'must not point to fields in metadata'));
  }
  if (!['string', 'boolean', 'integer'].includes(found.schema?.type ?? '')) {
    const detail =
      'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
    errors.push(invalidValue(path, text, detail));
  }
  if (seen.has(found.path)) errors.push(duplicateValue(path, text));
  seen.add(found.path);
  return errors;
}

interface Found {
  readonly path: string;
  readonly schema: StructuralSchema | undefined;
}

const noField = 'does not refer to a valid field';

/** The field a path like `.spec.size` means, or why it means none. */
function findField(text: string, root: StructuralSchema): Found | string {
  let found: Found = { path: '', schema: root };
  const tokens = text.match(/'(?:[^'\\]|\\[\s\S])*'|[.[\]]|[^.[\]]+/g) ?? [];
  for (let at = 0; at < tokens.length; at += 2) {
    const token = tokens[at] ?? '';
    if (token === '[') return 'array notation is not allowed';
    if (token !== '.') return `expected [ or . but got: ${token}`;
    const name = tokens[at + 1];
    if (name === undefined) return 'unexpected end of JSON path';
    const next = step(found, name);
    if (next === undefined) return noField;
    found = next;
  }
  return found;
}

function step({ path, schema }: Found, name: string): Found | undefined {
  const properties = schema?.properties ?? {};
  const values = schema?.additionalProperties;
  if (Object.keys(properties).length === 0) {
    if (values === undefined) return undefined;
    return { path: keyPath(path, name), schema: typeof values === 'object' ? values : undefined };
  }
  if (!Object.hasOwn(properties, name)) return undefined;
  return { path: childPath(path, name), schema: properties[name] };
}
