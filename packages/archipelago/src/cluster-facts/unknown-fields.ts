import { isJsonObject, type JsonObject, type JsonValue, listAt } from '@archipelago/apimachinery';

/** A key that cluster files do not have, and those that they have in its place. */
export interface UnknownField {
  readonly path: readonly (string | number)[];
  readonly known: readonly string[];
}

/**
 * Keys of a cluster file (`docs/compatibility/hyperconverged.md#the-cluster-file`). Some only a running operator meets:
 * conditions and versions of operands.
 */
const clusterKeys = [
  'apiServerTLSProfile',
  'baseDomain',
  'clusterNetworks',
  'dataImportSchedule',
  'deleteErrors',
  'env',
  'managedByOLM',
  'missingOperands',
  'nad',
  'networks',
  'nodes',
  'openshift',
  'operandConditions',
  'operandVersions',
  'operatorNamespace',
  'storageClasses',
  'updateErrors',
] as const;

/** Recorded clusters have them besides; they follow from the nodes. */
const derivedKeys = ['controlPlaneArchitectures', 'workloadArchitectures'];

const nodeKeys = ['arch', 'labels', 'name', 'roles'] as const;

/** Keys of a cluster file that nothing reads: misspelt ones, mostly. */
export function unknownFields(document: JsonObject): readonly UnknownField[] {
  const nodes: readonly JsonValue[] = listAt(document, 'nodes');
  return [
    ...unknownKeys(document, clusterKeys, []).filter(({ path }) => !derivedKeys.includes(String(path[0]))),
    ...nodes.flatMap((node, index) =>
      isJsonObject(node) ? unknownKeys(node, nodeKeys, ['nodes', index]) : [],
    ),
  ];
}

function unknownKeys(
  object: JsonObject,
  known: readonly string[],
  above: UnknownField['path'],
): readonly UnknownField[] {
  return Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => ({ path: [...above, key], known }));
}
