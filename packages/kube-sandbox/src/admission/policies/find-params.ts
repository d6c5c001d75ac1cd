import { type JsonObject, objectAt, parseLabelSelector, textAt, valueAt } from '@archipelago/apimachinery';
import type { ServerState } from '../../calls/call.ts';
import { metadataOf } from '../../json/json-access.ts';
import type { ResourceType } from '../../resources/resource-type.ts';
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

/** Finds what `paramRef` of a binding refers to; `namespace` is that of the object judged. */
export function findParams(
  server: ServerState,
  policy: JsonObject,
  binding: JsonObject,
  namespace: string,
): FoundParams {
  const kind = objectAt(objectAt(policy, 'spec'), 'paramKind');
  const reference = objectAt(objectAt(binding, 'spec'), 'paramRef');
  const hasKind = valueAt(objectAt(policy, 'spec'), 'paramKind') !== undefined;
  if (!hasKind || valueAt(objectAt(binding, 'spec'), 'paramRef') === undefined) {
    return { ok: true, params: [null] };
  }
  const apiVersion = textAt(kind, 'apiVersion');
  const type = server.registry.findKind(apiVersion, textAt(kind, 'kind'));
  if (type === undefined) return unknownKind(apiVersion, textAt(kind, 'kind'));
  const place = type.namespaced ? textAt(reference, 'namespace') || namespace : '';
  if (type.namespaced && place === '')
    return problem('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
  const params = stored(server, type, reference, place).map(({ object }) =>
    type.behaviour.fromStorage(object),
  );
  if (params.length > 0 || textAt(reference, 'parameterNotFoundAction') !== 'Deny')
    return { ok: true, params };
  return problem('no params found for policy binding with `Deny` parameterNotFoundAction');
}
