import { type JsonObject, objectAt, objectsAt, textAt } from '@archipelago/apimachinery';
import { metadataOf, withMetadata } from '../../json/json-access.ts';
import { limitRangeErrors } from '../../validation/limit-range-errors.ts';
import { builtInType } from '../declaration/kind-declaration.ts';

/** What containers get follows from their maximum and minimum where it is not written. */
function withDefaults(item: JsonObject): JsonObject {
  if (textAt(item, 'type') !== 'Container') return item;
  const limits = { ...objectAt(item, 'max'), ...objectAt(item, 'default') };
  const requests = { ...objectAt(item, 'min'), ...limits, ...objectAt(item, 'defaultRequest') };
  return {
    ...item,
    ...(Object.keys(limits).length === 0 ? {} : { default: limits }),
    ...(Object.keys(requests).length === 0 ? {} : { defaultRequest: requests }),
  };
}

export const limitRange = builtInType({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  createOnUpdate: true,
  namespaced: true,
  type: 'io.k8s.api.core.v1.LimitRange',
  shortNames: ['limits'],
  // one without a name gets one, though it asked for none
  prepareForCreate: (object, environment) =>
    textAt(metadataOf(object), 'name') === '' ? withMetadata(object, { name: environment.uuid() }) : object,
  complete: (object) => {
    const limits = objectsAt(object, 'spec', 'limits');
    return limits.length === 0
      ? object
      : { ...object, spec: { ...objectAt(object, 'spec'), limits: limits.map(withDefaults) } };
  },
  validate: (object) => limitRangeErrors(objectAt(object, 'spec')),
});
