import {
  canonicalQuantity,
  compareQuantities,
  type JsonObject,
  objectAt,
  objectsAt,
  textAt,
} from '@archipelago/apimachinery';
import type { Call } from '../../calls/call.ts';
import { metadataOf } from '../../json/json-access.ts';
import type { Refusal } from '../../refusals/refusal.ts';
import { forbidden } from '../../refusals/status.ts';
import { type Amounts, remaining, summed } from '../../resources/amounts.ts';
import { resourceSubject } from '../../resources/resource-type.ts';
import { sortedSet } from '../pod-security/pod-text.ts';
import type { Write } from '../policies/policy-review.ts';
import { coversObject } from './covers-object.ts';
import { usageOf } from './object-usage.ts';
import { hardOf, named, QUOTAS, quotaUsage } from './quota-usage.ts';

/** What a write would use more, if all quotas of the namespace allow it; else what the first of them says. */
export function checkQuotas(call: Call, write: Write): Refusal | undefined {
  const { server, namespace, type } = call;
  const { object } = write;
  if (namespace === undefined || object === undefined || !isCounted(call, write)) return undefined;
  for (const { object: quota, key } of server.store.list(QUOTAS, namespace)) {
    const problem = problemOf(call, quota, write);
    if (problem !== undefined)
      return forbidden(
        resourceSubject(type),
        textAt(metadataOf(object), 'name'),
        problem.replace('{name}', () => key.name),
      );
  }
  return undefined;
}

/** What updates of these change counts; the others count as objects only. */
const growing: ReadonlySet<string> = new Set(['/persistentvolumeclaims', '/services']);

function isCounted({ type, subresource }: Call, { operation }: Write): boolean {
  if (subresource !== '' || operation === 'DELETE') return false;
  return operation === 'CREATE' || growing.has(type.storage);
}

function problemOf(call: Call, quota: JsonObject, { object, old }: Write): string | undefined {
  const { storage } = call.type;
  if (object === undefined || !coversObject(objectAt(quota, 'spec'), storage, object)) return undefined;
  const hard = hardOf(quota);
  const missing = storage === '/pods' ? missingAmounts(hard, objectAt(object, 'spec')) : '';
  if (missing !== '') return `failed quota: {name}: must specify ${missing}`;
  const usage = named(usageOf(storage, object), hard);
  const requested = old === undefined ? usage : remaining(usage, usageOf(storage, old));
  const used = quotaUsage(call.server.store, quota, call.namespace ?? '');
  const total = summed([used, requested]);
  const exceeded = [...requested].flatMap(([name, { unscaled }]) => {
    const [limit, wanted] = [hard.get(name), total.get(name)];
    const isMore = unscaled > 0n && limit !== undefined && wanted !== undefined;
    return isMore && compareQuantities(wanted, limit) > 0 ? [name] : [];
  });
  if (exceeded.length === 0) return undefined;
  const told = (amounts: Amounts) => listed(exceeded, amounts);
  return `exceeded quota: {name}, requested: ${told(requested)}, used: ${told(used)}, limited: ${told(hard)}`;
}

function listed(names: readonly string[], amounts: Amounts): string {
  return sortedSet(names)
    .flatMap((name) => {
      const quantity = amounts.get(name);
      return quantity === undefined ? [] : [`${name}=${canonicalQuantity(quantity)}`];
    })
    .join(',');
}

/** What each container has to say where it is limited, and where it says it. */
const demanded: Readonly<Record<string, readonly [kind: string, resource: string]>> = {
  cpu: ['requests', 'cpu'],
  memory: ['requests', 'memory'],
  'requests.cpu': ['requests', 'cpu'],
  'requests.memory': ['requests', 'memory'],
  'limits.cpu': ['limits', 'cpu'],
  'limits.memory': ['limits', 'memory'],
};

function missingAmounts(hard: Amounts, spec: JsonObject): string {
  if (Object.keys(objectAt(spec, 'resources')).length > 0) return '';
  const containers = ['containers', 'initContainers'].flatMap((list) => objectsAt(spec, list));
  return sortedSet([...hard.keys()])
    .flatMap((name) => {
      const [kind = '', resource = ''] = demanded[name] ?? [];
      const silent = containers.filter(
        (container) => objectAt(container, 'resources', kind)[resource] === undefined,
      );
      if (kind === '' || silent.length === 0) return [];
      const names = sortedSet(silent.map((container) => textAt(container, 'name')));
      return [`${name} for: ${names.join(',')}`];
    })
    .join('; ');
}
