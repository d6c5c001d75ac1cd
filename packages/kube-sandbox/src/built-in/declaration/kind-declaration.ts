import { type FieldError, type JsonObject, jsonEqual, objectAt, valueAt } from '@archipelago/apimachinery';
import { metadataOf, omit, withMetadata } from '../../json/json-access.ts';
import type { Environment } from '../../resources/environment.ts';
import type { InertFields } from '../../resources/inert-fields.ts';
import type {
  Behaviour,
  Change,
  Column,
  ResourceType,
  Subresource,
  Verb,
} from '../../resources/resource-type.ts';
import type { ScalePaths } from '../../resources/scale-paths.ts';
import { ageColumn, nameColumn } from '../../tables/common-columns.ts';
import { type FieldRules, fieldErrors } from '../../validation/field-rules.ts';
import { fixedErrors } from '../../validation/fixed-errors.ts';
import { decodeTyped, storedForm } from '../types/decode-typed.ts';
import { wireSchema } from '../types/wire-schema.ts';
import { type DefaultRule, fillDefaults } from './fill-defaults.ts';

/** A built-in kind as data. What is left out is as for most kinds. */
interface KindDeclaration {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Name in the wire model. */
  readonly type: string;
  readonly shortNames?: readonly string[];
  readonly categories?: readonly string[];
  readonly verbs?: readonly Verb[];
  /** The kind has a status subresource. */
  readonly status?: boolean;
  /** What objects of this kind do not do here although Kubernetes does it; writers are warned. */
  readonly shortcoming?: string;
  /** Fields that do nothing here, with what is said to who writes them. */
  readonly inert?: InertFields;
  /** What is said to who writes an object. */
  warn?(object: JsonObject): readonly string[];
  /** The kind has a scale subresource; its numbers are where workloads have them. */
  readonly scalable?: boolean;
  readonly subresources?: readonly Subresource[];
  readonly columns?: readonly Column[];
  readonly defaults?: readonly DefaultRule[];
  /** Counts changes of the spec in `metadata.generation`. */
  readonly generation?: boolean;
  readonly unconditionalUpdate?: boolean;
  readonly createOnUpdate?: boolean;
  /** Version of the stored objects' hash in discovery; the served one by default. */
  readonly storageVersion?: string;
  readonly returnsDeleted?: boolean;
  readonly names?: ResourceType['names'];
  /** Upstream does not look for a domain in finalizers of this kind. */
  readonly plainFinalizers?: boolean;
  readonly selectable?: Readonly<Record<string, (object: JsonObject) => string>>;
  /** Fields under `spec`, or instead of it, whose change counts; the whole spec otherwise. */
  complete?(object: JsonObject): JsonObject;
  prepareForCreate?(object: JsonObject, environment: Environment): JsonObject;
  prepareForUpdate?(change: Change): JsonObject;
  /** What may stand in which field. */
  readonly rules?: FieldRules;
  /** Fields that stay as they were made, by their paths. */
  readonly fixed?: readonly string[];
  /** Checks an object; `old` is what it replaces. */
  validate?(object: JsonObject, old: JsonObject | undefined): readonly FieldError[];
  validateUpdate?(change: Change): readonly FieldError[];
  /** Group whose stored objects this kind shows, with the conversions. */
  readonly view?: {
    readonly storage: string;
    fromStorage(stored: JsonObject): JsonObject;
    toStorage(object: JsonObject): JsonObject;
  };
}

const VERBS: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];
const STATUS: Subresource = { name: 'status', verbs: ['get', 'patch', 'update'] };
const SCALE: Subresource = {
  name: 'scale',
  verbs: ['get', 'patch', 'update'],
  group: 'autoscaling',
  version: 'v1',
  kind: 'Scale',
  wireType: 'io.k8s.api.autoscaling.v1.Scale',
};
const SCALE_PATHS: ScalePaths = {
  specReplicas: '.spec.replicas',
  statusReplicas: '.status.replicas',
  labelSelector: '.spec.selector',
};

function counted(object: JsonObject): JsonObject {
  return omit(object, 'metadata', 'status', 'kind', 'apiVersion');
}

function withGeneration(object: JsonObject, old: JsonObject): JsonObject {
  if (jsonEqual(counted(object), counted(old))) return object;
  const generation = valueAt(metadataOf(old), 'generation');
  return withMetadata(object, { generation: (typeof generation === 'number' ? generation : 0) + 1 });
}

