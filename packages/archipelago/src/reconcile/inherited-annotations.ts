import type { JsonObject } from '@archipelago/apimachinery';
import { deployOVS } from '../config/settings/networking/deploy-ovs.ts';
import { isNewer, releaseOf, versionIn } from './release.ts';

/** The first release that deploys Open vSwitch only where it is asked to. */
const firstWithoutOvs = [1, 3] as const;

/** Annotations that keep what an older release has deployed without being asked; a cluster that says what it wants keeps its word. */
export function inheritedAnnotations(
  status: JsonObject,
  annotations: JsonObject,
): Readonly<Record<string, string>> {
  const release = releaseOf(versionIn(status));
  const isOld = release !== undefined && isNewer(firstWithoutOvs, release);
  return isOld && annotations[deployOVS.name] === undefined ? { [deployOVS.name]: 'true' } : {};
}
