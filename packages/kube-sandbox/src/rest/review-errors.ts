import {
  type FieldError,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { Call } from '../calls/call.ts';
import { metadataOf, omit } from '../json/json-access.ts';
import { invalidValue } from '../validation/field-errors.ts';

/** What is wrong with an access review. */
export function accessReviewErrors(call: Call, review: JsonObject): readonly FieldError[] {
  const { kind } = call.type;
  const spec = objectAt(review, 'spec');
  return [
    ...attributeErrors(spec),
    ...(kind === 'SelfSubjectAccessReview' ? [] : subjectErrors(spec)),
    ...(kind === 'LocalSubjectAccessReview' ? localErrors(spec, call.namespace ?? '') : []),
    ...metadataErrors(metadataOf(review), call.type.namespaced),
  ];
}

const resource = 'resourceAttributes';
const path = 'nonResourceAttributes';

function attributeErrors(spec: JsonObject): readonly FieldError[] {
  const [ofResource, ofPath] = [valueAt(spec, resource), valueAt(spec, path)];
  if (ofResource === undefined && ofPath === undefined) {
    const detail = `exactly one of ${path} or ${resource} must be specified`;
    return [invalidValue(`spec.${resource}`, null, detail)];
  }
  const both = `cannot be specified in combination with ${resource}`;
  const twice =
    ofResource === undefined || ofPath === undefined
      ? []
      : [invalidValue(`spec.${path}`, shownPath(spec), both)];
  return [...twice, ...['labelSelector', 'fieldSelector'].flatMap((name) => selectorErrors(spec, name))];
}

function selectorErrors(spec: JsonObject, name: string): readonly FieldError[] {
  const selector = objectAt(objectAt(spec, resource), name);
  const raw = textAt(selector, 'rawSelector');
  if (raw === '' || objectsAt(selector, 'requirements').length === 0) return [];
  const at = `spec.${resource}.${name}.rawSelector`;
  return [invalidValue(at, raw, 'may not specified at the same time as requirements')];
}

function subjectErrors(spec: JsonObject): readonly FieldError[] {
  if (textAt(spec, 'user') !== '' || textsAt(spec, 'groups').length > 0) return [];
  return [invalidValue('spec.user', '', 'at least one of user or group must be specified')];
}

/** A local review is about resources of its own namespace. */
function localErrors(spec: JsonObject, namespace: string): readonly FieldError[] {
  const asked = textAt(objectAt(spec, resource), 'namespace');
  const isElsewhere = valueAt(spec, resource) !== undefined && asked !== namespace;
  return [
    ...(isElsewhere
      ? [invalidValue(`spec.${resource}.namespace`, asked, 'must match metadata.namespace')]
      : []),
    ...(valueAt(spec, path) === undefined
      ? []
      : [invalidValue(`spec.${path}`, shownPath(spec), 'disallowed on this kind of request')]),
  ];
}

/** As Go prints its own struct. */
function shownPath(spec: JsonObject): JsonObject {
  const attributes = objectAt(spec, path);
  return { Path: textAt(attributes, 'path'), Verb: textAt(attributes, 'verb') };
}

function metadataErrors(metadata: JsonObject, namespaced: boolean): readonly FieldError[] {
  const extra = Object.keys(omit(metadata, 'managedFields', ...(namespaced ? ['namespace'] : [])));
  if (extra.length === 0) return [];
  return [
    invalidValue('metadata', metadata, namespaced ? 'must be empty except for namespace' : 'must be empty'),
  ];
}
