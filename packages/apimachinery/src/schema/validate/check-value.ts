import { isJsonObject, type JsonObject, type JsonValue } from '../../api/json-value.ts';
import { invalidValue, requiredValue, tooMany } from '../field-errors/field-error.ts';
import type { SchemaNode } from '../structural/schema-node.ts';
import { checkEnum } from './check-enum.ts';
import { checkNumber } from './check-number.ts';
import { checkText } from './check-text.ts';
import { checkNullType, checkType } from './check-type.ts';
import { Findings } from './findings.ts';
import { chooseBranches } from './junctors.ts';
import { fieldOf, type Place } from './place.ts';
import { isUnchanged, oldField, oldItemFinder } from './ratchet.ts';

/** Checks a value and everything below it; errors of what an update left as it was are forgiven. */
export function checkValue(node: SchemaNode, place: Place, findings: Findings): void {
  const before = findings.count;
  checkNode(node, place, findings);
  if (place.old === undefined || findings.count === before) return;
  if (isUnchanged(node, place.value, place.old)) findings.backTo(before);
}

function checkNode(node: SchemaNode, place: Place, findings: Findings): void {
  if (place.value === null) {
    checkNullType(node, place, findings);
    checkEnum(node, place, findings);
    return;
  }
  checkType(node, place, findings);
  findings.matches++;
  chooseBranches(node, place, findings, branch);
  checkByKind(node, place, findings);
  checkEnum(node, place, findings);
  findings.matches += 2;
}

/** Branches of junctors do not know the old object. */
function branch(node: SchemaNode, { value, path, base }: Place): Findings {
  const findings = new Findings();
  checkNode(node, { value, path, base }, findings);
  return findings;
}

function checkByKind(node: SchemaNode, place: Place, findings: Findings): void {
  const { value } = place;
  if (typeof value === 'string') checkText(node, value, place, findings);
  else if (typeof value === 'number' || typeof value === 'bigint') checkNumber(node, value, place, findings);
  else if (Array.isArray(value)) checkList(node, value, place, findings);
  else if (isJsonObject(value)) checkObject(node, value, place, findings);
}

function checkList(node: SchemaNode, list: readonly JsonValue[], place: Place, findings: Findings): void {
  findings.matches += 2;
  if (node.items !== undefined) {
    const find = oldItemFinder(node, place.old);
    for (const [index, value] of list.entries()) {
      const item = { value, path: `${place.path}[${index}]`, old: find(value), base: place.base };
      checkValue(node.items, item, findings);
    }
  }
  const { minItems, maxItems } = node.schema;
  if (minItems !== undefined && list.length < minItems) {
    const detail = `${place.path} in body should have at least ${minItems} items`;
    findings.add(invalidValue(fieldOf(place), list.length, detail));
  }
  if (maxItems !== undefined && list.length > maxItems) {
    findings.add(tooMany(fieldOf(place), list.length, maxItems));
  }
}

function checkObject(node: SchemaNode, object: JsonObject, place: Place, findings: Findings): void {
  findings.matches++;
  const keys = Object.keys(object).filter((key) => object[key] !== undefined);
  checkSize(node, keys.length, place, findings);
  for (const key of keys) checkField(node, key, place, findings);
  for (const name of node.schema.required ?? []) {
    if (Object.hasOwn(object, name) && object[name] !== undefined) continue;
    findings.add(requiredValue(fieldOf(place, `${place.path}.${name}`)));
  }
}

function checkSize(node: SchemaNode, count: number, place: Place, findings: Findings): void {
  const { minProperties, maxProperties } = node.schema;
  if (minProperties !== undefined && count < minProperties) {
    const detail = `${place.path} in body should have at least ${minProperties} properties`;
    findings.add(invalidValue(fieldOf(place), count, detail));
  }
  if (maxProperties !== undefined && count > maxProperties) {
    findings.add(tooMany(fieldOf(place), count, maxProperties));
  }
}

function checkField(node: SchemaNode, key: string, place: Place, findings: Findings): void {
  const value = isJsonObject(place.value) ? place.value[key] : undefined;
  if (value === undefined) return;
  const property = node.properties.get(key);
  const old = oldOf(node, place, key);
  if (property !== undefined) {
    const path = place.path === '' ? key : `${place.path}.${key}`;
    checkValue(property, { value, path, old, base: place.base }, findings);
  } else if (typeof node.additional === 'object') {
    checkValue(node.additional, { value, path: `${place.path}.${key}`, old, base: place.base }, findings);
  } else if (node.additional === false) {
    const detail = `${place.path}.${key} in body is a forbidden property`;
    findings.add(invalidValue(fieldOf(place), key, detail));
  }
}

/** An update cannot see how an object's own kind and version were written before. */
function oldOf(node: SchemaNode, place: Place, key: string): JsonValue | undefined {
  const hidden = place.path === '' && (key === 'kind' || key === 'apiVersion');
  return hidden ? undefined : oldField(node, place.old, key);
}
