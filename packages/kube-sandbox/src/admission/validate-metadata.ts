import {
  type FieldError,
  type JsonObject,
  jsonEqual,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { metadataOf } from '../json/json-access.ts';
import type { ResourceType } from '../resources/resource-type.ts';
import { forbiddenField, invalidValue, required } from '../validation/field-errors.ts';
import { annotationErrors, invalids, labelErrors } from '../validation/metadata-errors.ts';
import {
  label,
  type NameRule,
  qualifiedName,
  segment,
  serviceName,
  subdomain,
} from '../validation/name-rules.ts';

const RULES: Readonly<Record<ResourceType['names'], NameRule>> = {
  subdomain,
  label,
  segment,
  service: serviceName,
};
const IMMUTABLE = [
  ...['name', 'namespace', 'uid', 'creationTimestamp'],
  ...['deletionTimestamp', 'deletionGracePeriodSeconds'],
];
const STANDARD_FINALIZERS = new Set(['orphan', 'foregroundDeletion', 'kubernetes']);

function nameErrors(metadata: JsonObject, rule: NameRule): readonly FieldError[] {
  const name = textAt(metadata, 'name');
  const generateName = textAt(metadata, 'generateName');
  // A generated prefix may end in what a whole name may not.
  const prefix = generateName.replace(/-$/, 'a');
  const generated = generateName === '' ? [] : invalids('metadata.generateName', generateName, rule(prefix));
  if (name === '') return [...generated, required('metadata.name', 'name or generateName is required')];
  return [...generated, ...invalids('metadata.name', name, rule(name))];
}

/** Most built-in kinds take finalizers that name who they belong to; custom resources any that are names. */
function finalizerErrors(finalizers: readonly string[], type: ResourceType): readonly FieldError[] {
  const takesAny = type.custom || type.plainFinalizers === true;
  return finalizers.flatMap((finalizer, index) => {
    const path = `metadata.finalizers[${index}]`;
    const problems = invalids(path, finalizer, qualifiedName(finalizer));
    const isKnown = takesAny || finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer);
    if (problems.length > 0 || isKnown) return problems;
    return [
      invalidValue(path, finalizer, 'name is neither a standard finalizer name nor is it fully qualified'),
    ];
  });
}

function ownerErrors(owners: readonly JsonObject[]): readonly FieldError[] {
  const errors = owners.flatMap((owner) => {
    // the server does not say which one
    const path = 'metadata.ownerReferences';
    const apiVersion = textAt(owner, 'apiVersion');
    const missing = ['kind', 'name', 'uid'].filter((name) => textAt(owner, name) === '');
    return [
      ...(/^([^/]*\/)?[^/]+$/.test(apiVersion)
        ? []
        : [invalidValue(`${path}.apiVersion`, apiVersion, 'version must not be empty')]),
      ...missing.map((name) => invalidValue(`${path}.${name}`, '', 'must not be empty')),
      ...(apiVersion === 'v1' && textAt(owner, 'kind') === 'Event'
        ? [invalidValue(path, owner, '/v1, Kind=Event is disallowed from being an owner')]
        : []),
    ];
  });
  const controllers = owners.filter((owner) => owner.controller === true);
  if (controllers.length < 2) return errors;
  const names = controllers.map((owner) => textAt(owner, 'kind'));
  const detail = `Only one reference can have Controller set to true. Found "true" in references for ${names.slice(0, 2).join(' and ')}`;
  return [...errors, invalidValue('metadata.ownerReferences', [...owners], detail)];
}

/** The namespace an object must not or must have. */
function namespaceErrors(metadata: JsonObject, namespaced: boolean): readonly FieldError[] {
  const namespace = textAt(metadata, 'namespace');
  if (namespaced) return namespace === '' ? [required('metadata.namespace', '')] : [];
  return namespace === '' ? [] : [forbiddenField('metadata.namespace', 'not allowed on this type')];
}

/** Checks an object's metadata as at its creation. */
export function validateMetadata(object: JsonObject, type: ResourceType): readonly FieldError[] {
  const metadata = metadataOf(object);
  return [
    ...nameErrors(metadata, RULES[type.names]),
    ...namespaceErrors(metadata, type.namespaced),
    ...sharedErrors(metadata, type),
  ];
}

function sharedErrors(metadata: JsonObject, type: ResourceType): readonly FieldError[] {
  return [
    ...labelErrors(objectAt(metadata, 'labels')),
    ...annotationErrors(objectAt(metadata, 'annotations')),
    ...ownerErrors(objectsAt(metadata, 'ownerReferences')),
    ...finalizerErrors(textsAt(metadata, 'finalizers'), type),
  ];
}

function immutable(name: string, metadata: JsonObject, old: JsonObject): readonly FieldError[] {
  if (jsonEqual(valueAt(metadata, name), valueAt(old, name))) return [];
  return [invalidValue(`metadata.${name}`, valueAt(metadata, name) ?? '', 'field is immutable')];
}

function newFinalizers(metadata: JsonObject, old: JsonObject): readonly FieldError[] {
  if (valueAt(old, 'deletionTimestamp') === undefined) return [];
  const known = new Set(textsAt(old, 'finalizers'));
  const added = textsAt(metadata, 'finalizers').filter((finalizer) => !known.has(finalizer));
  if (added.length === 0) return [];
  const list = added.map((finalizer) => JSON.stringify(finalizer)).join(', ');
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
  return [forbiddenField('metadata.finalizers', detail)];
}

/** Checks an object's metadata against what is stored. */
export function validateMetadataUpdate(
  object: JsonObject,
  oldObject: JsonObject,
  type: ResourceType,
): readonly FieldError[] {
  const metadata = metadataOf(object);
  const old = metadataOf(oldObject);
  const errors = [
    ...sharedErrors(metadata, type),
    ...newFinalizers(metadata, old),
    ...IMMUTABLE.flatMap((name) => immutable(name, metadata, old)),
  ];
  // The API server checks metadata once for all types and once more in the type's own rules.
  return [...errors, ...errors];
}
