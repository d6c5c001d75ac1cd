import {
  type FieldError,
  type JsonObject,
  objectAt,
  parseQuantity,
  quantityAsNumber,
  textsAt,
} from '@archipelago/apimachinery';
import { invalidValue } from './field-errors.ts';

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
    ...scopeErrors(textsAt(spec, 'scopes'), names),
  ];
}

function amountErrors(name: string, text: string): readonly FieldError[] {
  const parsed = parseQuantity(text);
  const path = `spec.hard[${name}]`;
  if (!parsed.ok) return [];
  const number = quantityAsNumber(parsed.quantity);
  return [
    ...(number < 0 ? [invalidValue(path, text, 'must be greater than or equal to 0')] : []),
    ...((counts.includes(name) || name.startsWith('count/')) && !Number.isInteger(number)
      ? [invalidValue(path, text, 'must be an integer')]
      : []),
  ];
}

function scopeErrors(wanted: readonly string[], names: readonly string[]): readonly FieldError[] {
  const wrong = (problem: string) => invalidValue('spec.scopes', wanted, problem);
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
