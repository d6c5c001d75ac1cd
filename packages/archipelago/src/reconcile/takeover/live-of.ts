import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { TakeoverFacts } from './takeover-facts.ts';
import { type Former, uidOf } from './takeover-step.ts';

/** The object that a way back tells of, as it is; undefined where it is gone or was made anew, and for what a takeover deletes. */
export function liveOf(former: Former, facts: TakeoverFacts): JsonObject | undefined {
  const all = {
    Subscription: facts.subscriptions,
    ClusterServiceVersion: facts.serviceVersions,
    Deployment: facts.deployments,
  };
  if ('object' in former) return undefined;
  return all[former.kind].find(
    (each) => textAt(each, 'metadata', 'name') === former.name && uidOf(each) === former.uid,
  );
}
