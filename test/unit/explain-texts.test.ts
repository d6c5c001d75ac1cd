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

/** What `kubectl explain` prints of a field of the HyperConverged, however its lines are broken. */
function explained(path: readonly string[]): string {
  const [, definition = null] = definitions.find(([file]) => file.startsWith('hyperconvergeds.')) ?? [];
  const [version = {}] = objectsAt(definition, 'spec', 'versions');
  const schema = path.reduce(
    (at: JsonObject, name) => objectAt(at, 'properties', name),
    objectAt(version, 'schema', 'openAPIV3Schema'),
  );
  const name = path.at(-1) ?? '';
  const members = Object.entries(objectAt(schema, 'properties')).sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = members.flatMap(([each, member]) => titled(each, objectAt(member)));
  const [group, kind] = [textAt(definition, 'spec', 'group'), 'HyperConverged'];
  return [
    ...['GROUP:', group, 'KIND:', kind, 'VERSION:', textAt(version, 'name')],
    ...['FIELD:', `${name} <${typeOf(schema)}>`, 'DESCRIPTION:', textAt(schema, 'description')],
    ...(fields.length === 0 ? [] : ['FIELDS:', ...fields]),
  ].join(' ');
}

function titled(name: string, schema: JsonObject): readonly string[] {
  return [`${name} <${typeOf(schema)}>`, textAt(schema, 'description')];
}

/** As kubectl names types. */
function typeOf({ type, items, additionalProperties }: JsonObject): string {
  if (type === 'array') return `[]${typeOf(objectAt(items))}`;
  if (type !== 'object') return String(type);
  return isJsonObject(additionalProperties) ? `map[string]${typeOf(additionalProperties)}` : 'Object';
}

const collapsed = (text: string): string => text.split(/\s+/).join(' ').trim();

const page = readFileSync('docs/post-installation.md', 'utf8');
const shown = [...page.matchAll(/^\$ oc explain HyperConverged\.(\S+)\n([\s\S]*?)(?=^(?:\$|```))/gm)].map(
  ([, path = '', text = '']) => [path, text] as const,
);

test('the page about post-installation shows what is explained of six fields', () => {
  expect(shown.map(([path]) => path)).toEqual([
    'spec.infra',
    'spec.infra.nodePlacement',
    'spec.workloads',
    'spec.workloads.nodePlacement',
    'spec.liveMigrationConfig.network',
    'spec.liveMigrationConfig',
  ]);
});

test.each(shown)('kubectl explains HyperConverged.%s as upstream does', (path, text) => {
  expect(collapsed(explained(path.split('.')))).toBe(collapsed(text));
});
