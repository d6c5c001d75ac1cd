import { type JsonObject, objectAt, objectsAt, textAt, textsAt, valueAt } from '@archipelago/apimachinery';

/** Whether something of a pod's spec makes it ask for cpu or memory. */
function isBestEffort(spec: JsonObject): boolean {
  const owners = [spec, ...['containers', 'initContainers'].flatMap((list) => objectsAt(spec, list))];
  return owners.every((owner) =>
    ['requests', 'limits'].every((kind) => {
      const amounts = objectAt(owner, 'resources', kind);
      return ['cpu', 'memory'].every((name) => amounts[name] === undefined || amounts[name] === '0');
    }),
  );
}

function isTerminating(spec: JsonObject): boolean {
  return Number(valueAt(spec, 'activeDeadlineSeconds') ?? -1) >= 0;
}

const affinities = ['podAffinity', 'podAntiAffinity'] as const;
const terms = [
  'requiredDuringSchedulingIgnoredDuringExecution',
  'preferredDuringSchedulingIgnoredDuringExecution',
];

function looksElsewhere(spec: JsonObject): boolean {
  return affinities
    .flatMap((kind) => terms.flatMap((list) => objectsAt(spec, 'affinity', kind, list)))
    .map((term) => objectAt(term, 'podAffinityTerm'))
    .some(
      (term) => textsAt(term, 'namespaces').length > 0 || valueAt(term, 'namespaceSelector') !== undefined,
    );
}

const scopes: Readonly<Record<string, (spec: JsonObject) => boolean>> = {
  BestEffort: isBestEffort,
  NotBestEffort: (spec) => !isBestEffort(spec),
  Terminating: isTerminating,
  NotTerminating: (spec) => !isTerminating(spec),
  PriorityClass: (spec) => textAt(spec, 'priorityClassName') !== '',
  CrossNamespacePodAffinity: looksElsewhere,
};

function meets(spec: JsonObject, requirement: JsonObject): boolean {
  const scope = textAt(requirement, 'scopeName');
  const values = textsAt(requirement, 'values');
  const name = textAt(spec, 'priorityClassName');
  switch (textAt(requirement, 'operator')) {
    case 'In':
      return scope === 'PriorityClass' && values.includes(name);
    case 'NotIn':
      return scope === 'PriorityClass' && !values.includes(name);
    case 'DoesNotExist':
      return scopes[scope]?.(spec) === false;
    default:
      return scopes[scope]?.(spec) === true;
  }
}

/** Whether a quota with this spec counts an object: scopes are about pods only. */
export function coversObject(quota: JsonObject, storage: string, object: JsonObject): boolean {
  const wanted = textsAt(quota, 'scopes');
  const selected = objectsAt(quota, 'scopeSelector', 'matchExpressions');
  if (wanted.length + selected.length === 0) return true;
  const spec = objectAt(object, 'spec');
  if (storage !== '/pods') return false;
  return (
    wanted.every((scope) => scopes[scope]?.(spec) === true) && selected.every((each) => meets(spec, each))
  );
}
