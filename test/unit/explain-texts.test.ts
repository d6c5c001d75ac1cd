import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const folder = 'generated/crds';
const definitions = readdirSync(folder).map((file): readonly [string, JsonValue] => [
  file,
  parse(readFileSync(join(folder, file), 'utf8')),
]);

/** Every field of a schema, by its path, with its text. */
function fieldsOf(schema: JsonObject, path: string): readonly (readonly [path: string, text: string])[] {
  const inner = [schema.items, schema.additionalProperties].filter(isJsonObject);
  const members = Object.entries(objectAt(schema, 'properties')).map(
    ([name, member]) => [`${path}.${name}`, objectAt(member)] as const,
  );
  return [
    ...members.map(([at, member]) => [at, textAt(member, 'description')] as const),
    ...members.flatMap(([at, member]) => fieldsOf(member, at)),
    ...inner.flatMap((each) => fieldsOf(each, `${path}[]`)),
  ];
}

describe('kubectl explain', () => {
  test.each(definitions)('has a text for every field of %s', (_, definition) => {
    const schemas = objectsAt(definition, 'spec', 'versions').map((version) =>
      objectAt(version, 'schema', 'openAPIV3Schema'),
    );
    const fields = schemas.flatMap((schema) => [
      ['.', textAt(schema, 'description')] as const,
      ...fieldsOf(schema, ''),
    ]);
    expect(fields.length).toBeGreaterThan(100);
    // API servers refuse a text there, and bring their own
    expect(fields.filter(([, text]) => text === '').map(([path]) => path)).toEqual(['.metadata']);
    // a text is a sentence or two that end, or upstream's own
    expect(fields.filter(([, text]) => text.trim() !== text)).toEqual([]);
  });
});
