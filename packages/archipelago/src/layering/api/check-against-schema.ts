import { isJsonObject, type JsonObject, type JsonValue, listAt, objectAt } from '@archipelago/apimachinery';

/** Why a field is not accepted: where it is, what it holds, the rule it breaks and what to write instead. */
export interface FieldRefusal {
  readonly field: string;
  readonly value: string;
  readonly reason: string;
  readonly fix: string;
}

const longestShown = 80;

/** A refusal; the value is shortened so that a message stays a message. */
export function refused(
  field: string,
  value: JsonValue | undefined,
  reason: string,
  fix: string,
): FieldRefusal {
  const text = typeof value === 'string' ? value : shown(value);
  return {
    field,
    value: text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`,
    reason,
    fix,
  };
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  return isJsonObject(value) ? 'an object' : String(value);
}

/** `field "value": reason; fix`. */
export function printFieldRefusal({ field, value, reason, fix }: FieldRefusal): string {
  return `${field} ${JSON.stringify(value)}: ${reason}; ${fix}`;
}

/**
 * What a value breaks of the structural part of a schema (types, words, patterns, sizes, required members). Rules in CEL are the
 * API server's; unknown members are let pass, as it prunes them. No deeper than the schema.
 */
export function checkAgainstSchema(
  value: JsonValue | undefined,
  schema: JsonObject,
  field: string,
): readonly FieldRefusal[] {
  const check = checks[String(schema.type)] ?? checkAmount;
  return check(value, schema, field);
}

type Check = (value: JsonValue | undefined, schema: JsonObject, field: string) => readonly FieldRefusal[];

const checks: Readonly<Record<string, Check>> = {
  object: (value, schema, field) =>
    isJsonObject(value) ? checkObject(value, schema, field) : [wrongType(value, 'an object', field)],
  array: (value, schema, field) =>
    Array.isArray(value) ? checkList(value, schema, field) : [wrongType(value, 'a list', field)],
  string: (value, schema, field) =>
    typeof value === 'string' ? checkText(value, schema, field) : [wrongType(value, 'a text', field)],
  integer: (value, schema, field) =>
    typeof value === 'number' && Number.isInteger(value)
      ? checkNumber(value, schema, field)
      : [wrongType(value, 'a whole number', field)],
  boolean: (value, _schema, field) =>
    typeof value === 'boolean' ? [] : [wrongType(value, 'true or false', field)],
};

/** A quantity has no type of its own: it is a number or a text. */
function checkAmount(
  value: JsonValue | undefined,
  schema: JsonObject,
  field: string,
): readonly FieldRefusal[] {
  return typeof value === 'string' || typeof value === 'number'
    ? checkText(String(value), schema, field)
    : [wrongType(value, 'a number or a text', field)];
}

function wrongType(value: JsonValue | undefined, wanted: string, field: string): FieldRefusal {
  return value === undefined
    ? refused(field, value, 'is required', `set it to ${wanted}`)
    : refused(field, value, `is not ${wanted}`, `write ${wanted}`);
}

function checkObject(value: JsonObject, schema: JsonObject, field: string): readonly FieldRefusal[] {
  const properties = objectAt(schema, 'properties');
  const required = listAt(schema, 'required');
  const named = Object.entries(properties).flatMap(([name, below]) => {
    const member = Object.hasOwn(value, name) ? (value[name] ?? undefined) : undefined;
    if (!isJsonObject(below) || (member === undefined && !required.includes(name))) return [];
    return checkAgainstSchema(member, below, `${field}.${name}`);
  });
  const { additionalProperties: others, maxProperties } = schema;
  const entries = Object.entries(value);
  const size = overLimit(entries.length, maxProperties, field, 'members');
  if (!isJsonObject(others) || size.length > 0) return [...named, ...size];
  return [
    ...named,
    ...entries.flatMap(([name, member]) => checkAgainstSchema(member, others, `${field}[${name}]`)),
  ];
}

function checkList(value: readonly JsonValue[], schema: JsonObject, field: string): readonly FieldRefusal[] {
  const size = overLimit(value.length, schema.maxItems, field, 'entries');
  const { items } = schema;
  if (size.length > 0 || !isJsonObject(items)) return size;
  const [first] = Array.isArray(schema['x-kubernetes-list-map-keys'])
    ? schema['x-kubernetes-list-map-keys']
    : [];
  return [
    ...value.flatMap((item, index) => checkAgainstSchema(item, items, `${field}[${index}]`)),
    ...(typeof first === 'string' ? duplicates(value, items, first, field) : []),
  ];
}

function duplicates(
  list: readonly JsonValue[],
  items: JsonObject,
  key: string,
  field: string,
): readonly FieldRefusal[] {
  const properties = objectAt(items, 'properties');
  const declared = properties[key];
  const standard = isJsonObject(declared) ? declared.default : undefined;
  const keys = list.map((item) => (isJsonObject(item) ? (item[key] ?? standard) : undefined));
  return keys.flatMap((value, index) =>
    value !== undefined && keys.indexOf(value) < index
      ? [refused(`${field}[${index}].${key}`, value, 'stands there twice', 'keep one entry of it')]
      : [],
  );
}

function checkText(value: string, schema: JsonObject, field: string): readonly FieldRefusal[] {
  const { enum: words, pattern, minLength } = schema;
  if (Array.isArray(words) && !words.includes(value))
    return [refused(field, value, 'is not one of the words known', `write one of ${words.join(', ')}`)];
  if (typeof minLength === 'number' && value.length < minLength)
    return [refused(field, value, 'is empty', 'write a value or leave the field out')];
  const size = overLimit(value.length, schema.maxLength, field, 'characters');
  if (size.length > 0) return size;
  return typeof pattern === 'string' && !new RegExp(pattern).test(value)
    ? [refused(field, value, 'does not have the form needed', `it must match ${pattern}`)]
    : [];
}

function checkNumber(value: number, schema: JsonObject, field: string): readonly FieldRefusal[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (typeof minimum === 'number' && value < minimum)
    return [refused(field, value, 'is too small', `write ${minimum} or more`)];
  if (typeof maximum === 'number' && value > maximum)
    return [refused(field, value, 'is too large', `write ${maximum} or less`)];
  return [];
}

function overLimit(
  size: number,
  limit: JsonValue | undefined,
  field: string,
  what: string,
): readonly FieldRefusal[] {
  if (typeof limit !== 'number' || size <= limit) return [];
  return [refused(field, `${size} ${what}`, `has more than ${limit} ${what}`, `keep ${limit} at most`)];
}
