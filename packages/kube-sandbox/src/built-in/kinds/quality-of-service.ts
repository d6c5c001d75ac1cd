import { type JsonObject, jsonEqual, objectAt, objectsAt } from '@archipelago/apimachinery';

const counted = ['cpu', 'memory'] as const;

function amounts(container: JsonObject, kind: 'requests' | 'limits'): JsonObject {
  const all = objectAt(container, 'resources', kind);
  return Object.fromEntries(
    counted.flatMap((name) => (all[name] === undefined || all[name] === '0' ? [] : [[name, all[name]]])),
  );
}

/** How a pod is treated where a node is short of something. */
export function qualityOfService(spec: JsonObject): 'Guaranteed' | 'Burstable' | 'BestEffort' {
  const containers = ['containers', 'initContainers'].flatMap((list) => objectsAt(spec, list));
  // what a pod has for itself counts instead
  const owners =
    Object.keys(objectAt(spec, 'resources')).length > 0
      ? [{ resources: spec.resources ?? null }]
      : containers;
  const all = owners.map((owner) => [amounts(owner, 'requests'), amounts(owner, 'limits')] as const);
  if (all.every((pair) => pair.every((each) => Object.keys(each).length === 0))) return 'BestEffort';
  const isGuaranteed = all.every(
    ([requests, limits]) => Object.keys(limits).length === counted.length && jsonEqual(requests, limits),
  );
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}
