import { isJsonObject, type JsonObject, type JsonValue, objectAt, valueAt } from '@archipelago/apimachinery';
import { omit } from '../json/json-access.ts';
import type { Registry } from '../resources/registry.ts';
import { openapiDocument } from './openapi-document.ts';

const INFO = { title: 'Kubernetes', version: 'v1.36.2' };

/** What OpenAPI v2 cannot say. */
const NEWER = ['oneOf', 'anyOf', 'not', 'nullable', 'allOf'];

function legacyReference(value: JsonValue): JsonValue {
  return typeof value === 'string' ? value.replace('#/components/schemas/', '#/definitions/') : value;
}

function legacyMembers(object: JsonObject): JsonObject {
  const members = Object.entries(object).map(([name, value = null]) => [name, legacySchema(value)] as const);
  return Object.fromEntries(members);
}

/** A schema of OpenAPI v3 in the words of v2: a reference stands in no `allOf`, and alternatives are left out. */
function legacySchema(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(legacySchema);
  if (!isJsonObject(value)) return value;
  const reference = valueAt(value, '$ref');
  if (typeof reference === 'string') return { ...value, $ref: legacyReference(reference) };
  const all = valueAt(value, 'allOf');
  const only = Array.isArray(all) && all.length === 1 ? all[0] : undefined;
  const inlined = isJsonObject(only) ? legacySchema(only) : {};
  const properties = valueAt(value, 'properties');
  return {
    ...legacyMembers(omit(value, ...NEWER, 'properties')),
    ...(isJsonObject(properties) ? { properties: legacyMembers(properties) } : {}),
    ...objectAt(inlined),
  };
}

/** The OpenAPI v2 document in JSON: the schemas of everything served. Its operations are in the v3 documents only. */
export function legacyOpenapi(registry: Registry): JsonObject {
  const groups = [{ group: '', versions: ['v1'] }, ...registry.groups()];
  const definitions = groups.flatMap(({ group, versions }) =>
    versions.map((version) => {
      const document = openapiDocument(registry, group, version) ?? {};
      return legacyMembers(objectAt(objectAt(document, 'components'), 'schemas'));
    }),
  );
  return { swagger: '2.0', info: INFO, paths: {}, definitions: Object.assign({}, ...definitions) };
}

/** A protobuf field with text; shorter than 128 bytes, so that one byte tells the length. */
function protobufText(number: number, text: string): string {
  return String.fromCharCode((number << 3) | 2, text.length) + text;
}

/**
 * The OpenAPI v2 document in protobuf, as gnostic defines it: version and title only. kubectl reads it for kinds that
 * have no v3 document; what it does not find there it does not check, and goes on to say that the kind is unknown.
 */
export function legacyOpenapiProtobuf(): string {
  const info = protobufText(1, INFO.title) + protobufText(2, INFO.version);
  return protobufText(1, '2.0') + protobufText(2, info);
}