function emptyStatus(declaration: KindDeclaration): JsonObject {
  const empty = decodeTyped({}, declaration.type);
  return 'problem' in empty ? {} : objectAt(empty.value, 'status');
}

/** A new object has no status; kinds that count changes start at one. */
function prepareNew(declaration: KindDeclaration, object: JsonObject, environment: Environment): JsonObject {
  const reset = declaration.status === true ? { ...object, status: emptyStatus(declaration) } : object;
  const started = declaration.generation === true ? withMetadata(reset, { generation: 1 }) : reset;
  return declaration.prepareForCreate?.(started, environment) ?? started;
}

function prepareChanged(declaration: KindDeclaration, change: Change): JsonObject {
  const { object, old, subresource } = change;
  if (subresource === 'status')
    return { ...old, metadata: metadataOf(object), status: valueAt(object, 'status') };
  const kept = declaration.status === true ? { ...object, status: valueAt(old, 'status') } : object;
  const prepared = declaration.prepareForUpdate?.({ ...change, object: kept }) ?? kept;
  return declaration.generation === true ? withGeneration(prepared, old) : prepared;
}

function errorsOf(
  { rules = {}, validate }: KindDeclaration,
  object: JsonObject,
  old: JsonObject | undefined,
): readonly FieldError[] {
  return [...fieldErrors(object, rules), ...(validate?.(object, old) ?? [])];
}

function behaviourOf(declaration: KindDeclaration): Behaviour {
  const { view } = declaration;
  return {
    admit(object) {
      const typed = decodeTyped(object, declaration.type);
      if ('problem' in typed) return typed;
      const filled = fillDefaults(typed.value, declaration.defaults ?? []);
      return { object: declaration.complete?.(filled) ?? filled, unknownFields: typed.unknownFields };
    },
    fromStorage: (stored) => view?.fromStorage(stored) ?? stored,
    toStorage: (object) => view?.toStorage(object) ?? storedForm(object, declaration.type),
    prepareForCreate: (object, environment) => prepareNew(declaration, object, environment),
    prepareForUpdate: (change) => prepareChanged(declaration, change),
    validateCreate: (object) => errorsOf(declaration, object, undefined),
    validateUpdate: (change) => [
      ...errorsOf(declaration, change.object, change.old),
      ...fixedErrors(change, declaration.fixed ?? []),
      ...(declaration.validateUpdate?.(change) ?? []),
    ],
    get schema() {
      return wireSchema(declaration.type);
    },
  };
}

function subresourcesOf(declaration: KindDeclaration): readonly Subresource[] {
  const all = [
    ...(declaration.subresources ?? []),
    ...(declaration.scalable === true ? [SCALE] : []),
    ...(declaration.status === true ? [STATUS] : []),
  ];
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What most kinds are like. */
const USUAL = {
  shortNames: [],
  categories: [],
  verbs: VERBS,
  columns: [nameColumn, ageColumn],
  unconditionalUpdate: true,
  createOnUpdate: false,
  returnsDeleted: false,
  names: 'subdomain',
} as const;

/** The served type of a declared kind. */
export function builtInType(declaration: KindDeclaration): ResourceType {
  const { group, version, kind, plural } = declaration;
  const all = { ...USUAL, ...declaration };
  return {
    group,
    version,
    kind,
    plural,
    listKind: `${kind}List`,
    singular: kind.toLowerCase(),
    namespaced: declaration.namespaced,
    shortNames: all.shortNames,
    categories: all.categories,
    verbs: all.verbs,
    subresources: subresourcesOf(declaration),
    storage: declaration.view?.storage ?? `${group}/${plural}`,
    storageVersion: declaration.storageVersion ?? version,
    storageGroup: group,
    columns: all.columns,
    custom: false,
    deprecation: undefined,
    shortcoming: declaration.shortcoming,
    inert: declaration.inert,
    warn: declaration.warn,
    wireType: declaration.type,
    selectable: new Map(Object.entries(declaration.selectable ?? {})),
    unconditionalUpdate: all.unconditionalUpdate,
    createOnUpdate: all.createOnUpdate,
    returnsDeleted: all.returnsDeleted,
    names: all.names,
    plainFinalizers: declaration.plainFinalizers,
    scale: declaration.scalable === true ? SCALE_PATHS : undefined,
    behaviour: behaviourOf(declaration),
  };
}
