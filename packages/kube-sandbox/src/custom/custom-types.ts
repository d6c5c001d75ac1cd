import { type JsonObject, parseStructuralSchema, type StructuralSchema } from '@archipelago/apimachinery';
import { field, objectField, objectsField, textField, textsField } from '../json/json-access.ts';
import type { ResourceType, Subresource, Verb } from '../resources/resource-type.ts';
import type { ScalePaths } from '../resources/scale-paths.ts';
import { customBehaviour } from './custom-behaviour.ts';
import { customColumns } from './custom-columns.ts';
import { evaluateJsonPath, parseJsonPath } from './json-path.ts';

const VERBS: readonly Verb[] = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
];
const READ_WRITE: readonly Verb[] = ['get', 'patch', 'update'];

/** A schema that takes everything, for versions without one. */
const ANYTHING: StructuralSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const schemas = new WeakMap<JsonObject, StructuralSchema>();

/** One for as long as the version stays as it is: a definition is looked at anew whenever its status changes. */
function schemaOf(version: JsonObject): StructuralSchema {
  const known = schemas.get(version);
  if (known !== undefined) return known;
  const schema = readSchema(version);
  if (Object.isFrozen(version)) schemas.set(version, schema);
  return schema;
}

function readSchema(version: JsonObject): StructuralSchema {
  const parsed = parseStructuralSchema(objectField(objectField(version, 'schema'), 'openAPIV3Schema'));
  return parsed.ok ? parsed.schema : ANYTHING;
}

function scaleOf(version: JsonObject): ScalePaths | undefined {
  const scale = field(objectField(version, 'subresources'), 'scale');
  if (scale === undefined || scale === null) return undefined;
  const paths = objectField(objectField(version, 'subresources'), 'scale');
  const selector = textField(paths, 'labelSelectorPath');
  return {
    specReplicas: textField(paths, 'specReplicasPath'),
    statusReplicas: textField(paths, 'statusReplicasPath'),
    labelSelector: selector === '' ? undefined : selector,
  };
}

function subresourcesOf(version: JsonObject): readonly Subresource[] {
  const declared = objectField(version, 'subresources');
  const scale = { name: 'scale', verbs: READ_WRITE, group: 'autoscaling', version: 'v1', kind: 'Scale' };
  return [
    ...(field(declared, 'status') === undefined ? [] : [{ name: 'status', verbs: READ_WRITE }]),
    ...(scaleOf(version) === undefined ? [] : [scale]),
  ];
}

function selectableOf(version: JsonObject): ResourceType['selectable'] {
  const entries = objectsField(version, 'selectableFields').map((declared) => {
    const path = textField(declared, 'jsonPath');
    const steps = parseJsonPath(path) ?? [];
    const read = (object: JsonObject) => {
      const [value] = evaluateJsonPath(steps, object);
      return value === undefined || value === null ? '' : String(value);
    };
    return [path.replace(/^\./, ''), read] as const;
  });
  return new Map(entries);
}

/** The version a deprecated one points to: the newest that is served and not deprecated. */
function deprecationOf(definition: JsonObject, version: JsonObject): string | undefined {
  if (field(version, 'deprecated') !== true) return undefined;
  const own = textField(version, 'deprecationWarning');
  if (own !== '') return own;
  const spec = objectField(definition, 'spec');
  const group = textField(spec, 'group');
  const kind = textField(objectField(spec, 'names'), 'kind');
  const better = objectsField(spec, 'versions').find((one) => one.served === true && one.deprecated !== true);
  const advice = better === undefined ? '' : `; use ${group}/${textField(better, 'name')} ${kind}`;
  return `${group}/${textField(version, 'name')} ${kind} is deprecated${advice}`;
}

/** Names the stored objects of a definition. */
export function storageOf(definition: JsonObject): string {
  const spec = objectField(definition, 'spec');
  return `${textField(spec, 'group')}/${textField(objectField(spec, 'names'), 'plural')}`;
}

function typeOf(definition: JsonObject, version: JsonObject, storageVersion: string): ResourceType {
  const spec = objectField(definition, 'spec');
  const names = objectField(objectField(definition, 'status'), 'acceptedNames');
  const group = textField(spec, 'group');
  const kind = textField(names, 'kind');
  const name = textField(version, 'name');
  return {
    group,
    version: name,
    kind,
    plural: textField(names, 'plural'),
    listKind: textField(names, 'listKind'),
    singular: textField(names, 'singular'),
    namespaced: textField(spec, 'scope') === 'Namespaced',
    shortNames: textsField(names, 'shortNames'),
    categories: textsField(names, 'categories'),
    verbs: VERBS,
    subresources: subresourcesOf(version),
    storage: storageOf(definition),
    storageVersion,
    storageGroup: group,
    columns: customColumns(version),
    custom: true,
    deprecation: deprecationOf(definition, version),
    wireType: undefined,
    selectable: selectableOf(version),
    unconditionalUpdate: false,
    createOnUpdate: false,
    returnsDeleted: false,
    names: 'subdomain',
    scale: scaleOf(version),
    behaviour: customBehaviour({
      apiVersion: `${group}/${name}`,
      storageApiVersion: `${group}/${storageVersion}`,
      schema: schemaOf(version),
      hasStatus: field(objectField(version, 'subresources'), 'status') !== undefined,
      scale: scaleOf(version),
    }),
  };
}

/** The types an established definition serves, one per served version. */
export function customTypes(definition: JsonObject): readonly ResourceType[] {
  const versions = objectsField(objectField(definition, 'spec'), 'versions');
  const storage = versions.find((version) => version.storage === true);
  if (storage === undefined) return [];
  const served = versions.filter((version) => version.served === true);
  return served.map((version) => typeOf(definition, version, textField(storage, 'name')));
}
