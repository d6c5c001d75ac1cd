import { isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';
import type { ToldAlert } from '../observability/alerts/told-alert.ts';
import type { Speaker } from './stored-conditions.ts';

const type = 'AlertsFiring';
const mostAlerts = 50;
const mostNamed = 10;

/** As `status.alerts` holds them: the most serious ones where there are too many. */
export function alertStatus(alerts: readonly ToldAlert[]): readonly JsonObject[] {
  return alerts.slice(0, mostAlerts).map((alert) => ({ ...alert }));
}

/** Their condition. Nothing is said before the first one fires. */
export function alertSpeaker(alerts: readonly ToldAlert[], conditions: readonly JsonValue[]): Speaker {
  const hasSpoken = conditions.some((each) => isJsonObject(each) && each.type === type);
  const owns = (other: string) => other === type;
  const [first] = alerts;
  if (first !== undefined) {
    const message = messageOf(alerts);
    return { drafts: [{ type, status: 'True', reason: first.name, message }], owns };
  }
  const quiet = { type, status: 'False', reason: 'NothingFires', message: 'No alert fires' } as const;
  return { drafts: hasSpoken ? [quiet] : [], owns };
}

function messageOf(alerts: readonly ToldAlert[]): string {
  const told = alerts.slice(0, mostNamed).map(({ name, message }) => `${name}: ${message}`);
  const more = alerts.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more: see archipelago alerts`] : [])].join(' ');
}
