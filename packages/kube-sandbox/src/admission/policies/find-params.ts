import { type JsonObject, objectAt, parseLabelSelector, textAt, valueAt } from '@archipelago/apimachinery';
import type { ServerState } from '../../calls/call.ts';
import { metadataOf } from '../../json/json-access.ts';
import { groupVersion, type ResourceType } from '../../resources/resource-type.ts';
import type { StoredObject } from '../../storage/object-store.ts';

/** Parameters to judge a write with, one after the other; `null` means without. */
type FoundParams =
  | { readonly ok: true; readonly params: readonly (JsonObject | null)[] }
  | { readonly ok: false; readonly of: 'policy' | 'binding'; readonly problem: string };

function problem(text: string): FoundParams {
  return { ok: false, of: 'binding', problem: text };
}

function unknownKind(apiVersion: string, kind: string): FoundParams {
  const shown = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
  const text = `failed to find resource referenced by paramKind: '${shown}, Kind=${kind}'`;
  return { ok: false, of: 'policy', problem: text };
}

function selected(objects: readonly StoredObject[], selector: JsonObject): readonly StoredObject[] {
  const parsed = parseLabelSelector(selector);
  if (!parsed.ok) return [];
  return objects.filter(({ object }) => {
    const labels = Object.entries(objectAt(metadataOf(object), 'labels'));
    return parsed.selector.matches(Object.fromEntries(labels.map(([name, value]) => [name, String(value)])));
  });
}

function stored(
  server: ServerState,
  type: ResourceType,
  reference: JsonObject,
  namespace: string,
): readonly StoredObject[] {
  const name = textAt(reference, 'name');
  if (name === '') {
    const objects = server.store.list(type.storage, type.namespaced ? namespace : undefined);
    return selected(objects, objectAt(reference, 'selector'));
  }
  const found = server.store.get({ resource: type.storage, namespace, name });
  return found === undefined ? [] : [found];
}

function needsConversion(type: ResourceType, { object }: StoredObject): boolean {
  return type.conversion !== undefined && textAt(object, 'apiVersion') !== groupVersion(type);
}

function hasParams(policy: JsonObject, binding: JsonObject): boolean {
  const isKnown = valueAt(objectAt(policy, 'spec'), 'paramKind') !== undefined;
  return isKnown && valueAt(objectAt(binding, 'spec'), 'paramRef') !== undefined;
}

function placeProblem(type: ResourceType, reference: JsonObject, namespace: string): string | undefined {
  const isPlaced = textAt(reference, 'namespace') !== '';
  if (!type.namespaced && isPlaced)
    return 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`';
  return type.namespaced && !isPlaced && namespace === ''
    ? 'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources'
    : undefined;
}

/** Finds what `paramRef` of a binding refers to; `namespace` is that of the object judged. */
export function findParams(
  server: ServerState,
  policy: JsonObject,
  binding: JsonObject,
  namespace: string,
): FoundParams {
  const kind = objectAt(objectAt(policy, 'spec'), 'paramKind');
  const reference = objectAt(objectAt(binding, 'spec'), 'paramRef');
  if (!hasParams(policy, binding)) return { ok: true, params: [null] };
  const apiVersion = textAt(kind, 'apiVersion');
  const type = server.registry.findKind(apiVersion, textAt(kind, 'kind'));
  if (type === undefined) return unknownKind(apiVersion, textAt(kind, 'kind'));
  const unplaced = placeProblem(type, reference, namespace);
  if (unplaced !== undefined) return problem(unplaced);
  const place = type.namespaced ? textAt(reference, 'namespace') || namespace : '';
  const found = stored(server, type, reference, place);
  const foreign = found.find((one) => needsConversion(type, one));
  if (foreign !== undefined)
    return problem(
      `the embedded cluster does not convert params with a webhook: name the version in which ${foreign.key.name} is stored`,
    );
  const params = found.map(({ object }) => type.behaviour.fromStorage(object));
  if (params.length > 0 || textAt(reference, 'parameterNotFoundAction') !== 'Deny')
    return { ok: true, params };
  return problem('no params found for policy binding with `Deny` parameterNotFoundAction');
}
