import {
  type JsonObject,
  objectAt,
  objectsAt,
  parseStructuralSchema,
  type StructuralSchema,
  textAt,
  textsAt,
  valueAt,
} from '@archipelago/apimachinery';
import type { Conversion } from '../resources/conversion.ts';
import type { Behaviour, ResourceType, Subresource, Verb } from '../resources/resource-type.ts';
import type { ScalePaths } from '../resources/scale-paths.ts';
import { reviewVersionOf } from '../webhooks/read-envelope.ts';
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
  const parsed = parseStructuralSchema(objectAt(objectAt(version, 'schema'), 'openAPIV3Schema'));
  return parsed.ok ? parsed.schema : ANYTHING;
}

function scaleOf(version: JsonObject): ScalePaths | undefined {
  const scale = valueAt(objectAt(version, 'subresources'), 'scale');
  if (scale === undefined || scale === null) return undefined;
  const paths = objectAt(objectAt(version, 'subresources'), 'scale');
  const selector = textAt(paths, 'labelSelectorPath');
  return {
    specReplicas: textAt(paths, 'specReplicasPath'),
    statusReplicas: textAt(paths, 'statusReplicasPath'),
    labelSelector: selector === '' ? undefined : selector,
  };
}

function subresourcesOf(version: JsonObject): readonly Subresource[] {
  const declared = objectAt(version, 'subresources');
  const scale = { name: 'scale', verbs: READ_WRITE, group: 'autoscaling', version: 'v1', kind: 'Scale' };
  return [
    ...(valueAt(declared, 'status') === undefined ? [] : [{ name: 'status', verbs: READ_WRITE }]),
    ...(scaleOf(version) === undefined ? [] : [scale]),
  ];
}

function selectableOf(version: JsonObject): ResourceType['selectable'] {
  const entries = objectsAt(version, 'selectableFields').map((declared) => {
    const path = textAt(declared, 'jsonPath');
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
  if (valueAt(version, 'deprecated') !== true) return undefined;
  const own = textAt(version, 'deprecationWarning');
  if (own !== '') return own;
  const spec = objectAt(definition, 'spec');
  const group = textAt(spec, 'group');
  const kind = textAt(objectAt(spec, 'names'), 'kind');
  const better = objectsAt(spec, 'versions').find((one) => one.served === true && one.deprecated !== true);
  const advice = better === undefined ? '' : `; use ${group}/${textAt(better, 'name')} ${kind}`;
  return `${group}/${textAt(version, 'name')} ${kind} is deprecated${advice}`;
}

/** Names the stored objects of a definition. */
export function storageOf(definition: JsonObject): string {
  const spec = objectAt(definition, 'spec');
  return `${textAt(spec, 'group')}/${textAt(objectAt(spec, 'names'), 'plural')}`;
}

function behaviourOf(definition: JsonObject, version: JsonObject, storageVersion: string): Behaviour {
  const group = textAt(objectAt(definition, 'spec'), 'group');
  return customBehaviour({
    apiVersion: `${group}/${textAt(version, 'name')}`,
    storageApiVersion: `${group}/${storageVersion}`,
    schema: schemaOf(version),
    hasStatus: valueAt(objectAt(version, 'subresources'), 'status') !== undefined,
    scale: scaleOf(version),
  });
}

/** What all types of a definition share. */
interface Shared {
  readonly storageVersion: string;
  readonly behaviours: ReadonlyMap<string, Behaviour>;
  readonly conversion: Conversion | undefined;
}

function conversionOf(definition: JsonObject, behaviours: Shared['behaviours']): Conversion | undefined {
  const spec = objectAt(definition, 'spec');
  if (textAt(spec, 'conversion', 'strategy') !== 'Webhook') return undefined;
  const webhook = objectAt(spec, 'conversion', 'webhook');
  const storage = objectsAt(spec, 'versions').find((one) => one.storage === true) ?? {};
  const of = (apiVersion: string) => behaviours.get(apiVersion.split('/')[1] ?? '');
  const behaviour = (object: JsonObject) => of(textAt(object, 'apiVersion'));
  return {
    client: objectAt(webhook, 'clientConfig'),
    reviewVersion: reviewVersionOf(textsAt(webhook, 'conversionReviewVersions')),
    storageApiVersion: `${textAt(spec, 'group')}/${textAt(storage, 'name')}`,
    schemaOf: (apiVersion) => of(apiVersion)?.schema,
    complete: (object) => behaviour(object)?.fromStorage(object) ?? object,
    trim: (object) => behaviour(object)?.trim?.(object) ?? object,
    known: new WeakMap(),
  };
}

function typeOf(definition: JsonObject, version: JsonObject, shared: Shared): ResourceType {
  const { storageVersion, behaviours, conversion } = shared;
  const spec = objectAt(definition, 'spec');
  const names = objectAt(objectAt(definition, 'status'), 'acceptedNames');
  const group = textAt(spec, 'group');
  const kind = textAt(names, 'kind');
  const name = textAt(version, 'name');
  return {
    group,
    version: name,
    kind,
    plural: textAt(names, 'plural'),
    listKind: textAt(names, 'listKind'),
    singular: textAt(names, 'singular'),
    namespaced: textAt(spec, 'scope') === 'Namespaced',
    shortNames: textsAt(names, 'shortNames'),
    categories: textsAt(names, 'categories'),
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
    behaviour: behaviours.get(name) ?? behaviourOf(definition, version, storageVersion),
    conversion,
  };
}

/** The types an established definition serves, one per served version. */
export function customTypes(definition: JsonObject): readonly ResourceType[] {
  const versions = objectsAt(objectAt(definition, 'spec'), 'versions');
  const storage = versions.find((version) => version.storage === true);
  if (storage === undefined) return [];
  const storageVersion = textAt(storage, 'name');
  const behaviours = new Map(
    versions.map((version) => [textAt(version, 'name'), behaviourOf(definition, version, storageVersion)]),
  );
  const shared = { storageVersion, behaviours, conversion: conversionOf(definition, behaviours) };
  const served = versions.filter((version) => version.served === true);
  return served.map((version) => typeOf(definition, version, shared));
}
