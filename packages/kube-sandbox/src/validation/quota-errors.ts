import {
  type FieldError,
  type JsonObject,
  objectAt,
  objectsAt,
  parseQuantity,
  quantityAsNumber,
  textAt,
  textsAt,
} from '@archipelago/apimachinery';
import { invalidValue, required } from './field-errors.ts';

const counts = [
  ...['pods', 'services', 'replicationcontrollers', 'resourcequotas', 'secrets', 'configmaps'],
  ...['persistentvolumeclaims', 'services.nodeports', 'services.loadbalancers'],
];
const amounts = [
  ...['cpu', 'memory', 'ephemeral-storage', 'requests.cpu', 'requests.memory', 'requests.storage'],
  ...['requests.ephemeral-storage', 'limits.cpu', 'limits.memory', 'limits.ephemeral-storage'],
];
const standard: ReadonlySet<string> = new Set([...counts, ...amounts]);
const ofPods: ReadonlySet<string> = new Set([
  'pods',
  ...amounts.filter((name) => name !== 'requests.storage'),
]);
const scopes: Readonly<Record<string, (name: string) => boolean>> = {
  BestEffort: (name) => name === 'pods',
  NotBestEffort: (name) => ofPods.has(name),
  Terminating: (name) => ofPods.has(name),
  NotTerminating: (name) => ofPods.has(name),
  PriorityClass: (name) => ofPods.has(name),
  CrossNamespacePodAffinity: (name) => ofPods.has(name),
  VolumeAttributesClass: (name) => name === 'persistentvolumeclaims' || name === 'requests.storage',
};
const opposites = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const;

/** What the API server says against a ResourceQuota's spec. */
export function quotaErrors(spec: JsonObject): readonly FieldError[] {
  const hard = Object.entries(objectAt(spec, 'hard'));
  const names = hard.map(([name]) => name).filter((name) => standard.has(name));
  return [
    ...hard.flatMap(([name, value]) => amountErrors(name, String(value))),
    ...scopeErrors('spec.scopes', textsAt(spec, 'scopes'), names),
    ...selectorErrors(objectsAt(spec, 'scopeSelector', 'matchExpressions'), names),
  ];
}

function isStandard(name: string): boolean {
  return standard.has(name) || /^(requests\.)?hugepages-/.test(name);
}

function amountErrors(name: string, text: string): readonly FieldError[] {
  const parsed = parseQuantity(text);
  const path = `spec.hard[${name}]`;
  if (!parsed.ok) return [];
  const number = quantityAsNumber(parsed.quantity);
  return [
    ...(name.includes('/') || isStandard(name)
      ? []
      : [invalidValue(path, name, 'must be a standard resource for quota')]),
    ...(number < 0 ? [invalidValue(path, text, 'must be greater than or equal to 0')] : []),
    ...((counts.includes(name) || name.startsWith('count/')) && !Number.isInteger(number)
      ? [invalidValue(path, text, 'must be an integer')]
      : []),
  ];
}

function scopeErrors(
  field: string,
  wanted: readonly string[],
  names: readonly string[],
): readonly FieldError[] {
  const wrong = (problem: string) => invalidValue(field, wanted, problem);
  return [
    ...wanted.flatMap((scope) => {
      const fits = scopes[scope];
      if (fits === undefined) return [wrong('unsupported scope')];
      const unfit = names.filter((name) => !fits(name));
      return unfit.map(() => wrong('unsupported scope applied to resource'));
    }),
    ...opposites.flatMap((pair) =>
      pair.every((scope) => wanted.includes(scope)) ? [wrong('conflicting scopes')] : [],
    ),
  ];
}

const place = 'spec.scopeSelector.matchExpressions';

/** Requirements of a selector: their scopes, and values where the operator wants some. */
function selectorErrors(
  requirements: readonly JsonObject[],
  names: readonly string[],
): readonly FieldError[] {
  const wanted = requirements.map((requirement) => textAt(requirement, 'scopeName'));
  return [...scopeErrors(place, wanted, names), ...requirements.flatMap(requirementErrors)];
}

function requirementErrors(requirement: JsonObject): readonly FieldError[] {
  const operator = textAt(requirement, 'operator');
  const values = textsAt(requirement, 'values');
  const isPlain = !['PriorityClass', 'VolumeAttributesClass'].includes(textAt(requirement, 'scopeName'));
  const only = "must be 'Exists' when the scope has no values";
  return [
    ...(isPlain && operator !== 'Exists' ? [invalidValue(`${place}.operator`, operator, only)] : []),
    ...valueErrors(operator, values),
  ];
}

function valueErrors(operator: string, values: readonly string[]): readonly FieldError[] {
  switch (operator) {
    case 'In':
    case 'NotIn':
      return values.length > 0
        ? []
        : [
            required(
              `${place}.values`,
              "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
            ),
          ];
    case 'Exists':
    case 'DoesNotExist': {
      const none = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
      return values.length === 0 ? [] : [invalidValue(`${place}.values`, values, none)];
    }
    default:
      return [invalidValue(`${place}.operator`, operator, 'not a valid selector operator')];
  }
}
