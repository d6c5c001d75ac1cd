import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  objectAt,
} from '@archipelago/apimachinery';

/** Who wrote which field, and what was applied last, can be larger than the rest, and hold what nobody looks at. */
const unread = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  'kapp.k14s.io/original',
  'objectset.rio.cattle.io/applied',
  'alm-examples',
  'operatorframework.io/initialization-resource',
]);

/**
 * The object with its metadata and the fields that these paths name; where a path names one of the metadata, only those. A path goes through
 * lists; `whole` keeps every field.
 */
export function keepFields(object: JsonObject, paths: readonly string[] | 'whole'): JsonObject {
  const { apiVersion, kind, metadata, ...rest } = object;
  const ofMetadata = paths === 'whole' ? undefined : treeOf(paths).members.get('metadata');
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    ...(isJsonObject(metadata) ? { metadata: keptMetadata(metadata, ofMetadata) } : {}),
    ...(paths === 'whole' ? rest : below(rest, paths)),
  };
}

function below(rest: JsonObject, paths: readonly string[]): JsonObject {
  return paths.length === 0 ? nothing : objectAt(keptOf(rest, treeOf(paths)));
}

function keptMetadata(metadata: JsonObject, tree: Tree | undefined): JsonObject {
  const named = tree === undefined ? metadata : objectAt(keptOf(metadata, tree));
  return Object.fromEntries(
    Object.entries(named)
      .filter(([key]) => key !== 'managedFields')
      .map(([key, value = null]) => [key, key === 'annotations' ? keptAnnotations(value) : value]),
  );
}

function keptAnnotations(annotations: JsonValue): JsonValue {
  if (!isJsonObject(annotations)) return annotations;
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !unread.has(key)));
}

/** Which members are kept; an empty tree is everything below. */
interface Tree {
  readonly members: Map<string, Tree>;
}

/** One for all: of most disks and networks nothing is kept, and objects without members take room, too. */
const nothing: JsonObject = Object.freeze({});

const trees = new WeakMap<readonly string[], Tree>();

function treeOf(paths: readonly string[]): Tree {
  const known = trees.get(paths);
  if (known !== undefined) return known;
  const root: Tree = { members: new Map() };
  for (const path of paths) {
    let at = root;
    for (const step of path.split('.')) {
      const next = at.members.get(step) ?? { members: new Map() };
      at.members.set(step, next);
      at = next;
    }
  }
  trees.set(paths, root);
  return root;
}

function keptOf(value: JsonValue, tree: Tree): JsonValue {
  if (tree.members.size === 0) return value;
  if (isJsonList(value)) return value.map((one) => keptOf(one, tree));
  if (!isJsonObject(value)) return value;
  // a loop: this runs for every member of every object of a cluster
  let kept: Record<string, JsonValue> | undefined;
  for (const [name, below] of tree.members) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) continue;
    kept ??= {};
    kept[name] = keptOf(member, below);
  }
  return kept ?? nothing;
}
