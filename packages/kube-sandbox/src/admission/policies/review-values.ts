import type { CelValue, JsonObject } from '@archipelago/apimachinery';
import { without } from '../../json/json-access.ts';
import { groupVersion } from '../../resources/resource-type.ts';
import { jsonCelValue } from './json-cel-value.ts';
import { namespaceOf } from './match-resources.ts';
import type { MatchedReview, PolicyReview } from './policy-review.ts';

/** The kind a subresource speaks when it is not the resource's. */
function subresourceKind({ type, subresource }: PolicyReview['call']): JsonObject | undefined {
  const own = type.subresources.find(({ name }) => name === subresource);
  return own?.kind === undefined
    ? undefined
    : { group: own.group ?? type.group, version: own.version ?? type.version, kind: own.kind };
}

const OPTIONS = { CREATE: 'CreateOptions', UPDATE: 'UpdateOptions', DELETE: 'DeleteOptions' } as const;

/** The options of the write. */
function optionsOf({ call, operation, dryRun, options }: PolicyReview): JsonObject {
  const given = ['fieldManager', 'fieldValidation'].flatMap((name) => {
    const value = call.request.query.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return {
    kind: OPTIONS[operation],
    apiVersion: 'meta.k8s.io/v1',
    ...(dryRun ? { dryRun: ['All'] } : {}),
    ...(operation === 'DELETE' ? {} : Object.fromEntries(given)),
    ...options,
  };
}

/** The write as admission/v1 AdmissionRequest tells it, without the objects. */
export function requestOf(review: MatchedReview): JsonObject {
  const { call, matched } = review;
  const own = subresourceKind(call);
  const { user } = call;
  const subresource = call.subresource === '' ? undefined : call.subresource;
  const namesOf = ({ group, version, kind, plural }: typeof matched) => ({
    kind: own ?? { group, version, kind },
    resource: { group, version, resource: plural },
  });
  const original = namesOf(call.type);
  return without({
    ...namesOf(matched),
    subResource: subresource,
    requestKind: original.kind,
    requestResource: original.resource,
    requestSubResource: subresource,
    name: review.name || undefined,
    namespace: review.namespace || undefined,
    operation: review.operation,
    userInfo: without({
      username: user.name,
      uid: user.uid,
      groups: [...user.groups],
      extra:
        user.extra && Object.fromEntries(Object.entries(user.extra).map(([key, all]) => [key, [...all]])),
    }),
    dryRun: review.dryRun,
    options: optionsOf(review),
  });
}

/** An object of the review as it is told. */
export function toldObject({ matched }: MatchedReview, object: JsonObject): JsonObject {
  return { apiVersion: groupVersion(matched), kind: matched.kind, ...object };
}

function objectValue(review: MatchedReview, object: JsonObject | undefined): CelValue {
  if (object === undefined) return null;
  return jsonCelValue(toldObject(review, object));
}

/** The variables of expressions; `params` and the namespace are null where there are none. */
export function valuesOf(review: MatchedReview, params: JsonObject | null): ReadonlyMap<string, CelValue> {
  // A namespace itself is in none.
  const isInside = review.namespace !== '' && review.call.type.namespaced;
  const namespace = isInside ? namespaceOf(review) : undefined;
  return new Map<string, CelValue>([
    ['object', objectValue(review, review.object)],
    ['oldObject', objectValue(review, review.old)],
    ['request', jsonCelValue(requestOf(review))],
    ['namespaceObject', namespace === undefined ? null : jsonCelValue(namespace)],
    ['params', params === null ? null : jsonCelValue(params)],
  ]);
}
