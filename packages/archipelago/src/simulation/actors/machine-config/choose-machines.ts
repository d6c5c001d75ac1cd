import { type KubernetesObject, valueAt } from '@archipelago/apimachinery';
import { isFailing, isUnavailable, type Machine } from './machine.ts';

/** Who of a pool's machines is told next to take a configuration: as many as `maxUnavailable` leaves room for, the oldest first. */
export function chooseMachines(
  pool: KubernetesObject,
  machines: readonly Machine[],
  target: string,
): readonly Machine[] {
  if (valueAt(pool, 'spec', 'paused') === true) return [];
  const waiting = machines.filter(({ desired, current }) => current !== '' && desired !== target);
  const failing = machines.filter((one) => one.desired === target && isFailing(one));
  const away = machines.filter((one) => isUnavailable(one) && !failing.includes(one));
  const room = maxUnavailable(pool, machines.length) - away.length - failing.length;
  // who is away already is no loss, but takes its place
  return [...waiting].sort(byAge).slice(0, Math.max(0, room));
}

/** A number, or a percentage that is rounded down, but not to nothing; 1 where nothing is said. */
export function maxUnavailable(pool: KubernetesObject, machines: number): number {
  const asked = valueAt(pool, 'spec', 'maxUnavailable') ?? 1;
  const percent = /^(\d+)%$/.exec(String(asked))?.[1];
  const count = percent === undefined ? Number(asked) : Math.floor((machines * Number(percent)) / 100);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

function byAge(a: Machine, b: Machine): number {
  const key = ({ node, name }: Machine) => `${node.metadata.creationTimestamp ?? ''} ${name}`;
  return key(a) < key(b) ? -1 : 1;
}
