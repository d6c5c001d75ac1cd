import {
  checkCustomResourceDefinition,
  checkRules,
  type FieldError,
  type JsonObject,
  ruleEngine,
} from '@archipelago/apimachinery';
import { equalJson, field, objectField, objectsField, textField, textsField } from '../json/json-access.ts';
import type { Change } from '../resources/resource-type.ts';
import { invalidValue } from '../validation/field-errors.ts';

function spec(object: JsonObject): JsonObject {
  return objectField(object, 'spec');
}

/** Errors in what only a new definition is asked about. */
function isAboutCreation({ field: path }: FieldError): boolean {
  return path === 'metadata.name' || path.startsWith('status.');
}

/** Checks a CustomResourceDefinition; `old` is the one it replaces. */
export function validateDefinition(object: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const { errors } = checkCustomResourceDefinition(object, { rules: ruleEngine, checkRules });
  return old === undefined ? errors : errors.filter((error) => !isAboutCreation(error));
}

function storedVersionErrors(object: JsonObject): readonly FieldError[] {
  const names = objectsField(spec(object), 'versions').map((version) => textField(version, 'name'));
  const stored = textsField(objectField(object, 'status'), 'storedVersions');
  return stored.flatMap((version, index) => {
    if (names.includes(version)) return [];
    const detail = `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
    return [invalidValue(`status.storedVersions[${index}]`, version, detail)];
  });
}

function isEstablished(object: JsonObject): boolean {
  const conditions = objectsField(objectField(object, 'status'), 'conditions');
  return conditions.some((one) => one.type === 'Established' && one.status === 'True');
}

/** Names clients know an established definition by stay. */
function nameErrors(object: JsonObject, old: JsonObject): readonly FieldError[] {
  if (!isEstablished(old)) return [];
  return ['kind', 'plural'].flatMap((name) => {
    const wanted = field(objectField(spec(object), 'names'), name);
    if (equalJson(wanted, field(objectField(spec(old), 'names'), name))) return [];
    return [invalidValue(`spec.names.${name}`, wanted ?? '', 'field is immutable')];
  });
}

/** What may not change in a definition that is served. */
export function validateDefinitionUpdate({ object, old }: Change): readonly FieldError[] {
  const immutable = ['group', 'scope'].flatMap((name) => {
    const same = equalJson(field(spec(object), name), field(spec(old), name));
    if (same || (name === 'scope' && !isEstablished(old))) return [];
    return [invalidValue(`spec.${name}`, field(spec(object), name) ?? '', 'field is immutable')];
  });
  return [...immutable, ...nameErrors(object, old), ...storedVersionErrors(object)];
}
