/** How the value of a keyword is read. */
export type KeywordKind =
  | 'boolean'
  | 'integer'
  | 'json'
  | 'jsons'
  | 'number'
  | 'object'
  | 'rules'
  | 'schema'
  | 'schema-or-boolean'
  | 'schemas'
  | 'properties'
  | 'string'
  | 'strings'
  | 'unsupported';

/** The keywords of apiextensions/v1 JSONSchemaProps that mean something to the API server. */
export const schemaKeywords: ReadonlyMap<string, KeywordKind> = new Map<string, KeywordKind>([
  ['title', 'string'],
  ['description', 'string'],
  ['type', 'string'],
  ['format', 'string'],
  ['nullable', 'boolean'],
  ['default', 'json'],
  ['example', 'json'],
  ['externalDocs', 'object'],
  ['enum', 'jsons'],
  ['minimum', 'number'],
  ['maximum', 'number'],
  ['exclusiveMinimum', 'boolean'],
  ['exclusiveMaximum', 'boolean'],
  ['multipleOf', 'number'],
  ['minLength', 'integer'],
  ['maxLength', 'integer'],
  ['pattern', 'string'],
  ['minItems', 'integer'],
  ['maxItems', 'integer'],
  ['uniqueItems', 'boolean'],
  ['minProperties', 'integer'],
  ['maxProperties', 'integer'],
  ['required', 'strings'],
  ['properties', 'properties'],
  ['additionalProperties', 'schema-or-boolean'],
  ['items', 'schema'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['oneOf', 'schemas'],
  ['not', 'schema'],
  ['x-kubernetes-preserve-unknown-fields', 'boolean'],
  ['x-kubernetes-embedded-resource', 'boolean'],
  ['x-kubernetes-int-or-string', 'boolean'],
  ['x-kubernetes-list-type', 'string'],
  ['x-kubernetes-list-map-keys', 'strings'],
  ['x-kubernetes-map-type', 'string'],
  ['x-kubernetes-validations', 'rules'],
  ['$ref', 'unsupported'],
  ['additionalItems', 'unsupported'],
  ['definitions', 'unsupported'],
  ['dependencies', 'unsupported'],
  ['id', 'unsupported'],
  ['patternProperties', 'unsupported'],
]);
