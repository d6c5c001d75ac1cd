import { isJsonObject, type JsonObject } from '@archipelago/apimachinery';
import type { HttpClient } from './http-client.ts';
import { lookUpResource } from './resource-lookup.ts';

/** What `kubectl explain` reads from the server: the kind, and the fields at a path with their types as it names them. */
export async function explainOverHttp(
  client: HttpClient,
  path: string,
): Promise<{ readonly kind: string; readonly fields: Readonly<Record<string, string>> }> {
  const [word = '', ...fields] = path.split('.');
  const resource = await lookUpResource(client, word);
  const document = await client.expectOk('GET', await documentPath(client, resource.base.slice(1)));
  const schemas = member(member(document, 'components'), 'schemas');
  const root = Object.values(schemas).find(
    (schema) => isJsonObject(schema) && describes(schema, resource.kind, resource.group),
  );
  if (!isJsonObject(root)) throw new Error(`OpenAPI describes no ${resource.kind}`);
  const schema = fields.reduce(
    (at, field) => resolve(member(member(at, 'properties'), field), schemas),
    root,
  );
  const properties = Object.entries(member(schema, 'properties'));
  return {
    kind: resource.kind,
    fields: Object.fromEntries(
      properties.map(([name, property]) => [
        name,
        typeName(isJsonObject(property) ? resolve(property, schemas) : {}),
      ]),
    ),
  };
}

async function documentPath(client: HttpClient, base: string): Promise<string> {
  const { paths } = await client.expectOk('GET', '/openapi/v3');
  const entry = isJsonObject(paths) ? member(paths, base) : {};
  return String(entry.serverRelativeURL);
}

function member(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  if (!isJsonObject(value)) throw new Error(`no ${key} among ${Object.keys(object).slice(0, 20).join(', ')}`);
  return value;
}

function resolve(schema: JsonObject, schemas: JsonObject): JsonObject {
  const all = Array.isArray(schema.allOf) ? schema.allOf.find(isJsonObject) : undefined;
  const reference = (all ?? schema).$ref;
  return typeof reference === 'string'
    ? member(schemas, reference.replace('#/components/schemas/', ''))
    : schema;
}

function describes(schema: JsonObject, kind: string, group: string): boolean {
  const kinds = schema['x-kubernetes-group-version-kind'];
  return (
    Array.isArray(kinds) &&
    kinds.some((entry) => isJsonObject(entry) && entry.kind === kind && entry.group === group)
  );
}

function typeName(schema: JsonObject): string {
  return schema.type === 'object' || schema.type === undefined ? 'Object' : String(schema.type);
}
