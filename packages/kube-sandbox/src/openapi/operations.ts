import type { JsonObject } from '@archipelago/apimachinery';
import { groupVersion, type ResourceType, type Verb } from '../resources/resource-type.ts';
import { fieldText } from '../tables/column.ts';
import { listModelName, META, modelName, reference } from './model-name.ts';

interface Target {
  readonly type: ResourceType;
  /** Part of operation ids: `ExampleComV1Namespaced`. */
  readonly idPrefix: string;
  readonly gvk: JsonObject;
}

interface Operation {
  readonly method: string;
  readonly action: string;
  readonly id: string;
}

const OPERATIONS: Readonly<Record<Exclude<Verb, 'watch'>, Operation>> = {
  get: { method: 'get', action: 'get', id: 'read' },
  list: { method: 'get', action: 'list', id: 'list' },
  create: { method: 'post', action: 'post', id: 'create' },
  update: { method: 'put', action: 'put', id: 'replace' },
  patch: { method: 'patch', action: 'patch', id: 'patch' },
  delete: { method: 'delete', action: 'delete', id: 'delete' },
  deletecollection: { method: 'delete', action: 'deletecollection', id: 'deleteCollection' },
};

function parameter(name: string, description: string, type = 'string'): JsonObject {
  return { name, in: 'query', description, schema: { type, uniqueItems: true } };
}

function writeParameters(verb: Verb): readonly JsonObject[] {
  if (verb !== 'create' && verb !== 'update' && verb !== 'patch') return [];
  const manager = verb === 'patch' ? 'PatchOptions.fieldManager' : 'CreateOptions.fieldManager';
  return [
    parameter('dryRun', fieldText('PatchOptions.dryRun')),
    parameter('fieldManager', fieldText(manager)),
    parameter('fieldValidation', fieldText('PatchOptions.fieldValidation')),
    ...(verb === 'patch' ? [parameter('force', fieldText('PatchOptions.force'), 'boolean')] : []),
  ];
}

const PATCHES = [
  'application/apply-patch+yaml',
  'application/json-patch+json',
  'application/merge-patch+json',
];

function content(types: readonly string[], name: string): JsonObject {
  return Object.fromEntries(types.map((type) => [type, { schema: reference(name) }]));
}

function requestBody(verb: Verb, type: ResourceType): JsonObject {
  if (verb === 'patch') {
    const types = type.custom ? PATCHES : [...PATCHES, 'application/strategic-merge-patch+json'];
    return { requestBody: { content: content(types, `${META}.Patch`), required: true } };
  }
  if (verb !== 'create' && verb !== 'update') return {};
  const types = type.custom ? ['application/json', 'application/yaml'] : ['*/*'];
  return { requestBody: { content: content(types, modelName(type)), required: true } };
}

function answerModel(verb: Verb, type: ResourceType): string {
  if (verb === 'list') return listModelName(type);
  return verb === 'delete' || verb === 'deletecollection' ? `${META}.Status` : modelName(type);
}

function operation(
  verb: Exclude<Verb, 'watch'>,
  { type, idPrefix, gvk }: Target,
): readonly [string, JsonObject] {
  const { method, action, id } = OPERATIONS[verb];
  const parameters = writeParameters(verb);
  const document = {
    tags: [idPrefix.replace('Namespaced', '')],
    operationId: `${id}${idPrefix}${type.kind}`,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(verb, type),
    responses: {
      '200': {
        description: 'OK',
        content: content(['application/json', 'application/yaml'], answerModel(verb, type)),
      },
    },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvk,
  };
  return [method, document];
}

const OF_COLLECTION = ['list', 'create', 'deletecollection'] as const;
const OF_OBJECT = ['get', 'update', 'patch', 'delete'] as const;

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function idPrefix(type: ResourceType): string {
  const group = type.group === '' ? 'Core' : type.group.split('.').map(capitalized).join('');
  return `${group}${capitalized(type.version)}${type.namespaced ? 'Namespaced' : ''}`;
}

function operationsOf(verbs: readonly Exclude<Verb, 'watch'>[], target: Target): JsonObject {
  const allowed = verbs.filter((verb) => target.type.verbs.includes(verb));
  return Object.fromEntries(allowed.map((verb) => operation(verb, target)));
}

function pathParameters(names: readonly string[]): JsonObject {
  const parameters = names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', uniqueItems: true },
  }));
  return parameters.length === 0 ? {} : { parameters };
}

/** The paths of a type with their operations. */
export function pathsOf(type: ResourceType): JsonObject {
  const root = type.group === '' ? '/api/v1' : `/apis/${groupVersion(type)}`;
  const base = type.namespaced ? `${root}/namespaces/{namespace}/${type.plural}` : `${root}/${type.plural}`;
  const gvk = { group: type.group, kind: type.kind, version: type.version };
  const target = { type, idPrefix: idPrefix(type), gvk };
  const scope = type.namespaced ? ['namespace'] : [];
  const subresources = type.subresources
    .filter((subresource) => subresource.name === 'status')
    .map(({ name }) => {
      const verbs = OF_OBJECT.filter((verb) => verb !== 'delete');
      return [
        `${base}/{name}/${name}`,
        { ...operationsOf(verbs, target), ...pathParameters(['name', ...scope]) },
      ] as const;
    });
  return {
    [base]: { ...operationsOf(OF_COLLECTION, target), ...pathParameters(scope) },
    [`${base}/{name}`]: { ...operationsOf(OF_OBJECT, target), ...pathParameters(['name', ...scope]) },
    ...Object.fromEntries(subresources),
  };
}
