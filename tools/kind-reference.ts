import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';

/** Every field of the kinds that definitions define, in Markdown: a table per kind, in the order of the definition. */
export function kindReference(definitions: readonly JsonObject[]): string {
  return [
    '# Fields of our kinds',
    'Written by `npm run goldens` from the definitions in `generated/crds/`; `kubectl explain --recursive` prints the same from a cluster. What each setting of the HyperConverged comes to: [settings](settings.md).',
    ...definitions.flatMap(sections),
  ].join('\n\n');
}

function sections(definition: JsonObject): readonly string[] {
  const spec = objectAt(definition, 'spec');
  const kind = textAt(objectAt(spec, 'names'), 'kind');
  return objectsAt(spec, 'versions').flatMap((version) => {
    const schema = objectAt(objectAt(version, 'schema'), 'openAPIV3Schema');
    const rows = ['spec', 'status'].flatMap((part) =>
      fields(part, objectAt(objectAt(schema, 'properties'), part)),
    );
    return [
      `## ${kind}`,
      `\`${textAt(spec, 'group')}/${textAt(version, 'name')}\`. ${cell(textAt(schema, 'description'))}`,
      ['| field | type | text |', '|---|---|---|', ...rows].join('\n'),
    ];
  });
}

function fields(path: string, schema: JsonObject): readonly string[] {
  const own = `| \`${path}\` | ${typeOf(schema)} | ${textOf(schema)} |`;
  return [own, ...membersOf(path, schema).flatMap(([name, member]) => fields(name, member))];
}

function membersOf(path: string, schema: JsonObject): readonly (readonly [string, JsonObject])[] {
  const item = objectAt(schema, 'items');
  const value = objectAt(schema, 'additionalProperties');
  if (Object.keys(item).length > 0) return membersOf(`${path}[]`, item);
  if (Object.keys(value).length > 0) return membersOf(`${path}.*`, value);
  return Object.entries(objectAt(schema, 'properties')).flatMap(([name, member]) =>
    isJsonObject(member) ? [[`${path}.${name}`, member] as const] : [],
  );
}

function typeOf(schema: JsonObject): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'integer or string';
  const type = textAt(schema, 'type');
  const inner =
    type === 'array'
      ? textAt(objectAt(schema, 'items'), 'type')
      : textAt(objectAt(schema, 'additionalProperties'), 'type');
  if (inner === '') return type;
  return type === 'array' ? `list of ${inner}` : `map of ${inner}`;
}

function textOf(schema: JsonObject): string {
  const choices = listAt(schema, 'enum').map((each) => `\`${JSON.stringify(each)}\``);
  const fallback = schema.default === undefined ? '' : `Default: \`${JSON.stringify(schema.default)}\`.`;
  const parts = [
    textAt(schema, 'description'),
    choices.length === 0 ? '' : `One of ${choices.join(', ')}.`,
    fallback,
  ];
  return cell(parts.filter((part) => part !== '').join(' '));
}

/** Texts are no Markdown, and a row is one line. */
function cell(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/<(?=\w|\/)/g, String.raw`\<`);
}
