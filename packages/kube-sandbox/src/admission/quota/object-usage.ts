import {
  type JsonObject,
  objectAt,
  objectsAt,
  type Quantity,
  textAt,
  valueAt,
} from '@archipelago/apimachinery';
import { type Amounts, amountsOf } from '../../resources/amounts.ts';
import { podAmounts } from '../limits/pod-amounts.ts';

/** The name under which quotas count objects of a stored resource: `count/deployments.apps`. */
function countName(storage: string): string {
  const [group = '', plural = ''] = storage.split('/');
  return group === '' ? `count/${plural}` : `count/${plural}.${group}`;
}

/** Where the objects lie that a name in a quota is about; undefined for names that nothing here uses. */
export function storageOf(name: string): string | undefined {
  if (name.startsWith('count/')) {
    const [plural = '', ...group] = name.slice('count/'.length).split('.');
    return `${group.join('.')}/${plural}`;
  }
  if (plainCounts.has(name)) return `/${name}`;
  if (name.startsWith('services.')) return '/services';
  if (name === 'requests.storage' || name.includes('.storageclass.')) return '/persistentvolumeclaims';
  return /^(cpu|memory|ephemeral-storage|requests\.|limits\.|hugepages-)/.test(name) ? '/pods' : undefined;
}

const plainCounts: ReadonlySet<string> = new Set([
  ...['pods', 'services', 'replicationcontrollers', 'resourcequotas', 'secrets', 'configmaps'],
  'persistentvolumeclaims',
]);

function whole(count: number): Quantity {
  return { unscaled: BigInt(count), exponent: 0, format: 'DecimalSI', wide: false };
}

/** Objects are frozen, and looked at again and again. */
const known = new WeakMap<JsonObject, Amounts>();

/** What an object uses, by the names of quotas. */
export function usageOf(storage: string, object: JsonObject): Amounts {
  const usage = known.get(object) ?? new Map([[countName(storage), whole(1)], ...ownUsage(storage, object)]);
  known.set(object, usage);
  return usage;
}

type Usage = readonly (readonly [name: string, quantity: Quantity])[];

function ownUsage(storage: string, object: JsonObject): Usage {
  const spec = objectAt(object, 'spec');
  if (storage === '/pods') return isEnded(object) ? [] : podUsage(spec);
  const plural = storage.slice(1);
  if (!storage.startsWith('/') || !plainCounts.has(plural)) return [];
  const counted: Usage = [[plural, whole(1)]];
  if (storage === '/services') return [...counted, ...serviceUsage(spec)];
  return storage === '/persistentvolumeclaims' ? [...counted, ...claimUsage(spec)] : counted;
}

function isEnded(pod: JsonObject): boolean {
  return ['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase'));
}

const shortNames: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

function podUsage(spec: JsonObject): Usage {
  const requests = [...podAmounts(spec, 'requests')].flatMap(([name, quantity]): Usage => {
    const long = [`requests.${name}`, quantity] as const;
    return shortNames.has(name) || name.startsWith('hugepages-') ? [[name, quantity], long] : [long];
  });
  const limits = [...podAmounts(spec, 'limits')]
    .filter(([name]) => shortNames.has(name))
    .map(([name, quantity]) => [`limits.${name}`, quantity] as const);
  return [['pods', whole(1)], ...requests, ...limits];
}

function serviceUsage(spec: JsonObject): Usage {
  const ports = whole(objectsAt(spec, 'ports').length);
  const type = textAt(spec, 'type');
  if (type === 'NodePort') return [['services.nodeports', ports]];
  if (type !== 'LoadBalancer') return [];
  const hasPorts = valueAt(spec, 'allocateLoadBalancerNodePorts') !== false;
  return [
    ['services.loadbalancers', whole(1)],
    ...(hasPorts ? ([['services.nodeports', ports]] as const) : []),
  ];
}

function claimUsage(spec: JsonObject): Usage {
  const storage = amountsOf(objectAt(spec, 'resources', 'requests')).get('storage');
  const storageClass = textAt(spec, 'storageClassName');
  const asked: Usage = storage === undefined ? [] : [['requests.storage', storage]];
  if (storageClass === '') return asked;
  const prefix = `${storageClass}.storageclass.storage.k8s.io/`;
  return [
    ...asked,
    ...asked.map(([name, quantity]) => [`${prefix}${name}`, quantity] as const),
    [`${prefix}persistentvolumeclaims`, whole(1)],
  ];
}
