import {
  checkCustomResourceDefinition,
  checkRules,
  type FieldError,
  type JsonObject,
  jsonEqual,
  objectAt,
  objectsAt,
  ruleEngine,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { Change } from '../resources/resource-type.ts';
import { invalidValue } from '../validation/field-errors.ts';
import { isCertificates } from '../webhooks/is-certificates.ts';

function spec(object: JsonObject): JsonObject {
  return objectAt(object, 'spec');
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
  const names = objectsAt(spec(object), 'versions').map((version) => textAt(version, 'name'));
  const stored = textsAt(objectAt(object, 'status'), 'storedVersions');
  return stored.flatMap((version, index) => {
    if (names.includes(version)) return [];
    const detail = `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`;
    return [invalidValue(`status.storedVersions[${index}]`, version, detail)];
  });
}

function isEstablished(object: JsonObject): boolean {
  const conditions = objectsAt(objectAt(object, 'status'), 'conditions');
  return conditions.some((one) => one.type === 'Established' && one.status === 'True');
}

/** Names clients know an established definition by stay. */
function nameErrors(object: JsonObject, old: JsonObject): readonly FieldError[] {
  if (!isEstablished(old)) return [];
  return ['kind', 'plural'].flatMap((name) => {
    const wanted = valueAt(objectAt(spec(object), 'names'), name);
    if (jsonEqual(wanted, valueAt(objectAt(spec(old), 'names'), name))) return [];
    return [invalidValue(`spec.names.${name}`, wanted ?? '', 'field is immutable')];
  });
}

function bundleOf(object: JsonObject): string {
  return textAt(spec(object), 'conversion', 'webhook', 'clientConfig', 'caBundle');
}

function isUsable(bundle: string): boolean {
  return bundle === '' || isCertificates(Buffer.from(bundle, 'base64').toString());
}

/** A definition may be created with authorities that are none; one that has good ones keeps good ones. */
function bundleErrors(object: JsonObject, old: JsonObject): readonly FieldError[] {
  const bundle = bundleOf(object);
  if (!isUsable(bundleOf(old)) || isUsable(bundle)) return [];
  const at = 'spec.conversion.webhookClientConfig.caBundle';
  return [invalidValue(at, bundle, 'unable to load root certificates: unable to parse bytes as PEM block')];
}

/** What may not change in a definition that is served. */
export function validateDefinitionUpdate({ object, old }: Change): readonly FieldError[] {
  const immutable = ['group', 'scope'].flatMap((name) => {
    const same = jsonEqual(valueAt(spec(object), name), valueAt(spec(old), name));
    if (same || (name === 'scope' && !isEstablished(old))) return [];
    return [invalidValue(`spec.${name}`, valueAt(spec(object), name) ?? '', 'field is immutable')];
  });
  return [
    ...immutable,
    ...nameErrors(object, old),
    ...bundleErrors(object, old),
    ...storedVersionErrors(object),
  ];
}
