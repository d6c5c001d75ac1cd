import { isJsonObject, type JsonObject, type JsonValue, valueAt } from '@archipelago/apimachinery';

/** Profiles with which the descheduler migrates machines instead of killing their pods. */
const suitable: readonly JsonValue[] = ['DevKubeVirtRelieveAndMigrate', 'KubeVirtRelieveAndMigrate'];

/**
 * Whether OpenShift's KubeDescheduler would evict machines without migrating them
 * (`docs/compatibility/hyperconverged.md#where-the-guide-wins`).
 */
export function isMisconfigured({ spec }: JsonObject): boolean {
  if (!isJsonObject(spec)) return true;
  const { profiles } = spec;
  const list: readonly JsonValue[] = Array.isArray(profiles) ? profiles : [];
  const inBackground = valueAt(spec, 'profileCustomizations', 'devEnableEvictionsInBackground');
  return inBackground !== true && !list.some((profile) => suitable.includes(profile));
}
