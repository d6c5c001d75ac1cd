import { isJsonObject, type JsonObject, type JsonValue, objectAt, valueAt } from '@archipelago/apimachinery';
import { specSchema } from '../../packages/archipelago/src/config/crd.ts';
import { settings } from '../../packages/archipelago/src/config/settings.ts';
import type { Draw } from './seeded-random.ts';
import { vectorsOf } from './vectors.ts';

const namespace = 'kubevirt-hyperconverged';

/** Texts that fields are about, right and wrong ones. */
const texts: readonly string[] = [
  ...[
    '',
    'a',
    'b',
    'x.test/a',
    'A/b',
    '-a',
    'a'.repeat(64),
    'ü',
    'a b',
    'true',
    'false',
    'TRUE',
    'metadata.name',
  ],
  ...['10m', '9m59s', '24h', '48h0m0s', '-1h', '2562048h', '99999999999h', '1d', '.5h'],
  ...['1Gi', '1.5', '100m', '-1', '1KiB', '0.055', '0', '1', '1e3'],
  ...['0 */12 * * *', '* * * *', '0 0 31 2 *', 'docker://r.test/x', 'http://x', 'r.test:5000'],
  ...['1.2.3.4', '999.1.1.1', '::1', 'amd64', 'arm64', 'In', 'Exists', 'Gt', 'Near', 'NoExecute', 'Equal'],
  ...['ECDHE-RSA-AES128-GCM-SHA256', 'FOO', 'fedora-image-cron', 'Outdated', 'All', 'LiveMigrate', 'Evict'],
];

const annotations: Readonly<Record<string, readonly string[]>> = {
  'hco.kubevirt.io/tuningPolicy': ['{"qps":100,"burst":200}', '{"qps":"1","burst":2}', 'x', '{}', ''],
  'hco.kubevirt.io/deployPasstNetworkBinding': ['true', 'false', 'x'],
  deployOVS: ['true', 'x'],
  'kubevirt.kubevirt.io/jsonpatch': [
    '[{"op":"add","path":"/spec/configuration/cpuRequest","value":"12m"}]',
    '[{"op":"add","path":"/spec/configuration/nope","value":1}]',
    '[{"op":"add","path":"/spec/configuration","value":7}]',
    '[{"op":"add","path":"/metadata/x","value":1}]',
    '[{"op":"replace","path":"/spec/a/b","value":1}]',
    '[',
  ],
  'containerizeddataimporter.kubevirt.io/jsonpatch': [
    '[{"op":"add","path":"/spec/config/featureGates/-","value":"X"}]',
    '[{"op":"remove","path":"/spec/nope"}]',
  ],
  'networkaddonsconfigs.kubevirt.io/jsonpatch': ['[{"op":"replace","path":"/spec/multus","value":{}}]', '{}'],
  'ssp.kubevirt.io/jsonpatch': ['[{"op":"add","path":"/spec/templateValidator/replicas","value":3}]', 'null'],
  'example.com/x': ['y'],
};

const schema = specSchema(settings);

/** Specs and annotations that mean something: of examples and of measured requests. */
const bases: readonly JsonObject[] = [
  {},
  ...settings.flatMap(({ examples }) =>
    examples.map(({ spec = {}, annotations: noted = {} }) => ({ spec, metadata: { annotations: noted } })),
  ),
  ...vectorsOf('admission').flatMap(([, { object }]) => (isJsonObject(object) ? [object] : [])),
];

/** A HyperConverged, valid or broken, and always the same for the same draws. */
export function generateHyperConverged(draw: Draw): JsonObject {
  const base = pick(draw, bases);
  let spec: JsonObject = structuredClone(objectAt(base, 'spec'));
  for (let count = draw(4); count > 0; count -= 1) {
    const { source } = pick(draw, settings);
    if (source.in === 'spec') spec = place(draw, spec, source.path.split('.'));
  }
  for (let count = Math.max(0, draw(5) - 2); count > 0; count -= 1) spec = asObject(broken(draw, spec));
  const noted = { ...objectAt(objectAt(base, 'metadata'), 'annotations'), ...generateAnnotations(draw) };
  return {
    apiVersion: 'hco.kubevirt.io/v1beta1',
    kind: 'HyperConverged',
    metadata: {
      name: oneIn(draw, 100) ? 'other' : 'kubevirt-hyperconverged',
      namespace: oneIn(draw, 30) ? 'default' : namespace,
      annotations: noted,
    },
    spec,
  };
}

/** What somebody makes of a HyperConverged: most of it stays, right or wrong as it is. */
export function editHyperConverged(draw: Draw, object: JsonObject): JsonObject {
  const metadata = objectAt(object, 'metadata');
  const spec = objectAt(object, 'spec');
  switch (draw(5)) {
    case 0:
      return {
        ...object,
        metadata: { ...metadata, labels: { edited: 'yes' }, finalizers: ['example.com/x'] },
      };
    case 1: {
      const noted = { ...objectAt(metadata, 'annotations'), ...generateAnnotations(draw) };
      return { ...object, metadata: { ...metadata, annotations: noted } };
    }
    case 2:
      return { ...object, spec: asObject(broken(draw, spec)) };
    default: {
      const { source } = pick(draw, settings);
      return source.in === 'spec' ? { ...object, spec: place(draw, spec, source.path.split('.')) } : object;
    }
  }
}

function asObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

function pick<T>(draw: Draw, all: readonly T[]): T {
  const found = all[draw(all.length)];
  if (found === undefined) throw new Error('nothing to choose from');
  return found;
}

function oneIn(draw: Draw, many: number): boolean {
  return draw(many) === 0;
}

function generateAnnotations(draw: Draw): Readonly<Record<string, string>> {
  const keys = Object.keys(annotations).filter(() => oneIn(draw, 12));
  return Object.fromEntries(keys.map((key) => [key, pick(draw, annotations[key] ?? [''])]));
}

/** The spec with a value of the schema's at the path. */
function place(draw: Draw, spec: JsonObject, path: readonly string[]): JsonObject {
  const [head = '', ...rest] = path;
  const below = path.length === 1 ? generate(draw, at(path, schema), 0) : undefined;
  if (below !== undefined) return { ...spec, [head]: below };
  const inner = asObject(spec[head] ?? {});
  return { ...spec, [head]: placeBelow(draw, inner, { path: rest, schema: at([head], schema) }) };
}

function placeBelow(
  draw: Draw,
  value: JsonObject,
  below: { readonly path: readonly string[]; readonly schema: JsonObject },
): JsonObject {
  const [head = '', ...rest] = below.path;
  const inner = at([head], below.schema);
  if (rest.length === 0) return { ...value, [head]: generate(draw, inner, 0) };
  return { ...value, [head]: placeBelow(draw, asObject(value[head] ?? {}), { path: rest, schema: inner }) };
}

function at(path: readonly string[], of: JsonObject): JsonObject {
  return path.reduce((found, name) => objectAt(objectAt(found, 'properties'), name), of);
}

const wholes = [0, 1, 2, 10, 100, -1, 9, 2_147_483_648];

/** A value that has the shape of the schema, most of the time. */
function generate(draw: Draw, of: JsonObject, depth: number): JsonValue {
  if (oneIn(draw, 60)) return anything(draw, 0);
  const { enum: words, type, items } = of;
  if (Array.isArray(words)) return pick(draw, words);
  switch (type) {
    case 'object':
      return depth > 9 ? {} : generateObject(draw, of, depth);
    case 'array':
      return Array.from({ length: draw(depth > 6 ? 2 : 3) }, () =>
        generate(draw, objectAt({ items: items ?? {} }, 'items'), depth + 1),
      );
    case 'boolean':
      return oneIn(draw, 2);
    case 'integer':
      return pick(draw, wholes);
    case 'string':
      return textFor(draw, of);
    default:
      return anything(draw, 1);
  }
}

function textFor(draw: Draw, { pattern }: JsonObject): string {
  if (typeof pattern !== 'string' || oneIn(draw, 8)) return pick(draw, texts);
  const fitting = texts.filter((text) => new RegExp(pattern).test(text));
  return pick(draw, fitting.length === 0 ? texts : fitting);
}

function generateObject(draw: Draw, of: JsonObject, depth: number): JsonObject {
  const { properties, additionalProperties, required } = of;
  const needed = new Set(Array.isArray(required) ? required : []);
  const members = Object.entries(asObject(properties ?? {})).filter(([name]) =>
    needed.has(name) ? !oneIn(draw, 40) : oneIn(draw, 2),
  );
  const free = isJsonObject(additionalProperties) ? additionalProperties : undefined;
  const keys = free === undefined ? [] : texts.slice(1, 10).filter(() => oneIn(draw, 5));
  return Object.fromEntries([
    ...members.map(([name, inner]) => [name, generate(draw, asObject(inner ?? {}), depth + 1)] as const),
    ...keys.map((key) => [key, generate(draw, free ?? {}, depth + 1)] as const),
  ]);
}

function anything(draw: Draw, depth: number): JsonValue {
  switch (draw(depth > 2 ? 4 : 6)) {
    case 0:
      return null;
    case 1:
      return pick(draw, [...wholes, 1.5]);
    case 2:
      return oneIn(draw, 2);
    case 3:
      return pick(draw, texts);
    case 4:
      return Array.from({ length: draw(3) }, () => anything(draw, depth + 1));
    default:
      return Object.fromEntries(texts.slice(1, 1 + draw(3)).map((key) => [key, anything(draw, depth + 1)]));
  }
}

/** The value with one place in it changed, left out or there twice. */
function broken(draw: Draw, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return brokenList(draw, value);
  if (!isJsonObject(value) || oneIn(draw, 8)) return anything(draw, 0);
  const names = Object.keys(value);
  if (names.length === 0) return { [pick(draw, texts.slice(1))]: anything(draw, 1) };
  const name = pick(draw, names);
  const { [name]: member, ...rest } = value;
  return oneIn(draw, 6)
    ? rest
    : { ...value, [name]: broken(draw, valueAt({ member: member ?? null }, 'member') ?? null) };
}

function brokenList(draw: Draw, list: readonly JsonValue[]): JsonValue {
  const index = draw(list.length + 1);
  const found = list[index];
  if (found === undefined) return [...list, ...list.slice(0, 1)];
  return list.map((each, position) => (position === index ? broken(draw, each) : each));
}
