import {
  boolType,
  type CelType,
  dynType,
  type ExpressionEnvironment,
  intType,
  listType,
  mapType,
  objectType,
  stringType,
  timestampType,
} from '@archipelago/apimachinery';

/** An object type by its fields; a field that is itself an object is given in the same way. */
interface Fields {
  readonly [name: string]: CelType | Fields;
}

const texts = listType(stringType);
const textMap = mapType(stringType, stringType);
const kind: Fields = { group: stringType, version: stringType, kind: stringType };
const resource: Fields = { group: stringType, version: stringType, resource: stringType };

/** What expressions know of admission/v1 AdmissionRequest. */
const request: Fields = {
  kind,
  resource,
  subResource: stringType,
  requestKind: kind,
  requestResource: resource,
  requestSubResource: stringType,
  name: stringType,
  namespace: stringType,
  operation: stringType,
  userInfo: {
    username: stringType,
    uid: stringType,
    groups: texts,
    extra: mapType(stringType, texts),
  },
  dryRun: boolType,
  options: dynType,
};

/** What expressions know of the namespace an object is in. */
const namespace: Fields = {
  metadata: {
    name: stringType,
    generateName: stringType,
    namespace: stringType,
    labels: textMap,
    annotations: textMap,
    UID: stringType,
    creationTimestamp: timestampType,
    deletionGracePeriodSeconds: intType,
    deletionTimestamp: timestampType,
    generation: intType,
    resourceVersion: stringType,
    finalizers: texts,
  },
  spec: { finalizers: texts },
  status: { phase: stringType },
};

function isType(type: CelType | Fields): type is CelType {
  return 'kind' in type && typeof type.kind === 'string';
}

/** Adds an object type and those of its fields. */
function declare(types: Map<string, ReadonlyMap<string, CelType>>, name: string, fields: Fields): CelType {
  const declared = Object.entries(fields).map(([field, type]) => {
    return [field, isType(type) ? type : declare(types, `${name}.${field}`, type)] as const;
  });
  types.set(name, new Map(declared));
  return objectType(name);
}

/** Type of `variables`, whose fields are the policy's variables. */
const variablesType = 'kubernetes.variables';

/** The same for an expression that makes patches. */
export function mutationEnvironment(
  variables: ReadonlyMap<string, CelType>,
  params: boolean,
): ExpressionEnvironment {
  return { ...policyEnvironment(variables, params), makesPatches: true };
}

/**
 * What an expression of a policy may use. `variables`: types of the policy's variables declared before it, undefined
 * when the policy has none; `params`: whether the policy has a paramKind.
 */
export function policyEnvironment(
  variables: ReadonlyMap<string, CelType> | undefined,
  params: boolean,
): ExpressionEnvironment {
  const objects = new Map<string, ReadonlyMap<string, CelType>>();
  const names: [string, CelType][] = [
    ['object', dynType],
    ['oldObject', dynType],
    ['request', declare(objects, 'kubernetes.AdmissionRequest', request)],
    ['namespaceObject', declare(objects, 'kubernetes.Namespace', namespace)],
    ['authorizer', objectType('kubernetes.authorization.Authorizer')],
  ];
  if (variables !== undefined) {
    names.push(['variables', objectType(variablesType)]);
    objects.set(variablesType, variables);
  }
  if (params) names.push(['params', dynType]);
  return { variables: new Map(names), objects };
}
