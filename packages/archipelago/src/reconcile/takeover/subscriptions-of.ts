import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { TakeoverFacts } from './takeover-facts.ts';

/** The Subscriptions that brought these ClusterServiceVersions. */
export function subscriptionsOf(
  { subscriptions }: Pick<TakeoverFacts, 'subscriptions'>,
  versions: readonly JsonObject[],
): readonly JsonObject[] {
  const names = versions.map((version) => textAt(version, 'metadata', 'name'));
  return subscriptions.filter((each) =>
    ['installedCSV', 'currentCSV'].some((key) => names.includes(textAt(each, 'status', key))),
  );
}
